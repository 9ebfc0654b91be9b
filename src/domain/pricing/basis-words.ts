import { statesOf } from '#domain/address/states.ts'
import { formatCents } from '#domain/price-format.ts'
import type { PromoBenefit } from '#domain/promo/promo.ts'
import { type Destination, shipMethodNames } from '#domain/shipping/methods.ts'
import type { Country, Currency } from '#domain/variant.ts'
import type { Basis } from './basis.ts'
import type { ExplainRow } from './cart-facts.ts'
import { salesTax } from './tax.ts'

/** The names an explanation uses: of a line's item, of the currency, and the country's word for a postal code. */
export type Names = {
  readonly titleOf: (lineId: string) => string
  readonly currency: Currency
  readonly postalCodeWord: string
}

/** A rate in millionths for people: 62500 is '6.25%'. */
export function percentText(millionths: number): string {
  return `${millionths / 10_000}%`
}

/** What the cents of a row belong to. */
export function partName({ basis, of }: ExplainRow, { titleOf }: Names): string {
  switch (basis.kind) {
    case 'pieces':
    case 'promo':
    case 'installation':
      return titleOf(of)
    case 'shipment':
      return withPlace(shipMethodNames[basis.method], basis.destination)
    case 'surcharge':
      return basis.destination === null ? 'Surcharge' : stateName(basis.destination)
    case 'giftWrap':
      return basis.wrap === 'box' ? 'Gift box' : 'Gift wrap'
    case 'tax':
      return placeName(basis.place)
    case 'tender':
      return 'Applied'
  }
}

/** How the cents of a row were made: its rule, the row of the rate table, and what it was applied to. */
export function basisWords({ basis, cents }: ExplainRow, { currency }: Names): string {
  const money = (amount: number) => formatCents(amount, currency)
  switch (basis.kind) {
    case 'pieces':
      return `${basis.quantity} × ${money(basis.unitCents)}`
    case 'promo':
      return `Its share of ${money(basis.discountCents)}: ${basis.code} takes ${benefitWords(basis.benefit, money)} ${money(basis.merchandiseCents)} of merchandise.`
    case 'shipment':
      return shipmentWords(basis, money)
    case 'surcharge':
      return `Standard shipping to Alaska, Hawaii and the territories costs ${money(cents)} more.`
    case 'installation':
      return `${basis.quantity} × ${money(basis.feeCents)}`
    case 'giftWrap':
      return `${money(cents)} for each address.`
    case 'tax':
      return taxWords(basis, money)
    case 'tender':
      return tenderWords(basis, money)
  }
}

type Money = (cents: number) => string
type Of<Kind extends Basis['kind']> = Extract<Basis, { kind: Kind }>

function tenderWords({ availableCents, dueCents, giftCardCents = 0 }: Of<'tender'>, money: Money): string {
  const aside = giftCardCents > 0 ? ` beside gift cards of ${money(giftCardCents)}` : ''
  return `Worth ${money(availableCents)}; ${money(dueCents)} was still to pay${aside}.`
}

function benefitWords(benefit: PromoBenefit, money: Money): string {
  if (benefit.kind === 'percent') return `${percentText(benefit.millionths)} off`
  return benefit.kind === 'amount' ? `${money(benefit.cents)} off` : 'nothing off'
}

function shipmentWords(basis: Of<'shipment'>, money: Money): string {
  const { standard, extraCents, merchandiseCents } = basis
  if (standard === null) return extraCents === 0 ? 'Free.' : `One charge of ${money(extraCents)}, however many pieces.`
  const worth = `${money(merchandiseCents)} of merchandise`
  const row = basis.isFree
    ? 'Standard shipping is free with your promotion code.'
    : standard.kind === 'band'
      ? `${worth}: from ${money(standard.aboveCents === 0 ? 0 : standard.aboveCents + 1)} to ${money(standard.toCents)} costs ${money(standard.feeCents)}.`
      : `${worth}: above ${money(standard.aboveCents)} it is ${percentText(standard.millionths)}, at most ${money(standard.capCents)}.`
  return extraCents === 0 ? row : `${row} ${shipMethodNames[basis.method]} adds ${money(extraCents)}.`
}

function taxWords({ part, millionths, base }: Of<'tax'>, money: Money): string {
  const all = base.line + base.installation + base.shipping
  const of = [
    base.line > 0 && `items ${money(base.line)}`,
    base.shipping > 0 && `shipping ${money(base.shipping)}`,
    base.installation > 0 && `installation ${money(base.installation)}`,
  ].filter((word) => word !== false)
  const name = part === salesTax ? 'State rate' : part
  return `${name} ${percentText(millionths)} of ${money(all)}: ${of.join(', ')}.`
}

function stateName({ state, country }: Pick<Destination, 'state' | 'country'>): string {
  return statesOf[country].find((one) => one.code === state)?.name ?? state
}

/** From a row of the tax table, such as 'US-IL' or, of local rates, 'US-IL-60563'. */
function placeName(place: string): string {
  const [country = '', state = '', ...local] = place.split('-')
  return [stateName({ state, country: country as Country }), ...local].join(' ')
}

function withPlace(method: string, destination: Destination | null): string {
  return destination === null ? method : `${method} to ${stateName(destination)}`
}
