import type { CartEventKind } from '#domain/cart/events.ts'
import { formatCents } from '#domain/price-format.ts'
import { shipMethodNames } from '#domain/shipping/methods.ts'
import type { Currency } from '#domain/variant.ts'
import type { ShownChange, ShownFacts } from './stored-facts.ts'

/** Who changed a cart: its shopper, a sign-in, the placing of an order, or the shop by itself. */
export type ChangedBy = 'shopper' | 'sign-in' | 'order' | 'shop'

/** What the facts of an event are told with. */
export type EventTerms = {
  readonly currency: Currency
  /** A piece by its number and name. */
  readonly piece: (sku: number) => string
  /** The sku of a line as it stood before the event; 0 for one that is not known. */
  readonly skuOf: (lineId: string) => number
}

type Words = (facts: ShownFacts, terms: EventTerms) => string

const some = (lines: ShownFacts['lines'], { piece }: EventTerms) =>
  (lines ?? [])
    .map(({ sku = 0, quantity }) => `${quantity === undefined ? '' : `${quantity} x `}${piece(sku)}`)
    .join(', ')
const one = (facts: ShownFacts, terms: EventTerms) => some([{ sku: facts.sku, quantity: facts.quantity }], terms)
const line = ({ lineId = '' }: ShownFacts, { piece, skuOf }: EventTerms) => piece(skuOf(lineId))
const place = ({ state = '', postalCode = '' }: ShownFacts) => `${state} ${postalCode}`.trim()
const method = (number: number) => (isMethod(number) ? shipMethodNames[number] : `method ${number}`)

/** Each kind of event: who caused it, and what it did, in words for an operator. */
const told: { readonly [Kind in CartEventKind]: readonly [by: ChangedBy, words: Words] } = {
  nothing: ['shop', () => 'was looked at: what had changed meanwhile was noted'],
  itemsAdded: ['shopper', (facts, terms) => `added ${some(facts.lines, terms)}`],
  donationSet: [
    'shopper',
    (facts, { piece, currency }) => `donation ${piece(facts.sku ?? 0)}: ${formatCents(facts.cents ?? 0, currency)}`,
  ],
  quantityChanged: ['shopper', (facts, terms) => `quantity of ${line(facts, terms)}: ${facts.before} → ${facts.after}`],
  lineRemoved: ['shopper', (facts, terms) => `removed ${one(facts, terms)}`],
  linesRemoved: ['shopper', (facts, terms) => `removed ${some(facts.lines, terms)} (${facts.reason})`],
  lineRestored: ['shopper', (facts, terms) => `put back ${one(facts, terms)}`],
  lineSavedForLater: ['shopper', (facts, terms) => `saved for later ${one(facts, terms)}`],
  lineMovedToCart: ['shopper', (facts, terms) => `moved to the cart ${one(facts, terms)}`],
  savedLineRemoved: ['shopper', (facts, terms) => `removed from what was saved ${one(facts, terms)}`],
  installationRemoved: ['shopper', (facts, terms) => `took the installation off ${some(facts.lines, terms)}`],
  deliveryChanged: [
    'shopper',
    (facts, terms) =>
      `${line(facts, terms)}: ${facts.isPickup ? `picked up at location ${facts.locationId}` : `shipped, ${method(facts.shipMethod ?? 1)}`}`,
  ],
  giftMadeOwn: ['shopper', (facts, terms) => `kept a gift as an own item: ${line(facts, terms)}`],
  lineChanged: ['shopper', (facts, terms) => `changed ${line(facts, terms)} to ${one(facts, terms)}`],
  lineChangeUndone: ['shopper', (facts, terms) => `undid the change to ${line(facts, terms)}`],
  zipApplied: ['shopper', ({ zip }) => `ZIP ${zip}`],
  promoApplied: ['shopper', ({ code }) => `promotion ${code} applied`],
  promoRemoved: ['shopper', ({ code, reason }) => `promotion ${code} removed (${reason})`],
  tenderApplied: ['shopper', ({ kind, label }) => `${tenderName(kind)} ending in ${label} applied`],
  tenderRemoved: ['shopper', ({ kind, label }) => `${tenderName(kind)} ending in ${label} removed`],
  certificatesRemoved: ['shopper', ({ count }) => `reward certificates removed: ${count}`],
  guestCheckoutChosen: ['shopper', () => 'went on as a guest'],
  stepOpened: ['shopper', (facts, terms) => `opened step ${facts.step}${paidBy(facts, terms, '; paid by ')}`],
  shippingAddressSaved: ['shopper', (facts) => `shipping address saved: ${place(facts)}`],
  billingAddressSaved: [
    'shopper',
    ({ isSame }) => `billing address saved: ${isSame ? 'the same as shipping' : 'one of its own'}`,
  ],
  recipientChoicesSaved: ['shopper', () => 'gift options saved'],
  mailPreferenceSet: ['shopper', ({ isWelcome }) => `mail about offers: ${isWelcome ? 'yes' : 'no'}`],
  tripsDropped: ['shop', () => 'delivery windows dropped: they were full'],
  taxExemptionSet: ['shopper', ({ isTaxExempt }) => `tax ${isTaxExempt ? 'switched off' : 'switched on'}`],
  lineSplit: ['shopper', (facts, terms) => `split ${line(facts, terms)}`],
  lineAssigned: ['shopper', (facts, terms) => `${line(facts, terms)} sent to another recipient`],
  linesDivided: [
    'shopper',
    ({ division = [] }, { piece, skuOf }) =>
      `divided among recipients: ${division.map(({ lineId = '', quantity }) => `${quantity} x ${piece(skuOf(lineId))}`).join(', ')}`,
  ],
  recipientMoved: ['shopper', () => 'all of a recipient sent to another'],
  lineAddressSaved: ['shopper', (facts, terms) => `address of ${line(facts, terms)} saved: ${place(facts)}`],
  homeAdded: ['shopper', (facts) => `recipient added: ${place(facts)}`],
  pickupShipped: ['shopper', () => 'what was to be picked up is shipped'],
  paymentsSaved: ['shopper', (facts, terms) => `payments saved${paidBy(facts, terms, ': ') || ': none'}`],
  cardVerified: ['shopper', () => 'security code of a saved card checked'],
  plccOfferChosen: ['shopper', ({ option }) => `store card offer ${option} chosen`],
  guestCartMerged: ['sign-in', (facts, terms) => `cart ${facts.guestCartId} merged in: ${some(facts.lines, terms)}`],
  cartHandedOver: [
    'shopper',
    (facts, terms) => `cart ${facts.cartId} taken over by its link: ${some(facts.lines, terms)}`,
  ],
  placing: ['order', ({ orderId }) => `order ${orderId} is being placed`],
  ordered: ['order', ({ orderNumber }) => `ordered: ${orderNumber}`],
  orderRefused: ['order', ({ problem }) => `not ordered: ${problem}`],
  mergedInto: ['sign-in', ({ cartId }) => `merged into cart ${cartId}`],
  abandoned: ['shop', () => 'given up: nobody had touched it for long'],
  savedLinesCarried: ['order', () => 'begun with what was saved for later in the cart before'],
}

/** What an event did and who caused it, a line each; then what else the shop noted with it. */
export function eventText(
  event: { readonly kind: CartEventKind; readonly facts: ShownFacts; readonly changes: readonly ShownChange[] },
  terms: EventTerms,
): { readonly by: ChangedBy; readonly lines: readonly string[] } {
  const [by, words] = told[event.kind]
  const isByShop = event.facts.reason !== undefined && event.facts.reason !== 'asked' && event.kind === 'promoRemoved'
  const noted = event.changes.flatMap(({ kind, sku, before, after }) => {
    if (kind !== 'price' && kind !== 'merge' && kind !== 'stock') return []
    const amount = (value: ShownChange['before']) =>
      kind === 'price' && typeof value === 'number' ? formatCents(value, terms.currency) : `${value ?? 'none'}`
    const name = { price: 'price', merge: 'quantity', stock: 'stock' }[kind]
    return [`${name} of ${terms.piece(sku)}: ${amount(before)} → ${amount(after)}`]
  })
  return { by: isByShop ? 'shop' : by, lines: [words(event.facts, terms), ...noted] }
}

function paidBy({ payments = [] }: ShownFacts, { currency }: EventTerms, before: string): string {
  const each = payments.map(({ method: by, brand, lastFour, amountCents }) => {
    const card = [brand === '' ? by : brand, ...(lastFour ? [`ending in ${lastFour}`] : [])].join(' ')
    return amountCents === null ? card : `${card} for ${formatCents(amountCents, currency)}`
  })
  return each.length === 0 ? '' : `${before}${each.join(' and ')}`
}

/** A gift card, tender code or certificate by what it is called. */
export function tenderName(kind = ''): string {
  return { giftCard: 'gift card', tenderCode: 'tender code', certificate: 'reward certificate' }[kind] ?? kind
}

function isMethod(number: number): number is keyof typeof shipMethodNames {
  return Object.hasOwn(shipMethodNames, number)
}
