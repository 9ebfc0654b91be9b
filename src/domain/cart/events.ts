import type { CartLine, CartPayment, CartTender, GiftOptions, RemovedLine } from './cart.ts'

export type ChangeKind =
  | 'price'
  | 'stock'
  | 'promo'
  | 'shipping'
  | 'estimate'
  | 'merge'
  | 'quantity'
  | 'items'
  | 'tender'
  | 'tax'

/** One thing that changed, for the receipt of BEYOND-01; amounts in cents, `lineId` '' when it is the whole cart's. */
export type CartChange = {
  readonly kind: ChangeKind
  readonly lineId: string
  /** The item it is about, 0 when it is the whole cart's. */
  readonly sku: number
  readonly before: string | number | null
  readonly after: string | number | null
}

type Pieces = { readonly sku: number; readonly quantity: number }
type LinePieces = Pieces & { readonly lineId: string }
type AddressFacts = { readonly recipientId: string; readonly postalCode: string; readonly state: string }
type TenderFacts = Pick<CartTender, 'kind' | 'label'>

/** What an event says of a payment: never its token. */
export type PaymentFacts = Pick<CartPayment, 'slot' | 'method' | 'brand' | 'lastFour' | 'amountCents'>

/**
 * Every kind of event of a cart with its facts, as they are written (`cartEventVersion`). They are kept for ever: a new fact of
 * an old kind, or another meaning of one, is a new version with its step in `upgradeFacts`.
 */
export type CartEventFacts = {
  /** Only prices were noted, or what a checkout tells by itself. */
  readonly nothing: { readonly [fact: string]: never }
  readonly itemsAdded: { readonly lines: readonly LinePieces[] }
  readonly donationSet: { readonly sku: number; readonly cents: number; readonly lineId: string }
  readonly quantityChanged: { readonly lineId: string; readonly before: number; readonly after: number }
  readonly lineRemoved: LinePieces & { readonly removed: RemovedLine }
  readonly linesRemoved: { readonly reason: string; readonly lines: readonly LinePieces[] }
  readonly lineRestored: LinePieces & { readonly removedLineId: string; readonly list: RemovedLine['list'] }
  readonly lineSavedForLater: LinePieces & { readonly savedLineId: string }
  readonly lineMovedToCart: LinePieces & { readonly cartLineId: string }
  readonly savedLineRemoved: LinePieces & { readonly removed: RemovedLine }
  readonly installationRemoved: {
    readonly lines: readonly { readonly lineId: string; readonly sku: number; readonly installationType: string }[]
  }
  readonly deliveryChanged: {
    readonly lineId: string
    readonly isPickup: boolean
    readonly locationId: number | null
    readonly shipMethod: number
    readonly becameLineId: string
  }
  /** A gift for a registry that became an item of the giver's own. */
  readonly giftMadeOwn: {
    readonly lineId: string
    readonly sku: number
    readonly giftRegistryId: number
    readonly becameLineId: string
  }
  /** `sku` and `quantity` as they became; `removed` is the line before. */
  readonly lineChanged: LinePieces & { readonly becameLineId: string; readonly removed: RemovedLine }
  readonly lineChangeUndone: { readonly lineId: string; readonly sku: number }
  readonly zipApplied: { readonly zip: string }
  readonly promoApplied: { readonly code: string }
  readonly promoRemoved: { readonly code: string; readonly reason: string }
  readonly tenderApplied: TenderFacts
  readonly tenderRemoved: TenderFacts
  readonly certificatesRemoved: { readonly count: number }
  readonly guestCheckoutChosen: { readonly [fact: string]: never }
  readonly stepOpened: { readonly step: number; readonly payments?: readonly PaymentFacts[] }
  readonly shippingAddressSaved: AddressFacts
  readonly billingAddressSaved: { readonly isSame: boolean }
  readonly recipientChoicesSaved: {
    readonly recipients: readonly { readonly recipientId: string; readonly giftOptions: GiftOptions }[]
  }
  /** `place` is 'billing' or the id of a recipient. */
  readonly mailPreferenceSet: { readonly place: string; readonly isWelcome: boolean }
  readonly tripsDropped: { readonly windows: readonly (number | null)[] }
  readonly taxExemptionSet: { readonly isTaxExempt: boolean }
  readonly lineSplit: { readonly lineId: string; readonly newLineId: string }
  readonly lineAssigned: { readonly lineId: string; readonly recipientId: string }
  readonly linesDivided: {
    readonly division: readonly {
      readonly lineId: string
      readonly quantity: number
      readonly recipientId: string | null
    }[]
  }
  readonly recipientMoved: { readonly oldRecipientId: string; readonly newRecipientId: string }
  readonly lineAddressSaved: AddressFacts & { readonly lineId: string }
  readonly homeAdded: AddressFacts
  readonly pickupShipped: { readonly recipientId: string }
  readonly paymentsSaved: { readonly payments: readonly PaymentFacts[] }
  readonly cardVerified: { readonly slots: readonly CartPayment['slot'][] }
  readonly plccOfferChosen: { readonly option: 1 | 2 }
  readonly guestCartMerged: { readonly guestCartId: string; readonly lines: readonly Pieces[] }
  readonly cartHandedOver: { readonly cartId: string; readonly lines: readonly Pieces[] }
  readonly placing: { readonly orderId: string }
  readonly ordered: { readonly orderId: string; readonly orderNumber: string }
  readonly orderRefused: { readonly orderId: string; readonly problem: string }
  readonly mergedInto: { readonly cartId: string }
  readonly abandoned: { readonly [fact: string]: never }
  /** Written by the statement that carries them: its facts are its records. */
  readonly savedLinesCarried: { readonly [fact: string]: never }
}

export type CartEventKind = keyof CartEventFacts

/** What happened to a cart, kept for ever (BEYOND-13): a union by kind; facts are plain values and hold no card. */
export type CartEvent<Kind extends CartEventKind = CartEventKind> = {
  readonly [Each in Kind]: {
    readonly kind: Each
    readonly facts: CartEventFacts[Each]
    readonly changes: readonly CartChange[]
  }
}[Kind]

/** What an event keeps of a line: everything a shopper chose, and no price. */
export type LineRecord = Pick<
  CartLine,
  | 'lineId'
  | 'sku'
  | 'quantity'
  | 'optionChoice'
  | 'shipMethod'
  | 'isPickup'
  | 'locationId'
  | 'installationType'
  | 'personalization'
  | 'giftRegistryId'
  | 'donationCents'
> & { readonly list: 'cart' | 'saved' }

/** The lines an event put into a cart or took out of it. */
export type LineRecords = { readonly put: readonly LineRecord[]; readonly gone: readonly string[] }

/** The version of the facts that are written now. */
export const cartEventVersion = 2

/** The kinds of a line that is taken out and put back, the last of which tells whether it can be put back (UX-10). */
export const removalKinds = ['lineRemoved', 'savedLineRemoved', 'lineRestored'] as const satisfies CartEventKind[]

/** The kinds of a line's change to another piece, other words or an installation, and of its undo (CALM-12). */
export const lineChangeKinds = ['lineChanged', 'lineChangeUndone'] as const satisfies CartEventKind[]

export const savedLinesCarried = 'savedLinesCarried' satisfies CartEventKind

const kinds: { readonly [Kind in CartEventKind]: true } = {
  nothing: true,
  itemsAdded: true,
  donationSet: true,
  quantityChanged: true,
  lineRemoved: true,
  linesRemoved: true,
  lineRestored: true,
  lineSavedForLater: true,
  lineMovedToCart: true,
  savedLineRemoved: true,
  installationRemoved: true,
  deliveryChanged: true,
  giftMadeOwn: true,
  lineChanged: true,
  lineChangeUndone: true,
  zipApplied: true,
  promoApplied: true,
  promoRemoved: true,
  tenderApplied: true,
  tenderRemoved: true,
  certificatesRemoved: true,
  guestCheckoutChosen: true,
  stepOpened: true,
  shippingAddressSaved: true,
  billingAddressSaved: true,
  recipientChoicesSaved: true,
  mailPreferenceSet: true,
  tripsDropped: true,
  taxExemptionSet: true,
  lineSplit: true,
  lineAssigned: true,
  linesDivided: true,
  recipientMoved: true,
  lineAddressSaved: true,
  homeAdded: true,
  pickupShipped: true,
  paymentsSaved: true,
  cardVerified: true,
  plccOfferChosen: true,
  guestCartMerged: true,
  cartHandedOver: true,
  placing: true,
  ordered: true,
  orderRefused: true,
  mergedInto: true,
  abandoned: true,
  savedLinesCarried: true,
}

/** Whether a row's kind is one of today's. */
export function isCartEventKind(kind: string): kind is CartEventKind {
  return Object.hasOwn(kinds, kind)
}

type Json = { readonly [fact: string]: unknown }

/**
 * The facts of a row in the shape of today, whenever it was written; what they hold is not looked at. Null when a newer program
 * wrote them.
 *
 * Version 1 is every row from before facts had a version, in the shapes of its time: at first a removal kept nothing of its line
 * (so that nothing can be put back: `removed` null), then the line without its part, when no line could be divided yet.
 */
export function upgradeFacts(kind: CartEventKind, version: number, facts: Json): Json | null {
  if (version > cartEventVersion) return null
  if (version === cartEventVersion) return facts
  return (removalKinds as readonly string[]).includes(kind) ? { ...facts, removed: upgradeLine(facts.removed) } : facts
}

function upgradeLine(line: unknown): unknown {
  return typeof line === 'object' && line !== null ? { part: 0, ...line } : null
}
