import { tenderName } from '#domain/payment/tender-name.ts'
import { salesTax } from '#domain/pricing/tax.ts'
import type { MailAmount, OrderMailFacts } from './order-mail-content.ts'

const amountNames: readonly (readonly [name: string, text: string, sign: 1 | -1])[] = [
  ['subtotal', 'Subtotal', 1],
  ['discount', 'Discount', -1],
  ['shipping', 'Shipping', 1],
  ['surcharge', 'Shipping surcharge', 1],
  ['installation', 'Installation', 1],
  ['giftOptions', 'Gift options', 1],
  ['donation', 'Donation', 1],
]
const storedValueNames: readonly (readonly [name: string, text: string])[] = [
  ['rewardsTotal', 'Rewards'],
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

/** GST, HST, PST and QST by their names, as a Canadian receipt must have them; the one tax of a state is 'Tax' (OPEN-78). */
function taxRows({ tax, taxParts }: OrderMailFacts['summary']): readonly (readonly [name: string, cents: number])[] {
  const parts = Array.isArray(taxParts)
    ? (taxParts as readonly { readonly name: string; readonly cents: number }[])
    : []
  const isSplit = parts.some(({ name }) => name !== salesTax)
  if (isSplit) return parts.map(({ name, cents }) => [name, cents])
  return typeof tax === 'number' && tax !== 0 ? [['Tax', tax]] : []
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
  const taxes = taxRows(summary).map(([name, tax]) => ({ name, amount: price(tax), isTotal: false }))
  const paid = storedValueNames.map(([name, text]) => row(name, text, -1))
  const total = { name: totalName, amount: price(cents('total')), isTotal: true }
  const shown = (rows: ReturnType<typeof row>[]) =>
    rows.filter(({ isShown }) => isShown).map(({ name, amount, isTotal }) => ({ name, amount, isTotal }))
  return [...shown(parts), ...taxes, total, ...shown(paid)]
}
