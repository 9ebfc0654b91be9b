import type { Address } from '#domain/address/address.ts'
import type { ShipKind, SkuStamp } from '#domain/catalog/sku.ts'
import type { Brand, Country, Currency } from '#domain/variant.ts'

export type CartState = 'open' | 'placing' | 'ordered' | 'merged' | 'abandoned'

/** The text a shopper had put on a piece; type as in PERS-01, id names a saved design. */
export type LinePersonalization = {
  readonly type: number
  readonly id: string
  readonly lines: readonly {
    readonly elementName: string
    readonly text: string
    readonly textColor: string
    readonly font: string
  }[]
  /** Names its picture and production file; left out of what has none. */
  readonly designHash?: string
}

/** One line of a cart, in the cart or saved for later. No price: prices come from the catalogue each time (OPEN-117). */
export type CartLine = {
  readonly lineId: string
  readonly position: number
  readonly sku: number
  /** Lines with the same key are the same thing going the same way (SHIP-26). */
  readonly mergeKey: string
  /** 0, or which part of a thing that was divided over several recipients (SHIP-10); unique with the key in its list. */
  readonly part: number
  /** 1 to 99. */
  readonly quantity: number
  /** 'code:value|code:value' sorted by code, '' for none (OPEN-47). */
  readonly optionChoice: string
  /** The chosen service level 1, 2 or 3; what it travels by is calculated (OPEN-80). */
  readonly shipMethod: number
  readonly isPickup: boolean
  /** The pickup store; null when shipped. */
  readonly locationId: number | null
  /** '' for none. */
  readonly installationType: string
  readonly personalization: LinePersonalization | null
  /** 0 for none. */
  readonly giftRegistryId: number
  /** Whole cents of a donation line, else null. */
  readonly donationCents: number | null
  readonly recipientId: string | null
  /** Unit price in cents when the shopper was last told of it; null before that. */
  readonly seenUnitCents: number | null
}

/** A line as it stood when it was taken out, and the list it was on; kept in the event of its removal (UX-10). */
export type RemovedLine = CartLine & { readonly list: 'cart' | 'saved' }

/** 'YYYY-MM-DD', both days included (OPEN-84). */
export type DateRange = { readonly startDate: string; readonly endDate: string }

/** OPEN-77. */
export type GiftOptions = {
  readonly isGift: boolean
  readonly giftWrap: 'none' | 'box' | 'wrap'
  readonly giftMessage: string
  readonly hasGiftReceipt: boolean
}

/** SHIP-28: what a pickup recipient can choose. */
export type BopsOptions = {
  readonly giftReceiptOption: 0 | 1
  readonly baggingOption: 0 | 1
  readonly pickupContact: {
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly phone: string
  } | null
}

/** Who gets a part of the cart: an address, or a store where it is picked up. */
export type Recipient = {
  readonly recipientId: string
  readonly position: number
  readonly isPickup: boolean
  readonly locationId: number | null
  readonly address: Address | null
  /** The kinds of goods that come all together, with the last of their shipment (SHIP-17, CALM-16). */
  readonly completeKinds: readonly ShipKind[]
  readonly holidayHold: DateRange | null
  readonly tripWindowId: number | null
  /** The number the crew call when the address has none, '' for none; and how they get in (CALM-17). */
  readonly crewPhone: string
  readonly accessNotes: string
  readonly giftOptions: GiftOptions
  readonly bopsOptions: BopsOptions | null
  /** Printed mailings to this address are welcome (OPEN-70). */
  readonly isMailWelcome: boolean
}

/** How the cart is to be paid: a token and what may be known of the card (PAY-53). */
export type CartPayment = {
  /** 1 is CardOne, 2 is CardTwo. */
  readonly slot: 1 | 2
  /** Row number of the database; 0 before it is saved. */
  readonly basketPaymentId: number
  readonly basketPaymentGuid: string
  readonly method: 'card' | 'paypal' | 'venmo' | 'applePay'
  readonly provider: string
  readonly token: string
  /** Brand of PAY-15. */
  readonly brand: string
  /** Selection type of OPEN-62. */
  readonly selectionType: string
  readonly lastFour: string
  /** 0 and 0 for a store card (PAY-25). */
  readonly expMonth: number
  readonly expYear: number
  /** Cents of this card when two are used (PAY-36); null: all that is due. */
  readonly amountCents: number | null
  readonly saveToAccount: boolean
  readonly hasVerifyData: boolean
  /** The saved card of the account this is; null for a card entered here, and for a wallet. */
  readonly accountCardId: string | null
  /** The security code of a saved card was checked for this cart, or it has none (PAY-45). */
  readonly isVerified: boolean
  /** The offer chosen with a store card: 1 reward, 2 financing (PROMO-11); null or missing while none is. */
  readonly plccOption?: 1 | 2 | null
  /** The terms of the financing were accepted for this cart; false while its total had none (PROMO-04). */
  readonly hasAcceptedTerms?: boolean
  /** The account's default card, applied by itself (PAY-50). */
  readonly isAutoApplied: boolean
  /** What the wallet told; null or missing for a card. */
  readonly wallet?: WalletFacts | null
}

/** What a wallet told when the shopper approved. Never its nonce: that is the payment's token. */
export type WalletFacts = {
  /** The payer's mail address or name at the wallet, '' when it told none. */
  readonly holder: string
  /** What its sheet showed, cents; null when no sheet of ours was open. */
  readonly approvedCents: number | null
  /** What the processor asks for to judge the device; no secret of the payer. */
  readonly deviceData: string
}

/** Stored value put on the cart, in the order applied; its balance is taken only when the order is placed. */
export type CartTender = {
  readonly tenderId: string
  readonly position: number
  readonly kind: 'giftCard' | 'tenderCode' | 'certificate'
  /** What it is worth now, cents: the free balance, 0 when blocked, ended or spent. */
  readonly availableCents: number
  /** What it was worth when it was put on the cart, cents; null or missing when that was not noted. */
  readonly worthCents?: number | null
  /** The last day of a certificate, 'YYYY-MM-DD'; null for what has none. */
  readonly expiresOn?: string | null
  /** Last characters of its number, all that is shown of it. */
  readonly label: string
}

/** A cart of one shopper in one brand and country, whole and immutable: rules answer a new one. */
export type Cart = {
  readonly shopperId: string
  readonly cartId: string
  readonly brand: Brand
  readonly country: Country
  readonly currency: Currency
  readonly state: CartState
  /** Grows by one with every change (BEYOND-01). */
  readonly version: number
  /** 0 to 5 (OPEN-20). */
  readonly highestStep: number
  readonly isGuestCheckout: boolean
  /** The ZIP or postal code of the cart page, '' before one was entered. */
  readonly taxZip: string
  readonly discountCode: string
  readonly isTaxExempt: boolean
  readonly billingAddress: Address | null
  readonly isBillingSame: boolean
  /** Printed mailings to the billing address are welcome (OPEN-70). */
  readonly isBillingMailWelcome: boolean
  readonly lines: readonly CartLine[]
  readonly savedLines: readonly CartLine[]
  readonly recipients: readonly Recipient[]
  readonly payments: readonly CartPayment[]
  readonly tenders: readonly CartTender[]
  /** Where gifts for the registries of its lines are sent (SHIP-27); missing or none when no line is such a gift. */
  readonly registrantAddresses?: readonly RegistrantAddress[]
  /** Whose the registries are that its lines are gifts for; missing when none is. */
  readonly registryOwners?: readonly RegistryOwner[]
  /** Of the skus of its lines at the moment it was read; missing for a cart that was not. */
  readonly stamps?: readonly SkuStamp[]
}

/** 'Ann Bell & Ben Cole', as their registry names them; one that is closed takes no gift. */
export type RegistryOwner = { readonly grId: number; readonly ownerNames: string; readonly isClosed: boolean }

export type RegistrantAddress = { readonly grId: number; readonly address: Address }

/** What a pickup recipient has before anything is chosen. */
export const noBops: BopsOptions = { giftReceiptOption: 0, baggingOption: 0, pickupContact: null }

/** No gift (OPEN-77). */
export const noGift: GiftOptions = { isGift: false, giftWrap: 'none', giftMessage: '', hasGiftReceipt: false }

/** A gift of which nothing more is said than that it is one (CALM-67). */
export const plainGift: GiftOptions = { ...noGift, isGift: true }

/** Pieces in the cart, donations included, saved lines not (ATC-18). */
export function pieceCount(cart: Cart): number {
  return cart.lines.reduce((total, line) => total + line.quantity, 0)
}

/** What a shopper without a cart sees: nothing, at version 0. */
export function emptyCart(shopperId: string, variant: Pick<Cart, 'brand' | 'country' | 'currency'>): Cart {
  const { brand, country, currency } = variant
  return {
    shopperId,
    cartId: '',
    brand,
    country,
    currency,
    state: 'open',
    version: 0,
    highestStep: 0,
    isGuestCheckout: false,
    taxZip: '',
    discountCode: '',
    isTaxExempt: false,
    billingAddress: null,
    isBillingSame: true,
    isBillingMailWelcome: false,
    lines: [],
    savedLines: [],
    recipients: [],
    payments: [],
    tenders: [],
  }
}
