// What happens in a drill, made up before it begins, so that a seed repeats all of it: carts, faults, and their order.
import { sku } from '#test/builders/catalog.ts'

export type Chance = {
  /** True so often, of one. */
  readonly happens: (often: number) => boolean
  /** A whole number from 0 on, less than this. */
  readonly upTo: (end: number) => number
}

/** Pseudo-random, so that a run can be repeated by its seed. */
export function chanceOf(seed: number): Chance {
  let state = seed
  const fraction = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { happens: (often) => fraction() < often, upTo: (end) => Math.floor(fraction() * end) }
}

export type Pay =
  /** Cards that end so; the second pays what the first leaves. */
  | { readonly by: 'cards'; readonly endings: readonly string[] }
  | { readonly by: 'storeCard'; readonly ending: string }
  | { readonly by: 'wallet'; readonly method: 'paypal' | 'venmo' | 'applePay'; readonly isDeclined: boolean }

/** A shopper, her cart, and what she is going to do. */
export type CartPlan = {
  readonly lines: readonly { readonly sku: number; readonly quantity: number }[]
  readonly pay: Pay
  /** Several carts of a step want the same gift card, codes and certificates: those of these numbers. */
  readonly tenders: readonly ('giftCard' | 'code' | 'certificate')[]
  readonly nth: 0 | 1
  readonly hasPromo: boolean
  /** The mug is a piece of the step's registry, of which fewer are wished for. */
  readonly isGift: boolean
  /** The sofa comes in a delivery window with few places. */
  readonly hasTrip: boolean
  readonly addsMore: boolean
  /** What she does at the review page: presses once, presses at both servers at once, or goes away. */
  readonly press: 'once' | 'twice' | 'leaves'
  /** What she says to her card's bank, when it asks; 'later': only when all is well again. */
  readonly bank: 'confirm' | 'refuse' | 'later'
  readonly cancel: 'no' | 'once' | 'twice' | 'whileCaptured'
  readonly server: 0 | 1
}

/** What befalls a server, both or what they need. */
export type Fault =
  | { readonly kind: 'kill' | 'terminate' | 'pause'; readonly server: 0 | 1; readonly afterMs: number }
  | { readonly kind: 'restartDatabase' | 'loseGateway'; readonly afterMs: number }
  | { readonly kind: 'cut'; readonly how: 'closed' | 'silent'; readonly seconds: number; readonly afterMs: number }

export type GatewayFault = {
  readonly fault: 'cut' | '503' | 'timeoutAfterCharge' | 'slow' | 'decline' | 'challenge' | 'duplicateNotice'
  readonly count: number
}

export type Step = {
  readonly carts: readonly CartPlan[]
  readonly gatewayFault: GatewayFault | null
  readonly faults: readonly Fault[]
}

export type DrillKind = 'kills' | 'cuts'

/** The steps of a drill: each kills a server (and some do more), or cuts the database off for 5 or 15 seconds in turn. */
export function planOf(kind: DrillKind, count: number, seed: number): Step[] {
  const chance = chanceOf(seed)
  return Array.from({ length: count }, (_, nth) => {
    const carts = Array.from({ length: cartsOf[kind] }, () => cartOf(chance))
    const gatewayFault = chance.happens(0.6) ? gatewayFaultOf(chance) : null
    return { carts, gatewayFault, faults: kind === 'kills' ? killing(chance) : [cutOf(chance, nth)] }
  })
}

const cartsOf = { kills: 10, cuts: 24 }

function killing(chance: Chance): Fault[] {
  const { happens } = chance
  const when = () => 60 + chance.upTo(900)
  const server = () => (happens(0.5) ? 1 : 0)
  const faults: Fault[] = [
    ...(happens(0.12) ? [{ kind: 'pause', server: server(), afterMs: when() } as const] : []),
    ...(happens(0.1) ? [{ kind: 'terminate', server: server(), afterMs: when() } as const] : []),
    ...(happens(0.06) ? [{ kind: 'restartDatabase', afterMs: when() } as const] : []),
    ...(happens(0.12) ? [{ kind: 'loseGateway', afterMs: when() } as const] : []),
  ]
  return [...faults, { kind: 'kill', server: server(), afterMs: when() }]
}

function cutOf(chance: Chance, nth: number): Fault {
  const how = chance.happens(0.3) ? 'silent' : 'closed'
  return { kind: 'cut', how, seconds: nth % 2 === 0 ? 5 : 15, afterMs: 100 + chance.upTo(900) }
}

const gatewayFaults = ['cut', '503', 'timeoutAfterCharge', 'slow', 'decline', 'challenge', 'duplicateNotice'] as const

function gatewayFaultOf({ upTo }: Chance): GatewayFault {
  return { fault: gatewayFaults[upTo(gatewayFaults.length)] ?? 'cut', count: 1 + upTo(3) }
}

const wanted = [sku.lastVase, sku.shelf, sku.mug, sku.towel]
const wallets = ['paypal', 'venmo', 'applePay'] as const
// good ones, one whose bank asks, one that is declined
const endings = ['1111', '4242', '1111', '0143', '4242', '1111', '0002', '4242']

function cartOf(chance: Chance): CartPlan {
  const { happens, upTo } = chance
  const isGift = happens(0.15)
  const hasTrip = !isGift && happens(0.12)
  const skus = new Set(Array.from({ length: 1 + upTo(3) }, () => wanted[upTo(wanted.length)] ?? sku.mug))
  if (isGift) skus.add(sku.mug)
  const lines = hasTrip
    ? [{ sku: sku.sofaOat, quantity: 1 }]
    : [...skus].map((one) => ({ sku: one, quantity: isGift && one === sku.mug ? 1 : 1 + upTo(2) }))
  const pay = payOf(chance)
  const tenders = [
    ...(happens(0.3) ? ['giftCard' as const] : []),
    ...(happens(0.2) ? ['code' as const] : []),
    ...(pay.by === 'storeCard' && happens(0.7) ? ['certificate' as const] : []),
  ]
  const press = happens(0.08) ? 'leaves' : happens(0.35) ? 'twice' : 'once'
  const cancels = ['once', 'twice', 'whileCaptured'] as const
  return {
    ...{ lines, pay, tenders, isGift, hasTrip, press },
    nth: happens(0.5) ? 1 : 0,
    hasPromo: happens(0.25),
    addsMore: happens(0.25),
    bank: happens(0.6) ? 'confirm' : happens(0.5) ? 'refuse' : 'later',
    cancel: happens(0.25) ? (cancels[upTo(cancels.length)] ?? 'once') : 'no',
    server: happens(0.5) ? 1 : 0,
  }
}

function payOf({ happens, upTo }: Chance): Pay {
  const ending = () => endings[upTo(endings.length)] ?? '1111'
  if (happens(0.2)) return { by: 'storeCard', ending: ending() }
  if (happens(0.3)) {
    return { by: 'wallet', method: wallets[upTo(wallets.length)] ?? 'paypal', isDeclined: happens(0.1) }
  }
  return { by: 'cards', endings: happens(0.35) ? ['1111', ending()] : [ending()] }
}
