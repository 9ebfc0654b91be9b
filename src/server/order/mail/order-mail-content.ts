import type { Address } from '#domain/address/address.ts'
import type { NamedSeller } from '#domain/order/seller.ts'
import type { Brand, Country, Currency } from '#domain/variant.ts'
import type { Location } from '#server/catalog/location-store.ts'

type TripWindow = { readonly id: number; readonly date: string; readonly from: string; readonly to: string }

/** An order as its mail tells it; cents. */
export type OrderMailFacts = {
  readonly brand: Brand
  readonly country: Country
  readonly currency: Currency
  readonly orderNumber: string
  readonly placedAt: Date
  readonly seller: NamedSeller
  /** Of the storefront, for the links. */
  readonly origin: string
  /** Where the catalogue's pictures are, when not on that origin. */
  readonly picturesAt?: string
  /** Signed addresses of its receipts, from the origin on. */
  readonly receipts?: { readonly receipt: string; readonly giftReceipt: string }
  /** Signed address of its page, from the origin on, and until when it can be cancelled there; null: not at all. */
  readonly orderPage?: { readonly address: string; readonly cancelEnd: Date | null }
  /** Where its pickups wait. */
  readonly stores?: readonly Location[]
  readonly items: readonly {
    readonly title: string
    readonly quantity: number
    readonly totalPrice: number
    readonly navigateUrl: string
    /** Path of its picture, '' for none. */
    readonly imagePath: string
    readonly recipientId: string
    readonly isDonation?: boolean
    readonly makingTime?: string
    readonly optionChoices: readonly { readonly name: string; readonly value: string }[]
    readonly edd: { readonly message: string }
    /** The shopper's own words on it. */
    readonly personalization?: { readonly lines: readonly { readonly text: string }[] } | null
  }[]
  readonly recipients: readonly {
    readonly id: string
    readonly isPickup: boolean
    readonly storeNumber?: string
    readonly storeName: string
    readonly bopsOptions?: {
      readonly giftReceiptOption: 0 | 1
      readonly baggingOption: 0 | 1
      readonly pickupContact: { readonly [Part in 'firstName' | 'lastName' | 'email' | 'phone']: string } | null
    } | null
    readonly address: Address | null
    /** What the crew are told; orders of before this was kept have none. */
    readonly crew?: { readonly phone: string; readonly accessNotes: string } | null
    readonly giftOptions: {
      readonly isGift: boolean
      readonly giftMessage: string
      readonly giftWrap?: string
      readonly hasGiftReceipt?: boolean
    }
    /** Cents, names as in the summary; orders of before this was kept have none. */
    readonly totals?: { readonly [amount: string]: number }
    readonly shipments?: readonly {
      readonly tripBooking: { readonly windows: readonly TripWindow[]; readonly selectedWindowId: number | null } | null
      readonly holidayHold?: { readonly startDate: string; readonly endDate: string } | null
      readonly isShipCompleteSelected?: boolean
      readonly selectedServiceLevel?: number
      readonly availableServiceLevels?: readonly {
        readonly level: number
        readonly name: string
        readonly edd: { readonly message: string }
      }[]
    }[]
  }[]
  readonly summary: { readonly [amount: string]: unknown }
  readonly billingAddress: Address | null
  readonly payments: readonly {
    readonly method: string
    readonly brand: string
    readonly lastFour: string
    /** The payer at a wallet. */
    readonly holder?: string
    readonly amountCents: number
  }[]
}

export type MailAmount = { readonly name: string; readonly amount: string; readonly isTotal: boolean }

/** A mail's content as plain sentences and rows, before it becomes text or HTML. */
export type MailContent = {
  readonly brandName: Brand
  readonly subject: string
  readonly greeting: string
  readonly orderLine: string
  readonly link: string
  /** Addresses of its receipts as PDF and of its page, by what they are called. */
  readonly receipts: readonly { readonly name: string; readonly link: string }[]
  readonly groups: readonly {
    readonly heading: string
    readonly lines: readonly string[]
    readonly items: readonly {
      readonly title: string
      readonly detail: string
      readonly promise: string
      readonly price: string
      /** Address of a picture that any mail reader shows; '' for none. */
      readonly picture: string
    }[]
    /** What this home's part comes to; empty when there is only one. */
    readonly amounts: readonly MailAmount[]
  }[]
  readonly amounts: readonly MailAmount[]
  /** Every tender with what it paid; more than one, and their sum (BEYOND-03). */
  readonly payments: readonly MailAmount[]
  readonly help: string
  /** Who sold it, by law, and under which numbers its taxes are handed in. */
  readonly seller: readonly string[]
}
