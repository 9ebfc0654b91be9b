import { type ReactNode, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { amountsAbroad } from '#domain/pricing/abroad.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { useAnnounced } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMoney, useVariant } from '#web/variants/context.tsx'
import styles from './order-summary.module.css'

export type OrderSummaryAmounts = CartReply['orderSummary']

export type OrderSummaryRowsProps = {
  readonly amounts: OrderSummaryAmounts
  /** The applied promotion code, named beside the discount. */
  readonly promoCode?: string
  /** A change is on its way: the amounts may still move (SCENE-14). */
  readonly isPending?: boolean
  /** It goes to another country: shipping, duties and taxes are told with the answer to the request (CART-33). */
  readonly isAbroad?: boolean
  /** It is the cart's, which the server explains to the cent (BEYOND-06). */
  readonly isExplained?: boolean
}

type Row = { readonly name: string; readonly amount: string; readonly kind?: 'good' | 'total' }

/**
 * Every amount that makes the total, none of them new on review (UX-06); rewards and what they exceed (CART-23). What
 * depends on a place that nobody has named is not said as a fact (CALM-01).
 */
export function OrderSummaryRows({
  amounts: known,
  promoCode,
  isPending = false,
  isAbroad = false,
  isExplained = false,
}: OrderSummaryRowsProps): ReactNode {
  const money = useMoney()
  const amounts = isAbroad ? amountsAbroad(known) : known
  const { postalCodeWord, hasSplitTax } = useVariant()
  // a total that moved is told, whatever moved it (UX-09); '' until it does
  const [announced, setAnnounced] = useState({ due: amounts.amountDue, text: '' })
  if (announced.due !== amounts.amountDue && !isPending)
    setAnnounced({ due: amounts.amountDue, text: `New total: ${money(amounts.amountDue)}` })
  useAnnounced(announced.text)
  const rows: Row[] = [{ name: 'Subtotal', amount: money(amounts.subtotal) }]
  const add = (name: string, cents: number) => cents !== 0 && rows.push({ name, amount: money(cents) })
  const take = (name: string, cents: number) => cents !== 0 && rows.push({ name, amount: money(-cents), kind: 'good' })

  take(promoCode ? `Discount (${promoCode})` : 'Discount', amounts.discount)
  const names = namesOf(amounts, isAbroad)
  const isGiven = isDonationAlone(amounts)
  if (!isAbroad && !isGiven)
    rows.push({ name: names.shipping, amount: amounts.shipping === 0 ? 'Free' : money(amounts.shipping) })
  add('Shipping surcharge', amounts.surcharge)
  add('Installation', amounts.installation)
  add('Gift options', amounts.giftOptions)
  add('Donation', amounts.donation)
  const taxes = hasSplitTax && amounts.taxParts.length > 0 ? amounts.taxParts : [{ name: 'Tax', cents: amounts.tax }]
  if (isAbroad) rows.push({ name: 'Shipping, duties and taxes', amount: 'By request' })
  else if (amounts.isTaxKnown) for (const { name, cents } of taxes) rows.push({ name, amount: money(cents) })
  else {
    // what is picked up is taxed already, and in the total
    const isPartlyKnown = amounts.tax !== 0
    if (isPartlyKnown) for (const { name, cents } of taxes) add(`${name} so far`, cents)
    const missing = amounts.taxMessage ?? `Enter ${postalCodeWord}`
    rows.push({ name: isPartlyKnown ? 'Tax on the rest' : 'Tax', amount: missing })
  }

  const isPartlyPaid = amounts.amountDue !== amounts.total
  rows.push({ name: names.total, amount: money(amounts.total), kind: 'total' })
  if (amounts.rewardsTotal !== 0) take('Rewards', amounts.rewardsTotal)
  take('Gift cards', amounts.giftCardsTotal)
  take('Tender codes', amounts.tenderCodesTotal)
  if (isPartlyPaid) rows.push({ name: 'Amount due', amount: money(amounts.amountDue), kind: 'total' })

  return (
    <>
      <dl className={styles.rows} aria-busy={isPending}>
        {rows.map((row) => (
          <div key={row.name} className={styles.row} data-kind={row.kind}>
            <dt>{row.name}</dt>
            <dd>{row.amount}</dd>
          </div>
        ))}
      </dl>
      {amounts.rewardsExceedOrderTotalMessage !== '' && (
        <p className={styles.note}>{amounts.rewardsExceedOrderTotalMessage}</p>
      )}
      {isPartlyPaid && amounts.storedValueMessage && <p className={styles.note}>{amounts.storedValueMessage}</p>}
      {isExplained && (
        <Button
          kind="plain"
          className={styles.explain}
          onClick={() => openLayer('totalExplained', { totalName: names.total })}
        >
          How this adds up
        </Button>
      )}
      <p className={styles.pending} role="status">
        {isPending ? 'Updating totals …' : ''}
      </p>
    </>
  )
}

/** Nothing is sent then (CART-13). */
function isDonationAlone({ subtotal, donation }: OrderSummaryAmounts): boolean {
  return donation > 0 && subtotal === 0
}

/** How shipping and total are called: by what is known of the place (CALM-01). */
function namesOf({ isTaxKnown, tax, taxMessage }: OrderSummaryAmounts, isAbroad: boolean) {
  if (isAbroad) return { shipping: 'Shipping', total: 'Total before shipping' }
  const isPlaceMissing = !isTaxKnown && taxMessage === undefined
  const beforeTax = tax === 0 ? 'Total before tax' : 'Total so far'
  return {
    shipping: isPlaceMissing ? 'Estimated shipping' : 'Shipping',
    total: isTaxKnown ? 'Total' : beforeTax,
  }
}

/** What there is to pay, and how the summary calls it. */
export function dueOf(
  known: OrderSummaryAmounts,
  isAbroad: boolean,
): { readonly name: string; readonly cents: number } {
  const amounts = isAbroad ? amountsAbroad(known) : known
  const isPartlyPaid = amounts.amountDue !== amounts.total
  return { name: isPartlyPaid ? 'Amount due' : namesOf(amounts, isAbroad).total, cents: amounts.amountDue }
}
