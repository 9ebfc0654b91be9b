import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { statement } from '#server/db/database.ts'
import { type ProcessingDeps, processWebhooks } from '#server/order/payment/receive-webhook.ts'
import type { World } from '#test/world.ts'

const open = statement('test.open-events', "select 1 from shop.webhook_event where state = 'new'")

/** Until every event is processed: whoever took one in works on it too, and holds it while others pass it by. */
export async function allWorkedOff(world: World, orders: ProcessingDeps = world.shop.orders): Promise<void> {
  await processWebhooks(orders)
  await expect.poll(() => world.database.rows(open), { timeout: 25_000 }).toEqual([])
}

/** A webhook event of the card processor's as it signs them. */
export function signedWebhook(
  { config }: Pick<World, 'config'>,
  event: string,
  { reference, amount }: { readonly reference: string; readonly amount: number },
  {
    psp = `PSP${event}0001`,
    original = '',
    success = 'true',
    currency = 'USD',
    reason = '',
  }: {
    readonly psp?: string
    readonly original?: string
    readonly success?: 'true' | 'false'
    readonly currency?: string
    readonly reason?: string
  } = {},
): string {
  const { webhookHmacKey, merchantAccount } = config.gateway
  const fields = [psp, original, merchantAccount, reference, String(amount), currency, event, success]
  const hmacSignature = createHmac('sha256', Buffer.from(webhookHmacKey, 'hex'))
    .update(fields.join(':'))
    .digest('base64')
  const item = {
    additionalData: { hmacSignature },
    amount: { value: amount, currency },
    pspReference: psp,
    ...(original === '' ? {} : { originalReference: original }),
    eventCode: event,
    eventDate: '2026-03-02T15:00:00Z',
    merchantAccountCode: merchantAccount,
    merchantReference: reference,
    reason,
    success,
  }
  return JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] })
}

/** Several of them in one body, as the processor sends them after an outage of ours. */
export function batchOf(bodies: readonly string[]): string {
  const items = bodies.flatMap((body) => (JSON.parse(body) as { notificationItems: object[] }).notificationItems)
  return JSON.stringify({ live: 'false', notificationItems: items })
}
