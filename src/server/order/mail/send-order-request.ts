import { createElement as h } from 'react'
import { z } from 'zod'
import { countryName } from '#domain/address/request-countries.ts'
import type { Delivered, DeliveryDeps } from './delivery-deps.ts'
import { mailHtml } from './mail-layout.ts'
import { paragraph } from './mail-parts.ts'
import { type OutboxRow, payloadOf } from './outbox-store.ts'
import { textOfMail, type WrittenMail } from './written-mail.ts'

const requestedOrder = z.object({
  brand: z.enum(['CB', 'CB2']),
  store: z.enum(['US', 'CA']),
  name: z.string(),
  email: z.string(),
  country: z.string(),
  phone: z.string(),
  message: z.string(),
  items: z
    .array(
      z.object({ sku: z.number(), title: z.string(), quantity: z.number(), isPersonalized: z.boolean() }).readonly(),
    )
    .readonly(),
})

/** An order to another country as a shopper asks for it: who, and what lies in the cart. */
export type RequestedOrder = Readonly<z.output<typeof requestedOrder>>

/** Mails the retailer an order that a shopper asks for (SHIPPOP-16); who answers the mail answers the shopper. */
export async function sendOrderRequest(
  deps: Pick<DeliveryDeps, 'mail' | 'mailFrom' | 'requestsTo'>,
  row: OutboxRow,
): Promise<Delivered> {
  const order = payloadOf(row, requestedOrder)
  const host = deps.mailFrom.split('@')[1] ?? 'localhost'
  const sent = await deps.mail.sendMail({
    messageId: `<order-request.${row.outboxId}@${host}>`,
    from: deps.mailFrom,
    to: deps.requestsTo,
    ...(await requestMail(order)),
    headers: { 'Reply-To': order.email },
  })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}

async function requestMail(order: RequestedOrder): Promise<WrittenMail> {
  const { brand, store, name, email, country, phone, message, items } = order
  const subject = `${brand} ${store}: an order to ${countryName(country)} is asked for`
  const facts = [`Name: ${name}`, `Email: ${email}`, ...(phone === '' ? [] : [`Phone: ${phone}`])]
  const pieces = items.map(({ sku, title, quantity, isPersonalized }) => {
    return `${quantity} x ${title} (SKU ${sku}${isPersonalized ? ', personalized' : ''})`
  })
  const parts = [
    [subject],
    [...facts, `Country: ${countryName(country)}`],
    pieces.length === 0 ? ['The cart is empty.'] : ['In the cart:', ...pieces],
    ...(message === '' ? [] : [['Message:', ...message.split('\n')]]),
    ['Nothing was ordered or charged. An answer to this mail goes to the shopper.'],
  ]
  const text = textOfMail(parts)
  const html = await mailHtml({ brand, subject, preview: subject, help: '' }, () =>
    parts.map((lines, index) => h('div', { key: index }, paragraph(lines))),
  )
  return { subject, text, html }
}
