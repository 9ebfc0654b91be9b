import { escapeHtml } from '#domain/escape-html.ts'
import type { Delivered, DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { mailPage } from '#server/order/mail/mail-page.ts'
import type { OutboxRow } from '#server/order/mail/outbox-store.ts'

/** A mail about an account: a sentence, a link and what to know of it. */
type AccountMail = {
  readonly brand: string
  /** '' when the account has no name. */
  readonly firstName: string
  readonly subject: string
  readonly line: string
  readonly link: string
  readonly action: string
  readonly note: string
}

const ink = 'color:#1c1b19'
const quiet = 'color:#6b665e;font-size:14px'

/** Subject, plain text, and HTML with all names escaped. */
function accountMail(mail: AccountMail): { subject: string; text: string; html: string } {
  const { brand, firstName, line, link, action, note } = mail
  const subject = `${brand}: ${mail.subject}`
  const greeting = firstName === '' ? 'Hello,' : `Hello ${firstName},`
  const html = mailPage(
    subject,
    `<p style="font-size:20px;letter-spacing:.08em;margin:0 0 24px">${escapeHtml(brand)}</p>
<p style="margin:0 0 8px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 24px">${escapeHtml(line)}</p>
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="${ink}">${escapeHtml(action)}</a></p>
<p style="margin:0;${quiet}">${escapeHtml(note)}</p>`,
  )
  return { subject, text: `${brand}\n\n${greeting}\n\n${line}\n\n${link}\n\n${note}\n`, html }
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
    ...accountMail(mail),
    headers: {},
  })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}
