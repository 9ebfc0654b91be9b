import { storeDay } from '#domain/days.ts'
import {
  type AccountAddressRow,
  accountAddressesOf,
  accountAddressSelect,
} from '#server/address/account-address-store.ts'
import type { CartOwner } from '#server/cart/cart-store.ts'
import type { AccountHoldings } from '#server/checkout/checkout-view.ts'
import { taxExemptSelect } from '#server/checkout/tax-exemption-store.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { type AccountCard, accountCardSelect } from '#server/payment/account-card-store.ts'
import {
  type CartToPrice,
  type CartToPriceRow,
  cartToPriceOf,
  cartToPriceSelect,
} from '#server/pricing/cart-to-price-store.ts'
import { regionsOfCart } from '#server/pricing/price-along-store.ts'
import { fullTripSelect } from '#server/shipping/trip-store.ts'

/** Who reads the checkout, when, and which version of the cart she saw last. */
type CheckoutReader = CartOwner & {
  readonly auth: 'guest' | 'member'
  readonly now: Date
  readonly seenVersion: number | null
}

/** The cart with what its answer depends on, and in-home delivery windows without a free place, from step 2 on. */
type CheckoutToPrice = CartToPrice & { readonly fullTrips: ReadonlySet<number> }
type ReadCheckout = { readonly read: CheckoutToPrice | undefined; readonly holdings: AccountHoldings }

type CheckoutRow = CartToPriceRow & { readonly full_trips: readonly number[] | null }

const checkoutSelect = cartToPriceSelect(
  `, case when c.highest_step >= 2 then (select json_agg(f."tripId") from (${fullTripSelect(regionsOfCart, '$5')}) f) end as full_trips`,
)

const load = statement<{ cart: CheckoutRow }>('checkout.load', checkoutSelect)
const loadOfMember = statement<{
  readonly cart: CheckoutRow | null
  readonly addresses: readonly AccountAddressRow[] | null
  readonly cards: readonly AccountCard[] | null
  readonly isTaxExempt: boolean | null
}>(
  'checkout.load-of-member',
  `select (${checkoutSelect}) as cart, (select json_agg(a) from (${accountAddressSelect('$1')}) a) as addresses,
     (select json_agg(k) from (${accountCardSelect('$1')}) k) as cards, (${taxExemptSelect('$1')}) as "isTaxExempt"`,
)

const nothingHeld: AccountHoldings = { addresses: [], cards: [], isTaxExempt: false }

/**
 * The live cart with what the checkout's answer depends on beside the facts of its skus, and what a member's account holds for
 * it, in one statement.
 */
export async function readCheckout(sql: Sql, reader: CheckoutReader): Promise<ReadCheckout> {
  const { shopperId, variant, now, seenVersion } = reader
  const values = [shopperId, variant.brand, variant.country, seenVersion, storeDay(now)]
  if (reader.auth === 'guest') return { read: toPrice((await sql.row(load, values))?.cart), holdings: nothingHeld }
  const row = await sql.row(loadOfMember, values)
  const { cards, isTaxExempt } = row ?? {}
  const addresses = accountAddressesOf(row?.addresses ?? [])
  return {
    read: toPrice(row?.cart),
    holdings: { addresses, cards: cards ?? [], isTaxExempt: isTaxExempt ?? false },
  }
}

function toPrice(row: CheckoutRow | null | undefined): CheckoutToPrice | undefined {
  if (row === null || row === undefined) return undefined
  const { full_trips, ...cart } = row
  return { ...cartToPriceOf(cart), fullTrips: new Set(full_trips ?? []) }
}
