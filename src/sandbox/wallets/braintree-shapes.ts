import { z } from 'zod'
import { escapeHtml } from '#domain/escape-html.ts'
import type { PaymentRow, RefundRow } from '#sandbox/card-gateway/payment-store.ts'

const decimal = z.string().regex(/^\d{1,7}\.\d{2}$/)

/** The part of Braintree's requests that we speak; its library sends JSON. */
export const saleBody = z.object({
  transaction: z.object({
    type: z.literal('sale'),
    amount: decimal,
    order_id: z.string().min(1).max(80),
    payment_method_nonce: z.string().min(1),
    merchant_account_id: z.string().optional(),
    device_data: z.string().optional(),
    options: z.object({ submit_for_settlement: z.boolean() }),
  }),
})
export const amountBody = z.object({ transaction: z.object({ amount: decimal, order_id: z.string().optional() }) })
export const searchBody = z.object({
  search: z.object({
    order_id: z.object({ is: z.string() }).optional(),
    created_at: z.object({ min: z.string() }).optional(),
    ids: z.array(z.string()).optional(),
  }),
})

export const centsOf = (amount: string): number => Math.round(Number(amount) * 100)

const statusOf: { readonly [state in PaymentRow['state']]: string } = {
  authorized: 'authorized',
  captured: 'submitted_for_settlement',
  voided: 'voided',
  refunded: 'settled',
  refused: 'processor_declined',
  challenge: 'authorizing',
}

/** Braintree's processor response codes, and its own word where its fraud tools said no. */
const responseCodes: { readonly [refusal: string]: string } = {
  wrongCode: '2010',
  wrongExpiry: '2004',
  insufficientFunds: '2001',
  cardBlocked: '2053',
  suspectedFraud: '2014',
  bankAway: '3000',
}

function responseCode(refusal: string | null): string {
  return `<processor-response-code>${responseCodes[refusal ?? ''] ?? '2000'}</processor-response-code>`
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** A sale, or what was given back of it. */
export type Entry = { readonly payment: PaymentRow; readonly refund: RefundRow | null }

export const idOf = ({ payment, refund }: Entry): string => refund?.psp ?? payment.psp

function element({ payment, refund }: Entry): string {
  const id = idOf({ payment, refund })
  const { state, reference } = refund ? ({ state: 'captured', reference: refund.key } as const) : payment
  // a sale of which a part is taken is of that part from then on
  const amount = refund?.amount ?? (payment.captured > 0 ? payment.captured : payment.amount)
  const type = refund ? 'credit' : 'sale'
  const of = refund ? `<refunded-transaction-id>${escapeHtml(payment.psp)}</refunded-transaction-id>` : ''
  const event = (status: string, cents: number) =>
    `<status-event><status>${status}</status><amount>${(cents / 100).toFixed(2)}</amount></status-event>`
  const isHeld = refund === null && state !== 'refused' && state !== 'challenge'
  const history = `${isHeld ? event('authorized', payment.amount) : ''}${state === 'authorized' ? '' : event(statusOf[state], amount)}`
  return `<transaction><id>${escapeHtml(id)}</id><status>${statusOf[state]}</status><type>${type}</type>${of}<amount>${(amount / 100).toFixed(2)}</amount><currency-iso-code>${payment.currency}</currency-iso-code><order-id>${escapeHtml(reference)}</order-id>${state === 'refused' ? responseCode(payment.refusal) : ''}<status-history type="array">${history}</status-history><created-at type="datetime">${new Date(payment.made_at).toISOString()}</created-at></transaction>`
}

export function transactionXml(payment: PaymentRow): string {
  return head + element({ payment, refund: null })
}

/** Braintree's answer to what it will not do; with the transaction when the wallet's bank said no. */
export function errorXml(message: string, payment?: PaymentRow): string {
  return `${head}<api-error-response><errors><errors type="array"/></errors><params><transaction><type>sale</type></transaction></params><message>${escapeHtml(message)}</message>${payment ? element({ payment, refund: null }) : ''}</api-error-response>`
}

export function foundIdsXml(ids: readonly string[]): string {
  const items = ids.map((id) => `<item>${escapeHtml(id)}</item>`).join('')
  return `${head}<search-results><page-size type="integer">50</page-size><ids type="array">${items}</ids></search-results>`
}

export function foundXml(entries: readonly Entry[]): string {
  return `${head}<credit-card-transactions type="collection"><current-page-number type="integer">1</current-page-number><page-size type="integer">50</page-size><total-items type="integer">${entries.length}</total-items>${entries.map(element).join('')}</credit-card-transactions>`
}

export function clientTokenXml(value: string): string {
  return `${head}<client-token><value>${escapeHtml(value)}</value></client-token>`
}
