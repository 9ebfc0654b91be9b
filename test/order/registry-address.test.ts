import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { exportOrders } from '#server/order/export/export-orders.ts'
import { address, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { pdfText } from '#test/builders/pdf-text.ts'
import { give, newRegistryOf, type Registry, registrantAddress, registrantSecrets } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

const lastOrder = statement<{ orderNumber: string; recipients: unknown; summary: { tax: number; total: number } }>(
  'test.last-order',
  `select order_number as "orderNumber", recipients, summary from shop.orders where state = 'placed'
   order by created_at desc limit 1`,
)

describe('SHIP-27, BEYOND-05: gifts go to the registrant, and the giver never sees where', () => {
  let world: World
  let registry: Registry
  /** All that was told to anybody but the registrant, and all that was logged. */
  const told: string[] = []
  beforeAll(async () => {
    world = await createWorld({ logLine: (line) => told.push(line) })
    registry = await newRegistryOf(world, [
      { sku: sku.mug, quantity: 9 },
      { sku: sku.towel, quantity: 9 },
    ])
    // what the registrant herself typed went over the wire before this
    told.length = 0
  })
  afterAll(() => world.close())

  const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})

  /** All that the mails to somebody say. */
  async function mailTo(email: string): Promise<string> {
    await deliverAll(world, ['mail.order-placed'], world.gateway.smtpPort() ?? 0)
    const inbox = `${world.gatewayOrigin}/mailbox/messages`
    const { messages } = (await (await fetch(`${inbox}?to=${email}`)).json()) as { messages: { id: number }[] }
    const texts = await Promise.all(messages.map(async ({ id }) => (await fetch(`${inbox}/${id}`)).text()))
    return texts.join('\n')
  }

  async function inCheckout(): Promise<TestShopper> {
    const shopper = world.shopper()
    await give(shopper, registry.link, sku.mug, 2)
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    return shopper
  }

  test('SHIP-27 SHIP-04 DATA-08: with gifts of one registry only the recipient has its address, masked; with one other line it has not', async () => {
    const shopper = await inCheckout()
    const { recipientList, accountInfo, isBillingSame, billingAddress, highestStep } = await refresh(shopper)
    expect(accountInfo.registryAddresses).toEqual([{ addressId: `registry-${registry.grId}`, grId: registry.grId }])
    expect(recipientList[0]?.address).toMatchObject({
      addressId: `registry-${registry.grId}`,
      ...{ firstName: 'Ann', lastName: 'Bell', city: 'Portland', state: 'OR', country: 'US' },
      ...{ address1: '', address2: '', postalCode: '', phone: '', email: '' },
    })
    expect([isBillingSame, billingAddress, highestStep]).toEqual([true, null, 1])
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.shelf, Quantity: 1 }] })
    expect((await refresh(shopper)).recipientList.map((one) => one.address)).toEqual([null])
  })

  describe('CALM-67: a gift says whose it is, and its place is known without being told', () => {
    const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})
    const giver = async () => {
      const shopper = world.shopper()
      await give(shopper, registry.link, sku.mug, 2)
      return shopper
    }

    test('CALM-67: in the cart, before any ZIP is given; with a thing for herself the place is hers to say', async () => {
      const shopper = await giver()
      const cart = await cartOf(shopper)
      expect(cart.lineItems.map(({ giftFor }) => giftFor)).toEqual(['Ann Bell & Ben Cole'])
      expect(cart.cartSummary).toMatchObject({ taxZipCode: '', isAtRegistrant: true })
      // Portland has no sales tax: known, and none
      expect([cart.orderSummary.isTaxKnown, cart.orderSummary.tax]).toEqual([true, 0])
      const asked = [
        cart,
        await shopper.call('cart', 'getTotalExplanation', {}),
        await shopper.call('cart', 'getEdd', { locationId: '', zipCode: '' }),
        await shopper.call('cart', 'getDeliveryChoices', { lineItemId: cart.lineItems[0]?.id ?? '' }),
        (await shopper.page('/checkout/cart')).page,
      ]
      for (const secret of registrantSecrets) expect(JSON.stringify(asked)).not.toContain(secret)

      await shopper.call('cart', 'addItems', { items: [{ Sku: sku.shelf, Quantity: 1 }] })
      const mixed = await cartOf(shopper)
      expect(mixed.lineItems.map(({ giftFor }) => giftFor)).toEqual(['Ann Bell & Ben Cole', undefined])
      expect([mixed.cartSummary.isAtRegistrant, mixed.orderSummary.isTaxKnown]).toEqual([undefined, false])
    })

    test('CALM-67: the ZIP that she once gave is not that of the gift', async () => {
      const shopper = await giver()
      await shopper.call('cart', 'applyZipCode', { zip: '60606', country: 'US' })
      expect((await cartOf(shopper)).orderSummary).toMatchObject({ isTaxKnown: true, tax: 0 })
      await shopper.call('cart', 'addItems', { items: [{ Sku: sku.shelf, Quantity: 1 }] })
      expect((await cartOf(shopper)).orderSummary.tax).toBeGreaterThan(0)
    })

    test('CALM-67: a registry without an address knows no place, and is named all the same', async () => {
      const none = { address1: '', address2: '', city: '', state: '', postalCode: '', phone: '' }
      const { link } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }], none)
      told.length = 0
      const shopper = world.shopper()
      await give(shopper, link, sku.mug, 1)
      const { lineItems, cartSummary, orderSummary } = await cartOf(shopper)
      expect([lineItems[0]?.giftFor, cartSummary.isAtRegistrant]).toEqual(['Ann Bell & Ben Cole', undefined])
      expect(orderSummary.isTaxKnown).toBe(false)
    })

    test("CALM-67: 'This is a gift' is ticked in the checkout, and stays as the giver leaves it", async () => {
      const shopper = await inCheckout()
      const before = await refresh(shopper)
      expect(before.basketItems.map(({ giftFor }) => giftFor)).toEqual(['Ann Bell & Ben Cole'])
      const [recipient] = before.recipientList
      const gift = { isGift: true, giftWrap: 'none', giftMessage: '', hasGiftReceipt: false } as const
      expect(recipient?.giftOptions).toEqual(gift)
      await shopper.call('checkout', 'updateGiftOption', {
        recipientId: recipient?.id ?? '',
        giftOptions: { ...gift, isGift: false },
        serviceLevel: recipient?.shipments[0]?.selectedServiceLevel ?? 1,
      })
      await shopper.call('cart', 'updateItem', { lineItemId: before.basketItems[0]?.id ?? '', quantity: 1 })
      expect((await refresh(shopper)).recipientList[0]?.giftOptions.isGift).toBe(false)
    })

    test('CALM-67: sent straight to the registry beside a thing for herself, it is ticked for the gift alone', async () => {
      const shopper = await giver()
      await shopper.call('cart', 'addItems', { items: [{ Sku: sku.shelf, Quantity: 1 }] })
      await shopper.submit('/checkout', { isGuestCheckout: 'true' })
      const before = await refresh(shopper)
      expect(before.recipientList.map(({ giftOptions }) => giftOptions.isGift)).toEqual([false])
      const { addressId } = before.accountInfo.registryAddresses[0] ?? { addressId: '' }
      const { recipientList } = await shopper.call('checkout', 'saveMultiShipping', { addressId })
      const ticked = recipientList.map(({ address: at, giftOptions }) => [at?.addressId ?? '', giftOptions.isGift])
      expect(ticked).toContainEqual([addressId, true])
      expect(ticked.filter(([at]) => at !== addressId)).toEqual([['', false]])
    })
  })

  test('ATC-34: a GiftRegistryId other than 0 links the line to that registry, whose address is its default recipient; 0 links it to none', async () => {
    const shopper = world.shopper()
    const add = async (GiftRegistryId: number) => {
      const { isSuccess, items } = await shopper.call('cart', 'addItems', {
        items: [{ Sku: sku.mug, Quantity: 1, GiftRegistryId }],
      })
      expect([isSuccess, items.map(({ grId }) => grId)]).toEqual([true, [GiftRegistryId]])
    }
    const linked = async () => (await shopper.call('cart', 'getCartJsx', {})).lineItems.map(({ grId }) => grId)
    await add(registry.grId)
    expect(await linked()).toEqual([registry.grId])
    await shopper.call('cart', 'checkout', {})
    const { basketItems, recipientList } = await refresh(shopper)
    expect(recipientList.map((one) => [one.id, one.address?.addressId])).toEqual([
      [basketItems[0]?.recipientId, `registry-${registry.grId}`],
    ])
    expect(basketItems.map(({ grId }) => grId)).toEqual([registry.grId])
    // the same piece for oneself is a line of its own
    await add(0)
    expect(await linked()).toEqual([registry.grId, 0])
  })

  test('DATA-18 ATC-29: each item of an add says which kind of registry it goes to, and of none nothing', async () => {
    const gifts = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }], { registryType: 'gl' })
    told.length = 0
    const { items } = await world.shopper().call('cart', 'addItems', {
      items: [registry.grId, 0, gifts.grId].map((GiftRegistryId) => ({ Sku: sku.mug, Quantity: 1, GiftRegistryId })),
    })
    expect(items.map(({ grId, registryType }) => [grId, registryType])).toEqual([
      [registry.grId, 'br'],
      [0, ''],
      [gifts.grId, 'gl'],
    ])
    expect(Object.keys(items[0] ?? {})).toEqual(
      expect.arrayContaining([
        ...['sku', 'name', 'quantity', 'formattedPrice', 'imagePath', 'grId', 'registryType'],
        ...['personalization', 'inHousePersonalization'],
      ]),
    )
  })

  test.each([
    ['the gift’s choice first', true],
    ['her own home first', false],
  ])(
    'SHIP-04 SHIP-27: beside a thing for herself the gift goes to the registry when she says so, and the street stays hidden: %s',
    async (_, isGiftFirst) => {
      const shopper = await inCheckout()
      await shopper.call('cart', 'addItems', { items: [{ Sku: sku.shelf, Quantity: 1 }] })
      const before = await refresh(shopper)
      const lineOf = (isGift: boolean) => before.basketItems.find(({ grId }) => (grId !== 0) === isGift)?.id ?? ''
      const { addressId } = before.accountInfo.registryAddresses[0] ?? { addressId: '' }
      const giveToRegistry = async () => {
        const { recipientList } = await shopper.call('checkout', 'saveMultiShipping', { addressId })
        const made = recipientList.find((one) => one.address?.addressId === addressId)
        expect(made?.address).toMatchObject({ firstName: 'Ann', lastName: 'Bell', address1: '' })
        const chosen = { recipientId: made?.id ?? '', basketItemId: lineOf(true) }
        expect(await shopper.call('checkout', 'saveRecipientSelection', chosen)).toMatchObject({ isSuccess: true })
      }
      const giveOwnHome = async () => {
        const own = { ...address(), basketItemId: lineOf(false) }
        expect(await shopper.call('checkout', 'saveMultiShippingAddress', own)).toMatchObject({ isSuccess: true })
      }
      for (const step of isGiftFirst ? [giveToRegistry, giveOwnHome] : [giveOwnHome, giveToRegistry]) await step()
      const { basketItems, recipientList } = await refresh(shopper)
      const homeOf = (isGift: boolean) => {
        const id = basketItems.find(({ grId }) => (grId !== 0) === isGift)?.recipientId
        return recipientList.find((one) => one.id === id)?.address
      }
      expect([homeOf(true)?.addressId, homeOf(true)?.address1]).toEqual([addressId, ''])
      expect(homeOf(false)).toMatchObject({ address1: '100 Main Street' })
      expect(await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})).toMatchObject({ isSuccess: true })
      // what is not for her is not sent to her
      const recipientId = basketItems.find(({ grId }) => grId !== 0)?.recipientId ?? ''
      await shopper.call('checkout', 'saveRecipientSelection', { recipientId, basketItemId: lineOf(false) })
      expect((await refresh(shopper)).recipientList.find(({ id }) => id === recipientId)?.address).toBeNull()
    },
  )

  test('SHIP-27: a giver may send it to an address of her own, which stays', async () => {
    const shopper = await inCheckout()
    await shopper.call('checkout', 'validateAndSaveAddress', address())
    expect((await refresh(shopper)).recipientList[0]?.address).toMatchObject({ address1: '100 Main Street' })
  })

  test('CALL-91: the number of a private registry, or of none, is as unknown in an add as a wrong one', async () => {
    const hidden = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }], { isPublic: 'false' })
    const shopper = world.shopper()
    const add = async (GiftRegistryId: number, Sku: number = sku.mug) =>
      (await shopper.call('cart', 'addItems', { items: [{ Sku, Quantity: 1, GiftRegistryId }] })).errorMessage
    const unknown = await add(999_999)
    expect(unknown).not.toBe('')
    expect([await add(hidden.grId), await add(registry.grId, sku.shelf)]).toEqual([unknown, unknown])
    expect(await add(registry.grId)).toBe('')
    // but its link opens it, and its form sells
    expect(await give(shopper, hidden.link, sku.mug)).toBe('/checkout/cart')
  })

  test('BEYOND-05 ORDER-22: from the link to the mail and the receipts nobody but the store learns the street; the tax is of its state', async () => {
    told.length = 0
    const shopper = world.shopper()
    const keep = async (text: Promise<{ readonly body: string }> | string) =>
      told.push(typeof text === 'string' ? text : (await text).body)
    const call = async (
      name: string,
      topic: 'cart' | 'shipping' | 'checkout' | 'payment' | 'order',
      body: object = {},
    ) => {
      const answer = await shopper.rawCall(topic, name, body)
      await keep(answer.body)
      return answer.json()
    }
    const open = async (path: string) => {
      await keep(JSON.stringify(await shopper.page(path)))
      await keep(shopper.get(path))
    }
    await open('/gift-registry/find?name=bell')
    await open(registry.link)
    await give(shopper, registry.link, sku.mug, 2)
    await open('/checkout/cart')
    await keep(shopper.submit('/checkout', { isGuestCheckout: 'true' }))
    await open('/checkout/shipping')
    const { lineItems } = await call('getCartJsx', 'cart')
    await call('refreshCheckout', 'checkout')
    await call('moveToShippingAndGiftOptions', 'checkout')
    await open('/checkout/shippingandgiftoptions')
    await call('getShippingCharges', 'shipping', { lineItemId: lineItems[0].id })
    expect(await call('moveToPaymentPage', 'checkout')).toMatchObject({ isSuccess: true })
    await open('/checkout/paymentandbilling')
    const own = { ...address(), isSameAsShipping: false }
    expect(await call('saveBillingAddress', 'checkout', own)).toMatchObject({ isSuccess: true })
    const card = await newCard(world, shopper)
    expect(await call('savePayment', 'payment', { cardOneData: card })).toMatchObject({ isSuccess: true })
    expect(await call('moveToReviewPage', 'checkout')).toMatchObject({ isSuccess: true })
    await open('/checkout/review')
    expect(await call('placeOrder', 'order', { adata: '' })).toMatchObject({ isSuccess: true })
    await open('/checkout/confirmation')
    await call('getOrderConfirmation', 'order')
    await open(registry.link)

    const order = await world.database.row(lastOrder)
    for (const kind of ['receipt', 'gift-receipt']) {
      const { rawPayload } = await shopper.get(`/order/${order?.orderNumber}/${kind}.pdf`)
      const text = pdfText(rawPayload)
      expect(text).toContain('Portland, OR')
      told.push(text)
    }
    const mail = await mailTo('ada@example.com')
    expect(mail).toContain('Portland, OR')
    expect(await mailTo(registry.ownerEmail)).toBe('')
    told.push(mail)

    expect(told.length).toBeGreaterThan(25)
    for (const secret of registrantSecrets) {
      expect(told.filter((text) => text.includes(secret)).map((text) => text.slice(0, 200))).toEqual([])
    }
    // Oregon asks for no sales tax, Illinois, where the giver lives, would
    expect(order?.summary.tax).toBe(0)
    // who packs it knows where it goes
    expect(JSON.stringify(order?.recipients)).toContain(registrantAddress.address1)
    const exported: string[] = []
    for await (const line of exportOrders(world.database, new Date(0), new Date(Date.now() + 60_000)))
      exported.push(line)
    expect(exported.join('\n')).toContain(registrantAddress.address1)
  })

  test('OPEN-101: an address that is wrong is refused with its reason, and a registry without one leaves it to the giver', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }], {
      ...{ address1: '', address2: '', city: '', state: '', postalCode: '', phone: '' },
    })
    const shopper = world.shopper()
    await give(shopper, link, sku.mug)
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    expect((await refresh(shopper)).recipientList[0]?.address).toBeNull()
    await owner.page(`/gift-registry/edit/${grId}`)
    const day = { grId: `${grId}`, eventDate: '2026-07-01' }
    const wrong = await owner.submit('/gift-registry/edit', { ...day, ...registrantAddress, postalCode: '60601' })
    expect(wrong.headers.location).toBe(`/gift-registry/edit/${grId}`)
    expect((await owner.page(`/gift-registry/edit/${grId}`)).frame.notice).not.toBe('')
    const good = await owner.submit('/gift-registry/edit', { ...day, ...registrantAddress, isPublic: 'true' })
    expect(good.headers.location).toBe(`/gift-registry/registrant-list/${grId}`)
    expect((await refresh(shopper)).recipientList[0]?.address).toMatchObject({ city: 'Portland', address1: '' })
    const { page } = await owner.page(`/gift-registry/edit/${grId}`)
    expect(page).toMatchObject({
      eventDate: '2026-07-01',
      isPublic: true,
      address: { address1: '742 Evergreen Terrace' },
    })
  })
})
