import type { Address } from '#domain/address/address.ts'
import { countryOfPostalCode } from '#domain/address/postal-code.ts'
import type { Cart, CartLine, CartPayment, CartTender, Recipient, RegistryOwner } from '#domain/cart/cart.ts'
import { withRegistrantAddresses } from '#domain/cart/recipients/registrant-address.ts'
import type { SkuStamp } from '#domain/catalog/sku.ts'
import { stampSelect } from '#server/catalog/catalog-store.ts'

export type LineRow = CartLine & { readonly list: 'cart' | 'saved' }

type Registrant = RegistryOwner & { readonly address: Address | null }

export type CartRow = Omit<
  Cart,
  'lines' | 'savedLines' | 'recipients' | 'payments' | 'tenders' | 'registrantAddresses' | 'registryOwners' | 'stamps'
> & {
  readonly all_lines: readonly LineRow[] | null
  readonly recipients: readonly Recipient[] | null
  readonly payments: readonly CartPayment[] | null
  readonly tenders: readonly CartTender[] | null
  readonly registrants: readonly Registrant[] | null
  readonly stamps: readonly SkuStamp[] | null
}

/** The bits of `cart.parts`: what of a cart is there beside its lines. The database keeps them (migration 0052). */
const parts = { recipients: 1, payments: 2, tenders: 4, registry: 8 } as const

/** A part of cart `c`, looked for only where its bit says that it is there. */
function ifThere(part: keyof typeof parts, select: string): string {
  return `case when c.parts & ${parts[part]} <> 0 then ${select} end`
}

/**
 * One text that reads a whole cart in one statement, however many lines it has; `condition` chooses it. It answers one
 * JSON: the driver would take longer over its columns than the database. `more` is further columns with their names, of cart `c`.
 */
export function cartSelect(condition: string, more = ''): string {
  return `select to_json(b) as cart from (select c.shopper_id as "shopperId", c.cart_id as "cartId", c.brand, c.country, c.currency, c.state, c.version,
    c.highest_step as "highestStep", c.is_guest_checkout as "isGuestCheckout", c.tax_zip as "taxZip",
    c.discount_code as "discountCode", c.is_tax_exempt as "isTaxExempt", c.billing_address as "billingAddress",
    c.is_billing_same as "isBillingSame", c.is_billing_mail_welcome as "isBillingMailWelcome",
    (select json_agg(l) from (
      select line_id as "lineId", list, position, sku, merge_key as "mergeKey", part, quantity, option_choice as "optionChoice",
        ship_method as "shipMethod", is_pickup as "isPickup", location_id as "locationId",
        installation_type as "installationType", personalization, gift_registry_id as "giftRegistryId",
        donation_cents as "donationCents", recipient_id as "recipientId", seen_unit_cents as "seenUnitCents"
      from shop.cart_line where shopper_id = c.shopper_id and cart_id = c.cart_id order by position, line_id) l) as all_lines,
    ${ifThere(
      'recipients',
      `(select json_agg(r) from (
      select recipient_id as "recipientId", position, address, is_pickup as "isPickup", location_id as "locationId",
        case when is_ship_complete then array_append(complete_kinds, 'parcel') else complete_kinds end as "completeKinds", holiday_hold as "holidayHold", trip_window_id as "tripWindowId", crew_phone as "crewPhone", access_notes as "accessNotes",
        gift_options as "giftOptions", bops_options as "bopsOptions", mailing_opt_in as "isMailWelcome"
      from shop.recipient where shopper_id = c.shopper_id and cart_id = c.cart_id order by position, recipient_id) r)`,
    )} as recipients,
    ${ifThere(
      'payments',
      `(select json_agg(p) from (
      select slot, basket_payment_id as "basketPaymentId", basket_payment_guid as "basketPaymentGuid", method, provider,
        token, brand, selection_type as "selectionType", coalesce(last_four, '') as "lastFour", exp_month as "expMonth",
        exp_year as "expYear", amount_cents as "amountCents", save_to_account as "saveToAccount",
        has_verify_data as "hasVerifyData", account_card_id as "accountCardId", is_verified as "isVerified",
        is_auto_applied as "isAutoApplied", wallet, plcc_option as "plccOption",
        has_accepted_terms as "hasAcceptedTerms"
      from shop.cart_payment where shopper_id = c.shopper_id and cart_id = c.cart_id order by slot) p)`,
    )} as payments,
    ${ifThere(
      'tenders',
      `(select json_agg(t) from (
      select w.tender_id as "tenderId", w.position, w.kind,
        coalesce(case when coalesce(g.is_demo, v.is_demo) and not shop.demo_pays() then 0
          when w.kind = 'giftCard' then case when g.status = 'active' then g.balance_cents - g.held_cents end
          when v.state = 'free' and (v.ends_at is null or v.ends_at > now()) then v.amount_cents end, 0) as "availableCents",
        coalesce(g.last4, v.last4, '') as label, v.expires_on as "expiresOn", w.worth_cents as "worthCents"
      from shop.cart_tender w
      left join shop.gift_card g on w.kind = 'giftCard' and g.card_id = w.tender_id
      left join shop.certificate v on w.kind <> 'giftCard' and v.certificate_id = w.tender_id
      where w.shopper_id = c.shopper_id and w.cart_id = c.cart_id order by w.position) t)`,
    )} as tenders,
    ${ifThere(
      'registry',
      `(select json_agg(h) from (
      select distinct on (g.gr_id) g.gr_id as "grId", g.address, g.owner_names as "ownerNames",
        g.closed_at is not null as "isClosed"
      from shop.cart_line l join shop.registry g on g.gr_id = l.gift_registry_id
      where l.shopper_id = c.shopper_id and l.cart_id = c.cart_id and l.gift_registry_id <> 0 and l.list = 'cart'
        order by g.gr_id) h)`,
    )} as registrants,
    (select json_agg(s) from (${stampSelect(
      'c.country',
      `(select distinct sku from shop.cart_line where shopper_id = c.shopper_id and cart_id = c.cart_id) l
       join shop.sku k on k.sku = l.sku and k.brand = c.brand`,
    )}) s) as stamps${more}
    from shop.cart c where ${condition}) b`
}

/** The cart of a row of that select. */
export function cartOf({ all_lines, recipients, payments, tenders, registrants, stamps, ...own }: CartRow): Cart {
  const lines = all_lines ?? []
  const cart = {
    ...own,
    // carts from before the store took its own country's codes alone may hold another's (decision 0077)
    taxZip: countryOfPostalCode(own.taxZip) === own.country ? own.taxZip : '',
    lines: lines.filter((line) => line.list === 'cart'),
    savedLines: lines.filter((line) => line.list === 'saved'),
    recipients: recipients ?? [],
    payments: payments ?? [],
    tenders: tenders ?? [],
    stamps: stamps ?? [],
  }
  if (registrants === null) return withRegistrantAddresses(cart)
  const registryOwners = registrants.map(({ grId, ownerNames, isClosed }) => ({ grId, ownerNames, isClosed }))
  const registrantAddresses = registrants.flatMap(({ grId, address }) => (address === null ? [] : [{ grId, address }]))
  return withRegistrantAddresses({ ...cart, registryOwners, registrantAddresses })
}
