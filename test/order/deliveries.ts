import { statement } from '#server/db/database.ts'
import { deliver } from '#server/order/mail/deliver.ts'
import type { DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import type { MailSender } from '#server/providers/mail/port.ts'
import { createSmtpSender } from '#server/providers/mail/smtp.ts'
import type { World } from '#test/world.ts'

const due = statement<{ shopperId: string; outboxId: string }>(
  'test.due-deliveries',
  `select shopper_id as "shopperId", outbox_id as "outboxId" from shop.outbox
   where done_at is null and parked_at is null and topic = any($1) order by created_at`,
)

/** What deliveries need; mail goes to the SMTP server of this port, which need not be there. */
export function deliveryDeps(world: World, smtpPort = 9): DeliveryDeps & { readonly mail: MailSender } {
  const limits = { connectMs: 1_000, answerMs: 5_000 }
  const mail = createSmtpSender({
    host: '127.0.0.1',
    port: smtpPort,
    isSecure: false,
    user: null,
    password: null,
    ...limits,
  })
  return {
    ...world.shop.orders,
    mail,
    mailFrom: 'orders@shop.example',
    requestsTo: 'requests@shop.example',
    originOf: (brand, country) => `http://${brand}-${country}.localhost:3000`.toLowerCase(),
  }
}

/** Delivers every outbox row of these topics now, as the job would. */
export async function deliverAll(
  world: World,
  topics: readonly string[] = ['payment.void'],
  smtpPort?: number,
): Promise<void> {
  const parts = deliveryDeps(world, smtpPort)
  for (const { shopperId, outboxId } of await world.database.rows(due, [topics])) {
    await deliver(parts, shopperId, outboxId)
  }
  parts.mail.close()
}

export type ReceivedMail = { readonly subject: string; readonly text: string; readonly html: string }

/** The mails that came to an address, newest first, after everything of these topics was delivered. */
export async function mailedTo(world: World, email: string, topics: readonly string[]): Promise<ReceivedMail[]> {
  await deliverAll(world, topics, world.config.mail.port)
  const read = async (path: string) => (await fetch(`${world.gatewayOrigin}/mailbox/${path}`)).json()
  const { messages } = (await read(`messages?to=${encodeURIComponent(email)}`)) as { messages: { id: number }[] }
  return Promise.all(messages.map(async ({ id }) => (await read(`messages/${id}`)) as ReceivedMail))
}
