import type { GatewayStore } from './gateway-store.ts'

export type WebhookRow = {
  readonly notice_id: number
  readonly item: string
  readonly copies: number
  readonly tries: number
}

/** Webhook events wait here until the store has taken them; a restart forgets none. */
export function createWebhookStore({ database }: GatewayStore) {
  const add = database.prepare('insert into notice (item, copies, next_try_at) values (?, ?, ?)')
  const due = database.prepare(
    'select notice_id, item, copies, tries from notice where delivered_at is null and next_try_at <= ? order by notice_id limit 50',
  )
  const nextTime = database.prepare('select min(next_try_at) as next_try_at from notice where delivered_at is null')
  const delivered = database.prepare('update notice set delivered_at = ?, tries = tries + 1 where notice_id = ?')
  const failed = database.prepare('update notice set next_try_at = ?, tries = tries + 1 where notice_id = ?')
  return {
    add: (item: string, copies: number, now: number) => void add.run(item, copies, now),
    due: (now: number) => due.all(now) as WebhookRow[],
    nextTime: () => nextTime.get()?.next_try_at as number | null,
    markDelivered: (webhookId: number, now: number) => void delivered.run(now, webhookId),
    tryAgainAt: (webhookId: number, time: number) => void failed.run(time, webhookId),
  }
}
