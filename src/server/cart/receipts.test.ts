import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { linesAt } from '#domain/cart/replay.ts'
import { moveCartState } from '#server/cart/cart-service.ts'
import { carrySavedLines } from '#server/cart/cart-store.ts'
import { findCart, readToldEvents } from '#server/cart/replay/replay-store.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { piece, prices, sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const seen = (version: number) => ({ headers: { 'basket-version': String(version) } })
const cartOf = (shopper: TestShopper, version?: number) =>
  shopper.call('cart', 'getCartJsx', {}, version === undefined ? {} : seen(version))

async function rows<Row>(name: string, text: string, values: readonly string[] = []): Promise<Row[]> {
  return world.database.rows<Row>({ name: `test.${name}`, text }, values)
}

const cartIdOf = async (shopper: TestShopper) => (await shopper.call('checkout', 'refreshCheckout', {})).basketId

describe('change receipts', () => {
  test('BEYOND-01: the version grows with every change and stays with a refusal or a change to the same', async () => {
    const shopper = world.shopper()
    const first = await add(shopper, item(sku.mug))
    const lineItemId = (await cartOf(shopper)).lineItems[0]!.id
    const same = await shopper.call('cart', 'updateItem', { lineItemId, quantity: 1 })
    const refused = await shopper.call('cart', 'updateItem', { lineItemId, quantity: 0 })
    const changed = await shopper.call('cart', 'updateItem', { lineItemId, quantity: 2 })
    expect([first, same, refused, changed].map((reply) => reply.basketVersion)).toEqual([2, 2, 2, 3])
  })

  test('BEYOND-01: a tab is told what another tab changed since it last looked, and not what it did itself', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const tab = await cartOf(shopper)
    const lineItemId = tab.lineItems[0]!.id
    await shopper.call('cart', 'updateItem', { lineItemId, quantity: 4 })
    await add(shopper, item(sku.rug))
    const reply = await shopper.call('cart', 'updateItem', { lineItemId, quantity: 5 }, seen(tab.basketVersion))
    expect(reply.changes.map(({ kind, before, after, message }) => [kind, before, after, message])).toEqual([
      ['quantity', 1, 4, 'The quantity of Stoneware Mug changed from 1 to 4.'],
      ['items', null, 1, 'Wool Rug was added to your cart.'],
    ])
    expect((await cartOf(shopper, reply.basketVersion)).changes).toEqual([])
  })

  test('BEYOND-01: what another tab took out is named, though it is gone', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug), item(sku.rug))
    const tab = await cartOf(shopper)
    await shopper.call('cart', 'removeItem', { lineItemId: tab.lineItems[1]!.id })
    const { changes } = await cartOf(shopper, tab.basketVersion)
    expect(changes.map((change) => change.message)).toEqual(['Wool Rug was taken out of your cart.'])
  })

  test('BEYOND-01, OPEN-117: a price that changed since the shopper saw it is told until she went on with it', async () => {
    const shopper = world.shopper()
    await world.importLines(piece('CB', 7001, 'Carafe', { prices: prices(2_500) }))
    await add(shopper, item(7001))
    await world.importLines(piece('CB', 7001, 'Carafe', { prices: prices(2_900) }))
    const told = await cartOf(shopper)
    const checkout = await shopper.call('cart', 'checkout', {})
    const price = { kind: 'price', lineItemId: told.lineItems[0]!.id, before: 2_500, after: 2_900 }
    const message = 'The price of Carafe changed from $25.00 to $29.00.'
    expect(told.orderSummary.subtotal).toBe(2_900)
    expect(told.changes).toEqual([{ ...price, message }])
    expect(checkout.changes).toEqual([{ ...price, message }])
    expect((await cartOf(shopper)).changes).toEqual([])
  })

  test('BEYOND-01: a line that can no longer be had is told', async () => {
    const shopper = world.shopper()
    await world.importLines(piece('CB', 7002, 'Bowl'))
    await add(shopper, item(7002))
    await world.importLines(piece('CB', 7002, 'Bowl', { status: 'nla' }))
    const { changes, lineItems } = await cartOf(shopper)
    expect(changes.map((change) => [change.kind, change.message])).toEqual([['stock', 'Bowl: No longer available.']])
    expect(lineItems[0]).toMatchObject({ availability: 3, edd: { message: 'No longer available' } })
  })
})

describe('cart replay', () => {
  test('BEYOND-13: every change is kept with its version, kind and facts, and holds no address or card', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 2))
    const lineItemId = (await cartOf(shopper)).lineItems[0]!.id
    await shopper.call('cart', 'updateItem', { lineItemId, quantity: 3 })
    await shopper.call('cart', 'applyZipCode', { zip: '60601', country: 'US' })
    await shopper.call('cart', 'removeItem', { lineItemId })
    const events = await rows(
      'events',
      `select version, kind, event - 'records' - 'removed' as event from shop.cart_event where cart_id = $1 order by version`,
      [await cartIdOf(shopper)],
    )
    expect(events).toEqual([
      { version: 2, kind: 'itemsAdded', event: { lines: [{ lineId: lineItemId, sku: sku.mug, quantity: 2 }] } },
      { version: 3, kind: 'quantityChanged', event: { lineId: lineItemId, before: 2, after: 3 } },
      { version: 4, kind: 'zipApplied', event: { zip: '60601' } },
      { version: 5, kind: 'lineRemoved', event: { lineId: lineItemId, sku: sku.mug, quantity: 3 } },
    ])
  })
})

async function eventsOf(cartId: string) {
  const cart = await findCart(world.database, { cartId })
  return cart === undefined ? [] : readToldEvents(world.database, cart)
}

describe('a cart as it stood', () => {
  test('BEYOND-13: its lines at any version are told from its events', async () => {
    const shopper = world.shopper()
    const stood: unknown[] = []
    const noteLines = async () => {
      const { lineItems, savedForLater } = await cartOf(shopper)
      const told = (list: string) => (line: CartReply['lineItems'][number]) => [list, line.id, line.sku, line.quantity]
      stood.push(new Set([...lineItems.map(told('cart')), ...savedForLater.map(told('saved'))]))
    }
    await add(shopper, item(sku.mug, 2), item(sku.rug))
    await noteLines()
    const [mug, rug] = (await cartOf(shopper)).lineItems.map((line) => line.id)
    await shopper.call('cart', 'updateItem', { lineItemId: mug!, quantity: 9 })
    await noteLines()
    await shopper.call('cart', 'saveForLater', { lineItemId: rug! })
    await noteLines()
    await shopper.call('cart', 'applyZipCode', { zip: '60601', country: 'US' })
    await noteLines()
    await shopper.call('cart', 'removeItem', { lineItemId: mug! })
    await noteLines()
    const events = await eventsOf(await cartIdOf(shopper))
    const replayed = events.map(({ version }) => {
      return new Set(linesAt(events, version).map((line) => [line.list, line.lineId, line.sku, line.quantity]))
    })
    expect(replayed).toEqual(stood)
  })

  test('BEYOND-13: what was saved for later goes on after an order, in a cart of its own', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug), item(sku.rug, 3))
    const lines = (await cartOf(shopper)).lineItems
    await shopper.call('cart', 'saveForLater', { lineItemId: lines[1]!.id })
    const ordered = await cartIdOf(shopper)
    const [owner] = await rows<{ shopperId: string }>(
      'owner',
      'select shopper_id as "shopperId" from shop.cart where cart_id = $1',
      [ordered],
    )
    const event = { kind: 'ordered', facts: { orderId: '', orderNumber: '' }, changes: [] } as const
    const isMoved = await world.database.transaction(async (tx) => {
      const of = { shopperId: owner!.shopperId, cartId: ordered }
      const moved = await moveCartState(tx, of, ['open'], 'ordered', event)
      await carrySavedLines(tx, of)
      return moved
    })
    const cart = await cartOf(shopper)
    const events = await eventsOf(await cartIdOf(shopper))
    expect(isMoved).toBe(true)
    expect([cart.lineItems.length, cart.savedForLater.map((line) => [line.sku, line.quantity])]).toEqual([
      0,
      [[sku.rug, 3]],
    ])
    expect(linesAt(events, 1).map((line) => [line.list, line.sku, line.quantity])).toEqual([['saved', sku.rug, 3]])
  })
})

describe('at the same time', () => {
  test('OPEN-117: two parallel changes of quantity both count, one after the other', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug), item(sku.rug))
    const [mug, rug] = (await cartOf(shopper)).lineItems.map((line) => line.id)
    const replies = await Promise.all([
      shopper.call('cart', 'updateItem', { lineItemId: mug!, quantity: 5 }),
      shopper.call('cart', 'updateItem', { lineItemId: rug!, quantity: 7 }),
    ])
    const cart = await cartOf(shopper)
    expect(cart.lineItems.map((line) => line.quantity)).toEqual([5, 7])
    expect(replies.map((reply) => reply.basketVersion).sort()).toEqual([3, 4])
    expect(cart.basketVersion).toBe(4)
  })

  test('OPEN-117: of parallel adds that make the cart none is lost', async () => {
    for (let round = 0; round < 8; round += 1) {
      const shopper = world.shopper()
      await shopper.get('/session')
      await Promise.all(Array.from({ length: 10 }, () => add(shopper, item(sku.mug))))
      const cart = await cartOf(shopper)
      expect(cart.lineItems.map((line) => line.quantity)).toEqual([10])
      expect(cart.basketVersion).toBe(11)
    }
  })

  test('SCENE-14: a line that was removed does not come back with a late change of its quantity', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug), item(sku.rug))
    const lineItemId = (await cartOf(shopper)).lineItems[0]!.id
    const change = (quantity: number) => shopper.call('cart', 'updateItem', { lineItemId, quantity })
    await Promise.all([change(2), change(3), shopper.call('cart', 'removeItem', { lineItemId }), change(4)])
    expect((await cartOf(shopper)).lineItems.map((line) => line.sku)).toEqual([sku.rug])
  })
})

describe('a cart whose order is on its way, or done', () => {
  const moveTo = (state: string, basketId: string) =>
    world.database.count({ name: 'test.state', text: 'update shop.cart set state = $1 where cart_id = $2' }, [
      state,
      basketId,
    ])

  test('BEYOND-01: while the order is being placed every change is refused and the cart says so', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    await moveTo('placing', await cartIdOf(shopper))
    const cart = await cartOf(shopper)
    const lineItemId = cart.lineItems[0]!.id
    const reply = await shopper.call('cart', 'updateItem', { lineItemId, quantity: 2 })
    const added = await shopper.call('cart', 'addItems', { items: [item(sku.rug)] })
    const checkout = await shopper.call('cart', 'checkout', {})
    expect(cart.isPlacing).toBe(true)
    for (const answer of [reply, added, checkout]) {
      expect(answer).toMatchObject({
        isSuccess: false,
        errorMessage: 'Your order is being placed. Please wait a moment.',
        basketVersion: 2,
      })
    }
  })

  test.each([
    ['cart', 'updateItem', { lineItemId: 'x', quantity: 2 }],
    ['cart', 'removeItem', { lineItemId: 'x' }],
    ['cart', 'checkout', {}],
    ['cart', 'applyPromoCode', { promoCode: 'X' }],
    ['checkout', 'refreshCheckout', {}],
    ['checkout', 'validateCart', {}],
    ['checkout', 'moveToPaymentPage', {}],
    ['checkout', 'removeNlaItems', {}],
  ] as const)('OPEN-06: %s %s on a cart that was ordered answers IsReset', async (topic, name, input) => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    await moveTo('ordered', await cartIdOf(shopper))
    expect((await shopper.rawCall(topic, name, input)).json()).toEqual({ IsReset: true })
  })

  test('OPEN-06, SCENE-12: after an order the cart is empty and a new cart can begin', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    await moveTo('ordered', await cartIdOf(shopper))
    expect((await cartOf(shopper)).lineItems).toEqual([])
    expect(await add(shopper, item(sku.rug))).toMatchObject({ cartQuantity: 1, basketVersion: 2 })
  })
})
