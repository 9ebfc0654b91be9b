import { unsaidChoices } from '#domain/catalog/option-choice.ts'
import { mailAddress, wholeAddress } from '#domain/catalog/picture.ts'
import { dayText, storeDay } from '#domain/days.ts'
import { sellerLines } from '#domain/order/seller.ts'
import { designMailAddress } from '#domain/personalization/design-address.ts'
import { formatCents } from '#domain/price-format.ts'
import { helpLine } from './help-line.ts'
import { homeLines } from './home-lines.ts'
import { amountsOf, paymentLines } from './order-mail-amounts.ts'
import type { MailContent, OrderMailFacts } from './order-mail-content.ts'
import { orderMailHtml } from './order-mail-html.ts'
import { textOfMail, type WrittenMail } from './written-mail.ts'

/** The mail of a placed order: subject, plain text, and HTML in which everything a shopper or the catalogue wrote is escaped. */
export async function orderMail(facts: OrderMailFacts): Promise<WrittenMail> {
  const content = mailContent(facts)
  return { subject: content.subject, text: mailText(content), html: await orderMailHtml(content) }
}

/** What there is to say of an order, for its mail and its receipt. */
export function mailContent(facts: OrderMailFacts): MailContent {
  const { brand, country, currency, orderNumber } = facts
  const price = (cents: number) => formatCents(cents, currency)
  const day = storeDay(facts.placedAt)
  const firstName =
    facts.billingAddress?.firstName ?? facts.recipients.find(({ address }) => address)?.address?.firstName
  return {
    brandName: brand,
    subject: `${brand} order ${orderNumber}: thank you`,
    greeting: firstName ? `Thank you, ${firstName}.` : 'Thank you.',
    orderLine: `Your order ${orderNumber} of ${dayText(day, day)} is placed.`,
    // to the order itself, in whatever browser: the confirmation knows the session that ordered alone
    link: `${facts.origin}${facts.orderPage?.address ?? '/checkout/confirmation'}`,
    receipts: [
      ...(facts.receipts === undefined
        ? []
        : [
            { name: 'Receipt (PDF)', link: `${facts.origin}${facts.receipts.receipt}` },
            ...(facts.items.every(({ isDonation }) => isDonation)
              ? []
              : [{ name: 'Gift receipt without prices (PDF)', link: `${facts.origin}${facts.receipts.giftReceipt}` }]),
          ]),
      ...(facts.orderPage === undefined
        ? []
        : [{ name: pageName(facts.orderPage.cancelEnd), link: `${facts.origin}${facts.orderPage.address}` }]),
    ],
    groups: facts.recipients.map((recipient) => ({
      heading: headingOf(recipient, facts.items),
      lines: homeLines(recipient, facts.stores, day),
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
            ...(item.makingTime ? [item.makingTime] : []),
            item.isDonation ? 'Nothing is shipped for it' : `Quantity: ${item.quantity}`,
          ].join(', '),
          promise: item.edd.message,
          price: price(item.totalPrice),
          picture: pictureOf(facts, item.imagePath),
        })),
    })),
    amounts: amountsOf(facts.summary, price),
    payments: paymentLines(facts.payments, price),
    help: helpLine(brand, country),
    seller: sellerLines(facts.seller),
  }
}

const storeClock = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', hour: 'numeric', minute: '2-digit' },
  ...{ timeZone: 'America/Chicago', timeZoneName: 'shortGeneric' },
})

function pageName(end: Date | null): string {
  return end === null ? 'See this order' : `See this order, or cancel it until ${storeClock.format(end)}`
}

function wordsOf(personalization: OrderMailFacts['items'][number]['personalization']): string[] {
  const words = (personalization?.lines ?? []).flatMap(({ text }) => (text === '' ? [] : text))
  return words.length === 0 ? [] : [`Personalized: ${words.join(', ')}`]
}

/** Few mail readers show AVIF, WebP or drawings: a picture that is there as JPEG, or none. */
function pictureOf({ origin, picturesAt = '' }: OrderMailFacts, imagePath: string): string {
  return wholeAddress(designMailAddress(imagePath) || mailAddress(imagePath), origin, picturesAt)
}

function headingOf(
  { id, isPickup, storeName }: OrderMailFacts['recipients'][number],
  items: OrderMailFacts['items'],
): string {
  const own = items.filter(({ recipientId }) => recipientId === id)
  if (own.length > 0 && own.every(({ isDonation }) => isDonation)) return 'Your donation'
  return isPickup ? `Pick up at ${storeName}` : 'Delivery to'
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
    content.seller,
  ]
  return textOfMail(blocks)
}
