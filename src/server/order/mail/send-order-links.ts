import { createElement as h } from 'react'
import { z } from 'zod'
import { emailKey } from '#domain/address/email.ts'
import type { Brand } from '#domain/variant.ts'
import { mailLimits, mayMail } from '#server/http/guards/mail-limits.ts'
import { linkVersionOf } from '#server/order/claim-store.ts'
import { lastingKey, orderLinkHours, signedUntil } from '#server/order/order-link.ts'
import { readMemberEmail } from '#server/order/order-store.ts'
import type { LinkSigner } from '#server/order/signed-link.ts'
import type { Delivered, DeliveryDeps } from './delivery-deps.ts'
import { mailHtml } from './mail-layout.ts'
import { action, note, paragraph, subjectHeading } from './mail-parts.ts'
import { type OutboxRow, payloadOf } from './outbox-store.ts'
import type { Linked } from './receipt-link.ts'
import type { WrittenMail } from './written-mail.ts'

type LinkDeps = Pick<DeliveryDeps, 'database' | 'mail' | 'mailFrom' | 'originOf' | 'macOf' | 'throttle'>

const storefront = { brand: z.enum(['CB', 'CB2']), country: z.enum(['US', 'CA']), askedAt: z.coerce.date() }
const orderLinkRequest = z.object({ ...storefront, orderNumber: z.string(), email: z.string() })
const claimRequest = z.object(storefront)

/** Where a mailed link leads. */
export const orderLinkPath = '/account/order'
export const claimPath = '/account/claim-orders'

/** The address of an order for whoever has one of its mails, from the origin on. */
export function lastingOrderAddress(signer: LinkSigner, { orderNumber, linkVersion }: Linked): string {
  const query = { number: orderNumber, key: lastingKey(signer, orderNumber, linkVersion) }
  return `${orderLinkPath}?${new URLSearchParams(query)}`
}

/** Mails the link of an order to the address it was placed with; what does not belong together is answered by silence. */
export async function sendOrderLink(deps: LinkDeps, row: OutboxRow): Promise<Delivered> {
  const { orderNumber, email, brand, country, askedAt } = payloadOf(row, orderLinkRequest)
  const version = await linkVersionOf(deps.database, orderNumber, deps.macOf.all(emailKey(email)), { brand, country })
  if (version === undefined) return { state: 'done' }
  const counted = { email, about: orderNumber, tries: row.tries }
  // past the limit the links to it that were mailed still work
  if (!(await mayMail(deps.throttle, deps.database, mailLimits.orderLink, counted))) return { state: 'done' }
  const query = new URLSearchParams({
    number: orderNumber,
    ...signedUntil(deps, { kind: 'order', of: orderNumber, version }, askedAt),
  })
  return send(deps, row, email, {
    brand,
    link: `${deps.originOf(brand, country)}${orderLinkPath}?${query}`,
    subject: `${brand}: your order ${orderNumber}`,
    line: `With this link you can look at your order ${orderNumber}:`,
    action: 'Look at my order',
  })
}

/** Mails a member the link that shows the account is the address's: with it past orders of the address join the account. */
export async function sendClaimLink(deps: LinkDeps, row: OutboxRow): Promise<Delivered> {
  const { brand, country, askedAt } = payloadOf(row, claimRequest)
  const email = await readMemberEmail(deps.database, row.shopperId)
  if (email === '') return { state: 'done' }
  const counted = { email, about: row.shopperId, tries: row.tries }
  if (!(await mayMail(deps.throttle, deps.database, mailLimits.orderLink, counted))) return { state: 'done' }
  const query = new URLSearchParams(signedUntil(deps, { kind: 'claim', of: row.shopperId }, askedAt))
  return send(deps, row, email, {
    brand,
    link: `${deps.originOf(brand, country)}${claimPath}?${query}`,
    subject: `${brand}: your past orders`,
    line: 'With this link the orders you placed with this address as a guest come into your account:',
    action: 'Bring my past orders into my account',
  })
}

type LinkMail = { readonly brand: Brand } & { readonly [Part in 'link' | 'subject' | 'line' | 'action']: string }

async function linkMail({ brand, link, subject, line, action: label }: LinkMail): Promise<WrittenMail> {
  const known = `The link works for ${orderLinkHours} hours. If it was not you who asked, there is nothing to do.`
  const html = await mailHtml({ brand, subject, preview: line, help: '' }, (looks) =>
    h('div', null, subjectHeading(looks, subject), paragraph([line]), action(looks, label, link), note(looks, known)),
  )
  return { subject, text: `${brand}\n\n${line}\n\n${link}\n\n${known}\n`, html }
}

async function send(
  deps: Pick<DeliveryDeps, 'mail' | 'mailFrom'>,
  row: OutboxRow,
  to: string,
  mail: LinkMail,
): Promise<Delivered> {
  const host = deps.mailFrom.split('@')[1] ?? 'localhost'
  const messageId = `<${row.topic.replace('mail.', '')}.${row.outboxId}@${host}>`
  const written = await linkMail(mail)
  const sent = await deps.mail.sendMail({ messageId, from: deps.mailFrom, to, ...written, headers: {} })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}
