import { type Address, shownAddress } from '#domain/address/address.ts'
import { unsaidChoices } from '#domain/catalog/option-choice.ts'
import { mailAddress } from '#domain/catalog/picture.ts'
import { dayText, storeDay } from '#domain/days.ts'
import { defaultHelpPhones, helpHours } from '#domain/help.ts'
import { designMailAddress } from '#domain/personalization/design-address.ts'
import { formatCents } from '#domain/price-format.ts'
import { hoursText } from '#domain/shipping/delivery-windows.ts'
import { allVariants, type Brand, type Country, type Currency } from '#domain/variant.ts'
import { amountsOf, paymentLines } from './order-mail-amounts.ts'
import { mailHtml } from './order-mail-html.ts'

type TripWindow = { readonly id: number; readonly date: string; readonly from: string; readonly to: string }

/** An order as its mail tells it; cents. */
export type OrderMailFacts = {
  readonly brand: Brand
  readonly country: Country
  readonly currency: Currency
  readonly orderNumber: string
  readonly placedAt: Date
  /** Of the storefront, for the links. */
  readonly origin: string
  /** Signed addresses of its receipts, from the origin on. */
  readonly receipts?: { readonly receipt: string; readonly giftReceipt: string }
  /** Signed address of its page, from the origin on, and until when it can be cancelled there; null: not at all. */
  readonly orderPage?: { readonly address: string; readonly cancelEnd: Date | null }
  readonly items: readonly {
    readonly title: string
    readonly quantity: number
    readonly totalPrice: number
    readonly navigateUrl: string
    /** Path of its picture, '' for none. */
    readonly imagePath: string
    readonly recipientId: string
    readonly optionChoices: readonly { readonly name: string; readonly value: string }[]
    readonly edd: { readonly message: string }
    /** The shopper's own words on it. */
    readonly personalization?: { readonly lines: readonly { readonly text: string }[] } | null
  }[]
  readonly recipients: readonly {
    readonly id: string
    readonly isPickup: boolean
    readonly storeName: string
    readonly address: Address | null
    readonly giftOptions: { readonly isGift: boolean; readonly giftMessage: string; readonly giftWrap?: string }
    /** Cents, names as in the summary; orders of before this was kept have none. */
    readonly totals?: { readonly [amount: string]: number }
    readonly shipments?: readonly {
      readonly tripBooking: { readonly windows: readonly TripWindow[]; readonly selectedWindowId: number | null } | null
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
  readonly brandName: string
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
}

/** The mail of a placed order: subject, plain text, and HTML in which everything a shopper or the catalogue wrote is escaped. */
export function orderMail(facts: OrderMailFacts): { subject: string; text: string; html: string } {
  const content = mailContent(facts)
  return { subject: content.subject, text: mailText(content), html: mailHtml(content) }
}

/** What there is to say of an order, for its mail and its receipt. */
export function mailContent(facts: OrderMailFacts): MailContent {
  const { brand, country, currency, orderNumber } = facts
  const price = (cents: number) => formatCents(cents, currency)
  const variant = allVariants.find((one) => one.brand === brand && one.country === country)
  const firstName =
    facts.billingAddress?.firstName ?? facts.recipients.find(({ address }) => address)?.address?.firstName
  return {
    brandName: brand,
    subject: `${brand} order ${orderNumber}: thank you`,
    greeting: firstName ? `Thank you, ${firstName}.` : 'Thank you.',
    orderLine: `Your order ${orderNumber} of ${dayText(storeDay(facts.placedAt))} is placed.`,
    link: `${facts.origin}/checkout/confirmation`,
    receipts: [
      ...(facts.receipts === undefined
        ? []
        : [
            { name: 'Receipt (PDF)', link: `${facts.origin}${facts.receipts.receipt}` },
            { name: 'Gift receipt without prices (PDF)', link: `${facts.origin}${facts.receipts.giftReceipt}` },
          ]),
      ...(facts.orderPage === undefined
        ? []
        : [{ name: pageName(facts.orderPage.cancelEnd), link: `${facts.origin}${facts.orderPage.address}` }]),
    ],
    groups: facts.recipients.map((recipient) => ({
      heading: recipient.isPickup ? `Pick up at ${recipient.storeName}` : 'Delivery to',
      lines: [
        ...addressLines(recipient.isPickup ? null : recipient.address),
        ...tripLines(recipient.shipments ?? []),
        ...giftLines(recipient.giftOptions),
      ],
      amounts:
        facts.recipients.length > 1 && recipient.totals !== undefined
          ? amountsOf(recipient.totals, price, recipient.isPickup ? 'This pickup' : 'This delivery')
          : [],
      items: facts.items
        .filter((item) => item.recipientId === recipient.id)
        .map((item) => ({
          title: item.title,
          detail: [
            ...unsaidChoices(item.title, item.optionChoices).map(({ name, value }) => `${name}: ${value}`),
            ...wordsOf(item.personalization),
            `Quantity: ${item.quantity}`,
          ].join(', '),
          promise: item.edd.message,
          price: price(item.totalPrice),
          picture: pictureOf(facts.origin, item.imagePath),
        })),
    })),
    amounts: amountsOf(facts.summary, price),
    payments: paymentLines(facts.payments, price),
    help: variant ? `Questions? Call ${defaultHelpPhones[variant.key]}, ${helpHours}.` : '',
  }
}

const storeClock = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', hour: 'numeric', minute: '2-digit' },
  ...{ timeZone: 'America/Chicago', timeZoneName: 'short' },
})

function pageName(end: Date | null): string {
  return end === null ? 'See this order' : `See this order, or cancel it until ${storeClock.format(end)}`
}

function wordsOf(personalization: OrderMailFacts['items'][number]['personalization']): string[] {
  const words = (personalization?.lines ?? []).flatMap(({ text }) => (text === '' ? [] : text))
  return words.length === 0 ? [] : [`Personalized: ${words.join(', ')}`]
}

/** Few mail readers show AVIF, WebP or drawings: a picture that is there as JPEG, or none. */
function pictureOf(origin: string, imagePath: string): string {
  const path = designMailAddress(imagePath) || mailAddress(imagePath)
  return path === '' ? '' : `${origin}${path}`
}

function tripLines(shipments: NonNullable<OrderMailFacts['recipients'][number]['shipments']>): string[] {
  return shipments.flatMap(({ tripBooking }) => {
    const window = tripBooking?.windows.find(({ id }) => id === tripBooking.selectedWindowId)
    return window === undefined ? [] : [`In-home delivery ${dayText(window.date)}, ${hoursText(window)}`]
  })
}

const wrapNames: { readonly [wrap: string]: string } = { box: 'in a gift box', wrap: 'gift wrapped' }

function giftLines({ isGift, giftMessage, giftWrap = 'none' }: OrderMailFacts['recipients'][number]['giftOptions']) {
  if (!isGift) return []
  const wrap = wrapNames[giftWrap]
  return [
    ...(wrap === undefined ? [] : [`A gift, ${wrap}`]),
    ...(giftMessage === '' ? [] : [`Gift message: ${giftMessage}`]),
  ]
}

function addressLines(address: Address | null): string[] {
  if (address === null) return []
  const shown = shownAddress(address)
  const { firstName, lastName, companyName, address1, address2, city, state, postalCode } = shown
  const place = `${city}, ${state} ${postalCode}`.trim()
  if (shown !== address) return [`${firstName} ${lastName}`, `${place}, the registry's address`]
  return [`${firstName} ${lastName}`, companyName, address1, address2, place].filter((line) => line.trim() !== '')
}

function mailText(content: MailContent): string {
  const blocks = [
    [content.brandName],
    [content.greeting, content.orderLine],
    ...content.groups.map((group) => [
      group.heading,
      ...group.lines,
      ...group.items.flatMap(({ title, detail, promise, price }) => [
        '',
        `${title}   ${price}`,
        detail,
        ...(promise === '' ? [] : [promise]),
      ]),
      ...(group.amounts.length === 0 ? [] : ['', ...group.amounts.map(({ name, amount }) => `${name}: ${amount}`)]),
    ]),
    content.amounts.map(({ name, amount }) => `${name}: ${amount}`),
    content.payments.length === 0
      ? []
      : ['Paid with', ...content.payments.map(({ name, amount }) => `${name}: ${amount}`)],
    [
      content.link,
      ...content.receipts.map(({ name, link }) => `${name}: ${link}`),
      ...(content.help === '' ? [] : [content.help]),
    ],
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}
