import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  aBasketItem,
  anAddress,
  anAppliedCard,
  aPayment,
  aRecipient,
  aShipment,
  openCheckout,
} from '#test/web/checkout.ts'
import { type FakeServer, fakeServer } from '#test/web/fake-server.ts'
import { aCart, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

// what the steps fetch behind themselves is there at once
beforeAll(async () => {
  await import('#web/checkout/recipients/recipient-parts.ts')
  await import('#web/checkout/recipients/delivery-options.ts')
  await import('#web/tender/payment-entries.ts')
})
beforeEach(() => sessionStorage.clear())

const typed = 'card 4012 8888 8888 1881'
const sentence = 'Card numbers are not accepted here.'
const refusing = (field: string) => () =>
  Response.json({ isSuccess: false, errorMessage: sentence, field }, { status: 400 })
const call = (name: string) => `/ReactCheckout/${name}`

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const control = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const type = async (label: string, value = typed) => fireEvent.change(await control(label), { target: { value } })

const gift = { isGift: true, giftMessage: '', giftWrap: 'none', hasGiftReceipt: false } as const
const asGift = { recipientList: [aRecipient({ giftOptions: { ...aRecipient().giftOptions, ...gift } })] }
const pickup = aRecipient({
  ...{ id: 's1', isPickup: true, storeName: 'Clark Street', storeNumber: '110', address: null, shipments: [] },
  bopsOptions: { giftReceiptOption: 0, baggingOption: 0, pickupContact: null },
})
const lamp = aBasketItem({ id: 'item-2', sku: 102, title: 'Paper Lamp', quantity: 1, recipientId: 'r2' })
const away = aRecipient({ id: 'r2', address: anAddress({ recipientId: 'r2' }), shipments: [aShipment({ id: 'r2.1' })] })
const storeCard = anAppliedCard({ type: 'StoreCreditCard', lastFour: '1001', id: 'guid-1', expMonth: 0, expYear: 0 })
const noRewards = {
  ...{ isSuccess: true, errorMessage: '', rewardsTotal: 0, rewardExceedOrderTotalMessage: '', certificates: [] },
}
const twoRecipients = { recipientList: [aRecipient(), away], basketItems: [aBasketItem(), lamp] }

type Row = {
  readonly form: string
  readonly path: string
  /** The field as the server names it. */
  readonly field: string
  readonly label: string
  readonly fill: () => Promise<void>
  readonly open: (answers: { readonly [path: string]: () => Response }) => Promise<{ readonly server: FakeServer }>
}

async function openCart(answers: { readonly [path: string]: () => Response }) {
  const server = fakeServer(answers)
  await renderPage(aState({ name: 'cart', cart: aCart() }, '/checkout/cart'))
  return { server }
}

const address = async (label: string) => {
  if (label === 'Apartment') await press('Add apartment, suite')
  await type(label)
}
const rows: readonly Row[] = [
  ...(
    [
      ['address1', 'Street address'],
      ['address2', 'Apartment'],
    ] as const
  ).map(([field, label]) => ({
    form: `shipping address, ${field}`,
    path: call('ValidateAndSaveAddress'),
    field,
    label,
    open: (answers: Parameters<Row['open']>[0]) => openCheckout(1, {}, answers),
    fill: async () => {
      await address(label)
      await press('Next')
    },
  })),
  {
    form: 'billing address',
    path: call('SaveBillingAddress'),
    field: 'address1',
    label: 'Street address',
    open: (answers) =>
      openCheckout(
        3,
        { isBillingSame: false, billingAddress: anAddress(), paymentData: aPayment(anAppliedCard()) },
        answers,
      ),
    fill: async () => {
      await type('Street address')
      await press(/^Next/)
    },
  },
  {
    form: 'address of one line',
    path: call('SaveMultiShippingAddress'),
    field: 'address1',
    label: 'Street address',
    open: (answers) => openCheckout(1, twoRecipients, answers),
    fill: async () => {
      const list = await screen.findByRole('list', { name: 'Items and where they go' })
      fireEvent.change(within(list).getAllByRole('combobox')[0]!, { target: { value: 'new' } })
      const texts = { 'First name': 'Mary', 'Last name': 'Bell', City: 'Springfield', State: 'IL', 'ZIP code': '62701' }
      for (const [label, value] of Object.entries(texts)) await type(label, value)
      await type('Street address')
      await press('Use this address')
    },
  },
  {
    form: 'gift message, when it is left',
    path: call('UpdateGiftMessage'),
    field: 'message',
    label: 'Gift message',
    open: (answers) => openCheckout(2, asGift, answers),
    fill: async () => {
      await type('Gift message')
      fireEvent.blur(await control('Gift message'))
    },
  },
  {
    form: 'gift message, with all options',
    path: call('SaveShippingAndGiftOptions'),
    field: 'giftMessage',
    label: 'Gift message',
    open: (answers) => openCheckout(2, asGift, answers),
    fill: async () => {
      await type('Gift message')
      await press(/^Next/)
    },
  },
  {
    form: 'who picks up',
    path: call('SaveShippingAndGiftOptions'),
    field: 'lastName',
    label: 'Last name',
    open: (answers) =>
      openCheckout(
        2,
        { recipientList: [aRecipient(), pickup], basketItems: [aBasketItem(), { ...lamp, recipientId: 's1' }] },
        answers,
      ),
    fill: async () => {
      fireEvent.click(await control('Somebody else picks it up'))
      await type('Last name')
      await press('Save contact')
    },
  },
  {
    form: 'promotion code',
    path: '/ReactCart/ApplyPromoCode',
    field: 'promoCode',
    label: 'Promotion code',
    open: openCart,
    fill: async () => {
      await type('Promotion code')
      await press('Apply promotion code')
    },
  },
  {
    form: 'tender code',
    path: call('ApplyTenderCode'),
    field: 'tenderCodeNumber',
    label: 'Tender code',
    open: (answers) => openCheckout(3, {}, answers),
    fill: async () => {
      await press('Gift card, code or reward')
      await type('Tender code')
      await press('Apply tender code')
    },
  },
  {
    form: 'certificate, in the cart',
    path: call('ApplyCartRewardCertificate'),
    field: 'certificateNumber',
    label: 'Certificate number',
    open: openCart,
    fill: async () => {
      await press('Reward certificates')
      await type('Certificate number')
      await type('Rewards account number', '9001 2345 01')
      await press('Apply reward certificate')
    },
  },
  {
    form: 'rewards account, in the cart',
    path: call('ApplyCartRewardCertificate'),
    field: 'accountNumber',
    label: 'Rewards account number',
    open: openCart,
    fill: async () => {
      await press('Reward certificates')
      await type('Certificate number', 'REWARD-2000-A001')
      await type('Rewards account number')
      await press('Apply reward certificate')
    },
  },
  {
    form: 'certificate, at the payment',
    path: call('ApplyRewardCertificate'),
    field: 'certificateNumber',
    label: 'Reward certificate',
    open: (answers) =>
      openCheckout(
        3,
        { paymentData: aPayment(storeCard) },
        { [call('GetAccountRewardsByToken')]: () => Response.json(noRewards), ...answers },
      ),
    fill: async () => {
      await press('Gift card, code or reward')
      await type('Reward certificate')
      await press('Apply reward certificate')
    },
  },
]

test.each(rows.map((row) => [row.form, row] as const))(
  'SAFE-30, SAFE-33: a card number in a form is told at its field, and what was typed stays: %s',
  async (_form, { path, field, label, open, fill }) => {
    const { server } = await open({ [path]: refusing(field) })
    await fill()
    await waitFor(() => expect(server.count(path)).toBe(1))
    await waitFor(async () => expect((await control(label)).getAttribute('aria-invalid')).toBe('true'))
    const input = await control(label)
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
    expect(described.map((each) => each?.textContent).join(' ')).toContain(sentence)
    expect(input.value).toBe(typed)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.count('/Checkout/Log')).toBe(0)
  },
)
