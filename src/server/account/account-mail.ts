import { createElement as h } from 'react'
import type { Brand } from '#domain/variant.ts'
import type { Delivered, DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { mailHtml } from '#server/order/mail/mail-layout.ts'
import { action, note, paragraph, subjectHeading } from '#server/order/mail/mail-parts.ts'
import type { OutboxRow } from '#server/order/mail/outbox-store.ts'
import type { WrittenMail } from '#server/order/mail/written-mail.ts'

/** A mail about an account: a sentence, a link and what to know of it. */
type AccountMail = {
  readonly brand: Brand
  /** '' when the account has no name. */
  readonly firstName: string
  readonly subject: string
  readonly line: string
  readonly link: string
  readonly action: string
  readonly note: string
}

async function accountMail(mail: AccountMail): Promise<WrittenMail> {
  const { brand, firstName, line, link, action: label, note: known } = mail
  const subject = `${brand}: ${mail.subject}`
  const greeting = firstName === '' ? 'Hello,' : `Hello ${firstName},`
  const html = await mailHtml({ brand, subject, preview: line, help: '' }, (looks) =>
    h(
      'div',
      null,
      subjectHeading(looks, subject),
      paragraph([greeting]),
      paragraph([line]),
      action(looks, label, link),
      note(looks, known),
    ),
  )
  return { subject, text: `${brand}\n\n${greeting}\n\n${line}\n\n${link}\n\n${known}\n`, html }
}

/** Sends it; its Message-ID is of the outbox row, so that a mail sent twice is known as one. */
export async function sendAccountMail(
  deps: Pick<DeliveryDeps, 'mail' | 'mailFrom'>,
  row: OutboxRow,
  to: string,
  mail: AccountMail,
): Promise<Delivered> {
  const host = deps.mailFrom.split('@')[1] ?? 'localhost'
  const messageId = `<${row.topic.replace('mail.', '')}.${row.outboxId}@${host}>`
  const sent = await deps.mail.sendMail({
    ...{ messageId, from: deps.mailFrom, to },
    ...(await accountMail(mail)),
    headers: {},
  })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}
