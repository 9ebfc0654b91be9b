import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorType } from '#domain/cart/error-types.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { give, newRegistryOf } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { approveWithAddress, readSheetPage } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

/** The same address, as hands type it. */
const typed = {
  box: { address1: 'PO Box 118', city: 'Naperville', state: 'IL', postalCode: '60540', country: 'US' },
  restricted: { address1: '350 S 5th St', city: 'Minneapolis', state: 'MN', postalCode: '55415', country: 'US' },
  abroad: { address1: '88 Harbour Street', city: 'Toronto', state: 'ON', postalCode: 'M5J 0C3', country: 'CA' },
} as const
const person = { firstName: 'Ada', lastName: 'Byron', phone: '6305550142', email: 'ada@example.com' }

describe("a wallet's own address", () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const guest = (...items: ReturnType<typeof item>[]) => guestOf('cb', ...items)
  async function guestOf(variant: 'cb' | 'cb-ca', ...items: ReturnType<typeof item>[]): Promise<TestShopper> {
    const shopper = world.shopper(variant)
    await add(shopper, ...items)
    return shopper
  }

  const begin = async (shopper: TestShopper) => {
    await shopper.call('cart', 'checkout', {})
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  }
  const checkoutOf = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})

  test.each([
    ['paypal', 'cb', '60540'],
    ['applePay', 'cb', '60540'],
    ['paypal', 'cb-ca', 'M5J 0C3'],
    ['applePay', 'cb-ca', 'M5J 0C3'],
  ] as const)(
    'CALM-32 SCENE-18: %s in %s asks for what it comes to at its address before it is approved, and the order comes to that',
    async (method, variant, postalCode) => {
      const shopper = await guestOf(variant, item(sku.mug, 2))
      const before = await shopper.call('cart', 'getCartJsx', {})
      const { contact, nonce, amountDue, firstDue } = await approveWithAddress(shopper, method)
      expect(firstDue).toBe(before.orderSummary.amountDue)
      expect(amountDue).toBeGreaterThan(firstDue)
      // a look at the sheet changes nothing of the cart
      expect(await shopper.call('cart', 'getCartJsx', {})).toMatchObject({ orderSummary: before.orderSummary })
      await begin(shopper)
      expect(await shopper.call('checkout', 'validateAndSaveAddress', contact)).toMatchObject({ isSuccess: true })
      const { orderSummary, recipientList } = await checkoutOf(shopper)
      expect(orderSummary.amountDue).toBe(amountDue)
      expect(recipientList[0]?.address).toMatchObject({ ...person, address1: contact.address1, postalCode })
      const applied =
        method === 'paypal'
          ? await shopper
              .call('wallet', 'setPayPalPayload', { data: { nonce, email: contact.email } })
              .then(() => shopper.call('wallet', 'savePayPalPayment', {}))
          : await shopper.call('wallet', 'applyApplePayPayment', { nonce, billingContact: contact })
      expect(applied).toMatchObject({ isSuccess: true })
    },
  )

  test('CALM-32: until it knows what the chosen address costs, a sheet cannot be approved', async () => {
    const shopper = await guest(item(sku.mug))
    const asked = { method: 'paypal', asksAddress: true } as const
    const { sheetUrl, sheetId } = await shopper.call('wallet', 'openWalletSheet', asked)
    expect(await readSheetPage(sheetUrl)).toMatch(/class="approve" disabled/)
    const { amountDue } = await shopper.call('wallet', 'openWalletSheet', { ...asked, sheetId, postalCode: '60540' })
    const page = await readSheetPage(sheetUrl)
    expect(page).not.toMatch(/class="approve" disabled/)
    expect(page).toContain(`$${(amountDue / 100).toFixed(2)}`)
    expect(page).toContain('12 Maple Street')
  })

  test("CALM-32: another shopper's sheet is not asked again: hers opens instead", async () => {
    const [one, other] = [await guest(item(sku.mug)), await guest(item(sku.mug, 9))]
    const asked = { method: 'paypal', asksAddress: true } as const
    const first = await one.call('wallet', 'openWalletSheet', asked)
    const theirs = { ...asked, sheetId: first.sheetId, postalCode: '60540' }
    const opened = await other.call('wallet', 'openWalletSheet', theirs)
    expect(opened.sheetId).not.toBe(first.sheetId)
    expect(opened.sheetUrl).not.toBe(first.sheetUrl)
  })

  const furniture = 'Furniture cannot be delivered to a PO box. Please enter the street address of your home.'
  test.each([
    ['box', furniture, errorType.none],
    ['restricted', '', errorType.pfasItems],
    ['abroad', 'M5J 0C3 is not a valid ZIP code.', errorType.none],
  ] as const)(
    'CALM-32: an address of a wallet (%s) is answered as if typed, and nothing of the cart is lost',
    async (choice, refusal, type) => {
      const items = [item(sku.rug), item(sku.sofaOat)]
      const [byWallet, byHand] = [await guest(...items), await guest(...items)]
      const { contact } = await approveWithAddress(byWallet, 'paypal', choice)
      expect(contact).toEqual({ ...person, ...typed[choice] })
      const answers = []
      for (const [shopper, address] of [
        [byWallet, contact],
        [byHand, { ...person, ...typed[choice] }],
      ] as const) {
        await begin(shopper)
        const saved = await shopper.call('checkout', 'validateAndSaveAddress', address)
        const { errorType, errorMessage, items } = await shopper.call('checkout', 'validateCart', {})
        const { basketItems } = await checkoutOf(shopper)
        expect(basketItems.map(({ sku, quantity }) => [sku, quantity])).toEqual([
          [sku.rug, 1],
          [sku.sofaOat, 1],
        ])
        answers.push([saved.isSuccess, saved.errorMessage, saved.errors, errorType, errorMessage, items])
      }
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]).toMatchObject([refusal === '', refusal, expect.anything(), type, expect.anything(), {}])
    },
  )

  test('CALM-32: the cart says when no one address will do: with a gift of a registry, and while it goes to several homes', async () => {
    const asks = async (shopper: TestShopper) => {
      const { cartSummary, lineItems } = await shopper.call('cart', 'getCartJsx', {})
      return { asks: cartSummary.asksWhereItGoes, lineItems }
    }
    const registry = await newRegistryOf(world, [{ sku: sku.mug, quantity: 9 }])
    const giver = await guest(item(sku.rug))
    expect(await asks(giver)).not.toHaveProperty('asks', true)
    await give(giver, registry.link, sku.mug)
    const { asks: withGift, lineItems } = await asks(giver)
    expect(withGift).toBe(true)
    const gift = lineItems.find(({ grId }) => grId !== 0)!
    await giver.call('cart', 'removeItem', { lineItemId: gift.id })
    expect((await asks(giver)).asks).toBeUndefined()

    const sender = await guest(item(sku.mug, 2))
    await begin(sender)
    await sender.call('checkout', 'saveShippingAddress', address())
    expect((await asks(sender)).asks).toBeUndefined()
    const [whole] = (await checkoutOf(sender)).basketItems
    const { basketItems } = await sender.call('checkout', 'splitItem', { basketItemId: whole!.id })
    const piece = basketItems.find(({ id }) => id !== whole!.id)!
    const grace = address({
      firstName: 'Grace',
      address1: '1 Broadway',
      city: 'New York',
      state: 'NY',
      postalCode: '10004',
    })
    await sender.call('checkout', 'saveMultiShippingAddress', { ...grace, basketItemId: piece.id })
    expect((await asks(sender)).asks).toBe(true)
    // the home whose line went is kept, and has no part in it
    await sender.call('cart', 'removeItem', { lineItemId: piece.id })
    expect((await asks(sender)).asks).toBeUndefined()
  })

  test('CALM-32: the Canadian store answers an address in the United States as if typed', async () => {
    const shopper = await guestOf('cb-ca', item(sku.mug))
    const { contact } = await approveWithAddress(shopper, 'applePay', 'abroad')
    await begin(shopper)
    const message = '60540 is not a valid postal code.'
    const saved = await shopper.call('checkout', 'validateAndSaveAddress', contact)
    expect(saved).toMatchObject({ isSuccess: false, errors: [{ field: 'postalCode', message }] })
  })
})
