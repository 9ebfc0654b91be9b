import { expect, test } from 'vitest'
import { orderMail } from './order-mail.ts'
import type { OrderMailFacts } from './order-mail-content.ts'

const address = {
  firstName: 'Ada',
  lastName: "O'Neil",
  companyName: '',
  address1: '1 Rue <b>',
  address2: 'Apt 2',
  city: 'Montréal',
  state: 'QC',
  postalCode: 'H2X 1Y4',
  country: 'CA',
  phone: '',
  email: 'ada@example.com',
} as const

const facts: OrderMailFacts = {
  brand: 'CB2',
  country: 'CA',
  currency: 'CAD',
  orderNumber: 'AAAA-BBBB-CCCC',
  placedAt: new Date('2026-03-03T02:00:00Z'),
  origin: 'https://cb2.example.ca',
  seller: {
    name: 'CB2 Canada Ltd.',
    address: ['4 King Street', 'Toronto, ON M5V 2T6', 'Canada'],
    registrations: ['GST/HST 987654321 RT0001', 'QST 9876543210 TQ0001'],
  },
  items: [
    {
      title: 'Lounge Sofa, Oat',
      quantity: 2,
      totalPrice: 240_000,
      navigateUrl: '/product/2001',
      imagePath: '/pictures/sofa-oat.3fa21c0b9d.w720.webp',
      recipientId: 'r1',
      optionChoices: [{ name: 'Color', value: 'Oat' }],
      edd: { message: 'Arrives by Fri, Mar 13' },
    },
    {
      title: 'Mug',
      quantity: 1,
      totalPrice: 1_295,
      navigateUrl: '/product/2101',
      imagePath: '/pictures/mug.1a2b.svg',
      recipientId: 'r2',
      optionChoices: [],
      edd: { message: '' },
    },
  ],
  recipients: [
    { id: 'r1', isPickup: false, storeName: '', address, giftOptions: { isGift: true, giftMessage: 'Enjoy & <3' } },
    { id: 'r2', isPickup: true, storeName: 'Toronto', address: null, giftOptions: { isGift: false, giftMessage: '' } },
  ],
  summary: {
    ...{ subtotal: 241_295, discount: 1_000, shipping: 9_900, tax: 12_000, total: 262_195, giftCardsTotal: 5_000 },
    taxParts: [
      { name: 'GST', cents: 4_006 },
      { name: 'QST', cents: 7_994 },
    ],
  },
  billingAddress: address,
  payments: [
    { method: 'giftCard', brand: '', lastFour: '4444', amountCents: 5_000 },
    { method: 'card', brand: 'Visa', lastFour: '1111', amountCents: 200_000 },
    { method: 'paypal', brand: '', lastFour: '', amountCents: 57_195 },
  ],
}

test("OPEN-118: the mail tells in plain text what was ordered, where it goes, what it costs and how it was paid, by the store's day", async () => {
  expect(await orderMail(facts)).toMatchObject({ subject: 'CB2 order AAAA-BBBB-CCCC: thank you' })
  expect((await orderMail(facts)).text).toBe(`CB2

Thank you, Ada.
Your order AAAA-BBBB-CCCC of Mon, Mar 2 is placed.

Delivery to
Ada O'Neil
1 Rue <b>
Apt 2
Montréal, QC H2X 1Y4
Gift message: Enjoy & <3

Lounge Sofa, Oat   CAD 2,400.00
Quantity: 2
Arrives by Fri, Mar 13

Pick up at Toronto

Mug   CAD 12.95
Quantity: 1

Subtotal: CAD 2,412.95
Discount: -CAD 10.00
Shipping: CAD 99.00
GST: CAD 40.06
QST: CAD 79.94
Total: CAD 2,621.95
Gift cards: -CAD 50.00

Paid with
Gift card ending in 4444: CAD 50.00
Visa ending in 1111: CAD 2,000.00
PayPal: CAD 571.95
In all: CAD 2,621.95

https://cb2.example.ca/checkout/confirmation
Questions? Call 1-800-555-0140, Mon-Sun 8 am to 9 pm CT.

Sold by CB2 Canada Ltd., 4 King Street, Toronto, ON M5V 2T6, Canada
GST/HST 987654321 RT0001 · QST 9876543210 TQ0001
`)
})

test('BEYOND-03: each tender has its row in the HTML, and the rows come to the total', async () => {
  const { html } = await orderMail(facts)
  const table = html.slice(html.indexOf('<caption'), html.indexOf('</table>', html.indexOf('<caption')))
  const rows = [...table.matchAll(/<td[^>]*>([^<]*)<\/td><td[^>]*>([^<]*)<\/td>/g)].map(([, name, amount]) => [
    name,
    amount,
  ])
  expect(rows).toEqual([
    ['Gift card ending in 4444', 'CAD 50.00'],
    ['Visa ending in 1111', 'CAD 2,000.00'],
    ['PayPal', 'CAD 571.95'],
    ['In all', 'CAD 2,621.95'],
  ])
})

test('OPEN-118: what a shopper or the catalogue wrote is text in the HTML, never markup', async () => {
  const nasty = '"><script>alert(1)</script>'
  const { html } = await orderMail({
    ...facts,
    items: facts.items.map((item) => ({ ...item, title: nasty })),
    billingAddress: { ...address, firstName: nasty },
  })
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<b>')
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('Ada O&#x27;Neil')
  expect(html).toContain('Gift message: Enjoy &amp; &lt;3')
})

test('the mail shows each piece as a JPEG of the storefront, and none where there is only a drawing', async () => {
  const { html } = await orderMail(facts)
  expect(html.match(/<img [^>]*>/g)).toEqual([
    expect.stringContaining(
      'src="https://cb2.example.ca/pictures/sofa-oat.3fa21c0b9d.w240.jpg" alt="" width="80" height="100"',
    ),
  ])
})

test('OPS-43: the mail shows pictures of an object store from where the CDN serves them', async () => {
  const { html } = await orderMail({ ...facts, picturesAt: 'https://cdn.example.com/p' })
  expect(html.match(/<img [^>]*>/g)).toEqual([
    expect.stringContaining('src="https://cdn.example.com/p/sofa-oat.3fa21c0b9d.w240.jpg" alt=""'),
  ])
})

test('CART-13: of a donation the mail says its amount, and that nothing is shipped', async () => {
  const [given, mug] = facts.items
  const donation = {
    ...given!,
    title: 'Plant a Tree',
    quantity: 1,
    totalPrice: 2_500,
    optionChoices: [],
    isDonation: true,
  }
  const receipts = { receipt: '/receipt', giftReceipt: '/gift-receipt' }
  const alone = await orderMail({
    ...{ ...facts, receipts },
    items: [{ ...donation, edd: { message: '' } }],
    recipients: [facts.recipients[0]!],
  })
  for (const words of ['Your donation', 'Plant a Tree', 'CAD 25.00', 'Nothing is shipped for it']) {
    expect(alone.text).toContain(words)
    expect(alone.html).toContain(words)
  }
  for (const words of ['Delivery to', 'Quantity', 'Gift receipt']) expect(alone.text).not.toContain(words)
  const mixed = await orderMail({ ...facts, receipts, items: [{ ...donation, recipientId: 'r2' }, { ...mug! }] })
  expect(mixed.text).toContain('Pick up at Toronto')
  expect(mixed.text).toContain('Nothing is shipped for it')
  expect(mixed.text).toContain('Gift receipt')
})
