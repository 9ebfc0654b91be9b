import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import { statement } from '#server/db/database.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { addTowels, fillCart, towel } from '#test/builders/full-cart.ts'
import { newMember, signedIn, signInBy } from '#test/builders/member.ts'
import { newRegistryOf } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.database.count(statement('test.forget-room', 'delete from throttle')).then(() => undefined))

const full = 'Your cart is full: it holds at most 200 different items. Please take one out before you add another.'
const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})
const idOf = async (shopper: TestShopper, number: number): Promise<string> =>
  (await cartOf(shopper)).lineItems.find((line) => line.sku === number)?.id ?? ''
/** All that a shopper sees of her lines. */
async function linesOf(shopper: TestShopper) {
  const { lineItems, savedForLater, basketVersion } = await cartOf(shopper)
  const told = (lines: typeof lineItems) => lines.map(({ id, quantity }) => `${id} ${quantity}`)
  return { cart: told(lineItems), saved: told(savedForLater), basketVersion }
}

describe('SAFE-43: a cart of as many lines as it may have', () => {
  type Refused = { readonly isSuccess: boolean; readonly errorMessage: string }
  /** What is done before the cart is full, and the way in which one more line is tried. */
  const ways: readonly (readonly [
    name: string,
    before: (shopper: TestShopper) => Promise<string>,
    more: (shopper: TestShopper, from: string) => Promise<Refused>,
  ])[] = [
    ['one item', none, (shopper) => shopper.call('cart', 'addItems', { items: [item(sku.lastVase)] })],
    [
      'several items, of which one would find room',
      none,
      (shopper) => shopper.call('cart', 'addItems', { items: [item(sku.mug), item(sku.lastVase)] }),
    ],
    ['words of one’s own', none, (shopper) => shopper.call('cart', 'addItems', { items: [towel(900)] })],
    ['a donation', none, (shopper) => shopper.call('cart', 'donationAddToCart', { sku: sku.donation, amount: 500 })],
    [
      'a gift of a registry',
      async () => String((await newRegistryOf(world, [{ sku: sku.shelf, quantity: 2 }])).grId),
      (shopper, grId) =>
        shopper.call('cart', 'addItems', { items: [item(sku.shelf, 1, { GiftRegistryId: Number(grId) })] }),
    ],
    [
      'a saved item',
      async (shopper) => {
        await add(shopper, item(sku.shelf))
        await shopper.call('cart', 'saveForLater', { lineItemId: await idOf(shopper, sku.shelf) })
        return (await cartOf(shopper)).savedForLater[0]?.id ?? ''
      },
      (shopper, lineItemId) => shopper.call('cart', 'moveToCart', { lineItemId }),
    ],
    [
      'an item that was taken out',
      async (shopper) => {
        await add(shopper, item(sku.shelf))
        const lineItemId = await idOf(shopper, sku.shelf)
        await shopper.call('cart', 'removeItem', { lineItemId })
        return lineItemId
      },
      (shopper, lineItemId) => shopper.call('cart', 'restoreItem', { lineItemId }),
    ],
    [
      'a piece that is split off',
      none,
      async (shopper) => {
        await begin(shopper)
        return shopper.call('checkout', 'splitItem', { basketItemId: await idOf(shopper, sku.mug) })
      },
    ],
  ]

  async function none(): Promise<string> {
    return ''
  }
  async function begin(shopper: TestShopper): Promise<void> {
    await shopper.call('cart', 'checkout', {})
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  }

  test.each(ways)('SAFE-43 OPEN-44: %s is refused with a clear text, and nothing changes', async (_, before, more) => {
    const shopper = world.shopper()
    const from = await before(shopper)
    await fillCart(shopper)
    const was = await linesOf(shopper)
    expect(was.cart).toHaveLength(limits.cartLines)
    const reply = await more(shopper, from)
    expect(reply).toMatchObject({ isSuccess: false, errorMessage: full })
    const { cart, saved } = await linesOf(shopper)
    expect({ cart, saved }).toEqual({ cart: was.cart, saved: was.saved })
  })

  test('SAFE-43 SHIP-11: a division over more homes than there is room for lines', async () => {
    const shopper = await fillCart(world.shopper())
    await begin(shopper)
    const { recipientList } = await shopper.call('checkout', 'saveShippingAddress', address())
    const home = recipientList[0]?.id ?? ''
    const { basketItems } = await shopper.call('checkout', 'refreshCheckout', {})
    const mug = basketItems.find((line) => line.sku === sku.mug)?.id ?? ''
    const other = basketItems.find((line) => line.sku === sku.towel)?.id ?? ''
    // another home, by a line of its own
    const away = { ...address(), address1: '200 Oak Street', city: 'Oak Brook', postalCode: '60523' }
    await shopper.call('checkout', 'saveMultiShippingAddress', { ...away, basketItemId: other })
    const now = await shopper.call('checkout', 'refreshCheckout', {})
    const second = now.recipientList.find(({ id }) => id !== home)?.id ?? ''
    const multiRecipientBasket = now.basketItems.map((line) => ({
      sku: line.sku,
      recipients:
        line.id === mug
          ? [home, second].map((recipientId) => ({ recipientId, quantity: 1, basketItemId: line.id }))
          : line.recipients.map(({ recipientId, quantity }) => ({ recipientId, quantity, basketItemId: line.id })),
    }))
    const reply = await shopper.call('checkout', 'saveMultiRecipientBasket', { multiRecipientBasket })
    expect(reply).toMatchObject({ isSuccess: false, errorMessage: full })
    expect(reply.basketItems).toHaveLength(limits.cartLines)
  })

  test('SAFE-43: more of what is in it, changes and removals go on, and what was taken out makes room', async () => {
    const shopper = await fillCart(world.shopper())
    expect(await shopper.call('cart', 'addItems', { items: [item(sku.mug, 3)] })).toMatchObject({ isSuccess: true })
    const mug = await idOf(shopper, sku.mug)
    const changes = [
      () => shopper.call('cart', 'updateItem', { lineItemId: mug, quantity: 4 }),
      () =>
        shopper.call('cart', 'updateShipMethod', {
          ...{ lineItemId: mug, shipMethod: 1, isPickup: true, locationId: String(place.store.CB.US) },
        }),
      () => shopper.call('cart', 'saveForLater', { lineItemId: mug }),
      () => shopper.call('cart', 'addItems', { items: [item(sku.lastVase)] }),
    ]
    for (const change of changes) expect(await change()).toMatchObject({ isSuccess: true, errorMessage: '' })
    expect((await linesOf(shopper)).cart).toHaveLength(limits.cartLines)
  })

  test('SAFE-43: what is saved for later has a limit of its own, which never stops an order', async () => {
    const shopper = world.shopper()
    await addTowels(shopper, limits.savedLines)
    for (const { id } of (await cartOf(shopper)).lineItems)
      await shopper.call('cart', 'saveForLater', { lineItemId: id })
    await add(shopper, item(sku.mug))
    const lineItemId = await idOf(shopper, sku.mug)
    expect(await shopper.call('cart', 'saveForLater', { lineItemId })).toMatchObject({
      isSuccess: false,
      errorMessage:
        'You have saved 100 items for later, which is as many as we can keep. Please remove one of them first.',
    })
    expect(await idOf(shopper, sku.mug)).toBe(lineItemId)
    expect(await shopper.call('cart', 'addItems', { items: [item(sku.lastVase)] })).toMatchObject({ isSuccess: true })
  })

  test('SAFE-43: a call adds at most 50 items', async () => {
    const shopper = world.shopper()
    const items = Array.from({ length: limits.itemsOfAdd + 1 }, (_, nth) => towel(nth))
    expect((await shopper.rawCall('cart', 'addItems', { items })).statusCode).toBe(400)
    expect(await shopper.call('cart', 'addItems', { items: items.slice(1) })).toMatchObject({ isSuccess: true })
  })
})

describe('SAFE-43 OPEN-05: a sign-in and a full cart', () => {
  test('no line is lost, however many there are; then nothing more is added, and all else goes on', async () => {
    const { shopper, email } = await newMember(world)
    await fillCart(shopper)
    const browser = await signedIn(world, email, async (guest) => {
      await addTowels(guest, 3, 500)
      await add(guest, item(sku.mug, 2))
    })
    const { cart } = await linesOf(browser)
    expect(cart).toHaveLength(limits.cartLines + 3)
    const more = () => browser.call('cart', 'addItems', { items: [item(sku.lastVase)] })
    expect(await more()).toMatchObject({ isSuccess: false, errorMessage: full })
    const mug = await idOf(browser, sku.mug)
    expect(await browser.call('cart', 'updateItem', { lineItemId: mug, quantity: 5 })).toMatchObject({
      isSuccess: true,
    })
    const { lineItems } = await cartOf(browser)
    for (const { id } of lineItems.slice(0, 3)) {
      expect(await browser.call('cart', 'removeItem', { lineItemId: id })).toMatchObject({ isSuccess: true })
      expect(await more()).toMatchObject({ isSuccess: false })
    }
    await browser.call('cart', 'removeItem', { lineItemId: lineItems[3]?.id ?? '' })
    expect(await more()).toMatchObject({ isSuccess: true })
  })

  test('signing in again and again makes no cart of any size: further lines wait, and come when there is room', async () => {
    const { shopper, email } = await newMember(world)
    await fillCart(shopper)
    const guest = async (from: number) => {
      const browser = world.shopper()
      await addTowels(browser, 2, from)
      await signInBy(browser, email)
      return browser
    }
    await guest(500)
    await guest(600)
    await guest(700)
    const { lineItems } = await cartOf(shopper)
    expect(lineItems).toHaveLength(limits.cartLines + 2)
    for (const { id } of lineItems.slice(0, 6)) await shopper.call('cart', 'removeItem', { lineItemId: id })
    await guest(800)
    // 196 of its own, 2 of the last guest, 2 of each that waited: none is lost
    expect((await cartOf(shopper)).lineItems).toHaveLength(limits.cartLines - 4 + 2 + 2 + 2)
  })
})
