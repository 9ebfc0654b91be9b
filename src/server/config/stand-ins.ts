import { resolve } from 'node:path'
import { z } from 'zod'
import { list } from './setting-shapes.ts'

/** The parts of the outside world that the built-in program can play. */
export const standInNames = ['card-gateway', 'wallets', 'mail', 'identity', 'delivery'] as const

export type StandIn = (typeof standInNames)[number]

/** STAND_INS: those that a test store in production runs with. */
export const standInList = list.pipe(z.array(z.enum(standInNames, `some of ${standInNames.join(', ')}`)))

/** What says where the real part is, of each that may be played. */
type StandInInput = {
  readonly NODE_ENV: string
  readonly STAND_INS: readonly StandIn[]
  readonly GATEWAY_ORIGIN?: string | undefined
  readonly ADYEN_API_KEY?: string | undefined
  readonly BRAINTREE_MERCHANT_ID?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly DELIVERY_POINTS?: string | undefined
}

/**
 * Which parts of the outside world are played: in production those that STAND_INS names, elsewhere each whose real one is
 * not configured.
 */
export function playedParts(input: StandInInput): ReadonlySet<StandIn> {
  if (input.NODE_ENV === 'production') return new Set(input.STAND_INS)
  const isOwnGateway = input.GATEWAY_ORIGIN === undefined && input.ADYEN_API_KEY === undefined
  const played: { readonly [Name in StandIn]: boolean } = {
    'card-gateway': isOwnGateway,
    // another gateway that speaks the words of ours has the sheets too
    wallets: input.ADYEN_API_KEY === undefined && input.BRAINTREE_MERCHANT_ID === undefined,
    mail: input.SMTP_URL === undefined,
    identity: isOwnGateway,
    delivery: input.DELIVERY_POINTS === undefined,
  }
  return new Set(standInNames.filter((name) => played[name]))
}

/** Whether the program that plays must run here: something is played that has no address elsewhere. */
export function needsProgram(input: StandInInput, played: ReadonlySet<StandIn>): boolean {
  const isGatewayElsewhere = input.GATEWAY_ORIGIN !== undefined || input.ADYEN_API_KEY !== undefined
  if (input.NODE_ENV !== 'production') return !isGatewayElsewhere
  const isGatewayHere = played.has('card-gateway') && !isGatewayElsewhere
  return isGatewayHere || played.has('identity') || (played.has('mail') && input.SMTP_URL === undefined)
}

/** A retailer's own file, else the demo's where delivery is played. */
export function ownOrDemo(file: string | undefined, standIns: ReadonlySet<StandIn>, demo: string): string | null {
  if (file !== undefined) return resolve(file)
  return standIns.has('delivery') ? demo : null
}
