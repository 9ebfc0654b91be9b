import { tenderName } from '#domain/payment/tender-name.ts'
import type { MailAmount, OrderMailFacts } from '#server/order/order-mail.ts'

const amountNames: readonly (readonly [name: string, text: string, sign: 1 | -1])[] = [
  ['subtotal', 'Merchandise', 1],
  ['discount', 'Discount', -1],
  ['shipping', 'Shipping', 1],
  ['surcharge', 'Shipping surcharge', 1],
  ['installation', 'Installation', 1],
  ['giftOptions', 'Gift options', 1],
  ['donation', 'Donation', 1],
  ['tax', 'Tax', 1],
]
const storedValueNames: readonly (readonly [name: string, text: string])[] = [
  ['rewardsTotal', 'Reward certificates'],
  ['giftCardsTotal', 'Gift cards'],
  ['tenderCodesTotal', 'Tender codes'],
]

/** The tenders in the order they paid, and what they come to: the mail's own tender table (BEYOND-03). */
export function paymentLines(payments: OrderMailFacts['payments'], price: (cents: number) => string): MailAmount[] {
  const rows = payments.map((payment) => {
    return { name: tenderName(payment), amount: price(payment.amountCents), isTotal: false }
  })
  if (rows.length < 2) return rows
  const paid = payments.reduce((total, { amountCents }) => total + amountCents, 0)
  return [...rows, { name: 'In all', amount: price(paid), isTotal: true }]
}

/** The rows that make a total, none of them that is nothing; then what stored value pays of it. */
export function amountsOf(
  summary: OrderMailFacts['summary'],
  price: (cents: number) => string,
  totalName = 'Total',
): MailAmount[] {
  const cents = (name: string) => (typeof summary[name] === 'number' ? summary[name] : 0)
  const row = (name: string, text: string, sign: 1 | -1) => {
    return {
      name: text,
      amount: price(sign * cents(name)),
      isTotal: false,
      isShown: name === 'subtotal' || cents(name) !== 0,
    }
  }
  const parts = amountNames.map(([name, text, sign]) => row(name, text, sign))
  const paid = storedValueNames.map(([name, text]) => row(name, text, -1))
  const total = { name: totalName, amount: price(cents('total')), isTotal: true }
  const shown = (rows: ReturnType<typeof row>[]) =>
    rows.filter(({ isShown }) => isShown).map(({ name, amount, isTotal }) => ({ name, amount, isTotal }))
  return [...shown(parts), total, ...shown(paid)]
}
