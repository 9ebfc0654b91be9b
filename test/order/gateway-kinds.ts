import { randomUUID } from 'node:crypto'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'
import type { World } from '#test/world.ts'

/**
 * How the same processor is asked again: it looks up by our reference (built-in), repeats by its idempotency key (adyen), or is
 * treated as one that promises neither (once).
 */
export type GatewayKind = 'built-in' | 'adyen' | 'once'

type Settings = Pick<World['config']['gateway'], 'apiKey' | 'merchantAccount'> & {
  readonly origin: string
  /** How long it is waited for, milliseconds. */
  readonly waitMs: number
}

/** A gateway of that kind at the built-in one, which speaks both tongues. */
export async function gatewayOfKind(
  kind: GatewayKind,
  { waitMs, ...settings }: Settings,
): Promise<CardGateway & { close(): void }> {
  const connection = { limits: { connectMs: waitMs, answerMs: waitMs } }
  if (kind === 'adyen') {
    // loaded where it is asked for: it is large
    const { createAdyenGateway } = await import('#server/providers/card-gateway/adyen.ts')
    const own = { clientKey: 'test_client', environment: 'test', liveUrlPrefix: null } as const
    return createAdyenGateway({ ...settings, ...own, connection })
  }
  const gateway = createBuiltInGateway({ ...settings, connection })
  return kind === 'built-in' ? gateway : { ...gateway, isRepeatable: false }
}

/** A card's token as that kind keeps it. */
export function tokenOfKind(kind: GatewayKind, token: string): string {
  return kind === 'adyen' ? `stored.${randomUUID()}.${token}` : token
}
