import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { moveUsesToMailboxes } from '#server/order/place/hold-promo-store.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { endPromo } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { type CartSeed, readStock } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const cartOf = statement<{ discountCode: string; state: string; version: number }>(
  'test.cart-of',
  'select discount_code as "discountCode", state, version from shop.cart where cart_id = $1',
)
const addPromo = statement(
  'test.promo',
  `insert into shop.promo (code, kind, percent_millionths, max_uses, per_shopper, ends_at)
   values ($1, 'percent', 100000, $2, $3, $4)`,
)

describe('an order with a promo code', () => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await createWorld()
    token = await cardToken(world)
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const visitor = (wish: Partial<CartSeed> = {}) => walletVisitor(world, { tokens: [token], ...wish })
  const press = (shopper: TestShopper, key?: string) =>
    shopper.call('order', 'placeOrder', { adata: '' }, key === undefined ? {} : { key })

  test('ORDER-05 OPEN-89: a promo code that has ended: InvalidPromoCode, and the cart is without it', async () => {
    await world.database.count(addPromo, ['ENDED', null, 1, '2026-01-01T00:00:00Z'])
    const { shopper, cartId } = await visitor({ promoCode: 'ENDED' })
    const before = await readStock(world.database, sku.mug, place.warehouse.CB.US)
    const reply = await press(shopper, 'has-ended')
    expect(reply).toMatchObject({
      isSuccess: false,
      message: 'InvalidPromoCode',
      errorMessage: 'This promotion code is no longer valid and was removed.',
      redirectUrl: '/checkout/review',
    })
    const cart = await world.database.row(cartOf, [cartId])
    expect(cart).toMatchObject({ discountCode: '', state: 'open', version: reply.basketVersion })
    expect(await readStock(world.database, sku.mug, place.warehouse.CB.US)).toEqual(before)
    // the retry of the lost answer must not order at the price without the code
    expect(await press(shopper, 'has-ended')).toEqual(reply)
  })

  test('SCENE-07 ORDER-20: two orders race for the last use of a code: one has it, the other gets InvalidPromoCode', async () => {
    await world.database.count(addPromo, ['LASTUSE', 1, 1, null])
    const a = await visitor({ promoCode: 'LASTUSE', email: 'one@example.com' })
    const b = await visitor({ promoCode: 'LASTUSE', email: 'two@example.com' })
    const replies = await Promise.all([press(a.shopper), press(b.shopper)])
    expect(replies.map(({ message }) => message).sort()).toEqual(['', 'InvalidPromoCode'])
    const loser = replies[0]?.isSuccess ? b : a
    expect(await world.database.row(cartOf, [loser.cartId])).toMatchObject({ discountCode: '', state: 'open' })
  })

  test('SCENE-07: a once-per-shopper code is not used again by a guest with the same e-mail in other letters', async () => {
    await world.database.count(addPromo, ['ONCE', null, 1, null])
    const first = await visitor({ promoCode: 'ONCE', email: 'a.b@X.com' })
    expect(await press(first.shopper)).toMatchObject({ isSuccess: true })
    const second = await visitor({ promoCode: 'ONCE', email: 'A.B@x.com' })
    expect(await press(second.shopper)).toMatchObject({ isSuccess: false, message: 'InvalidPromoCode' })
    const other = await visitor({ promoCode: 'ONCE', email: 'c@x.com' })
    expect(await press(other.shopper)).toMatchObject({ isSuccess: true })
  })

  test.each([
    ['sale@gmail.com', 'S.A.L.E+again@GoogleMail.com'],
    ['ann+one@example.com', 'Ann+two@Example.com'],
  ])('SAFE-57: a once-per-shopper code is used once by %s and %s', async (email, again) => {
    const code = `ONE-${email.split('@')[1]?.toUpperCase()}`
    await world.database.count(addPromo, [code, null, 1, null])
    expect(await press((await visitor({ promoCode: code, email })).shopper)).toMatchObject({ isSuccess: true })
    const second = await visitor({ promoCode: code, email: again })
    expect(await press(second.shopper)).toMatchObject({ isSuccess: false, message: 'InvalidPromoCode' })
    const other = await visitor({ promoCode: code, email: `x${email}` })
    expect(await press(other.shopper)).toMatchObject({ isSuccess: true })
  })

  test('SAFE-57: uses noted by the address count for it at once, and for its mailbox once they are written anew', async () => {
    await world.database.count(addPromo, ['FORMER', null, 1, null])
    // noted as before: by the address in small letters, each spelling a use of its own
    const noted = ['f.ormer@gmail.com', 'former+x@gmail.com']
    for (const email of noted) {
      const { shopper, shopperId } = await visitor({ promoCode: 'FORMER', email })
      await world.database.count(
        statement('test.other-uses', "update shop.promo_use set state = 'released' where code = 'FORMER'"),
      )
      expect(await press(shopper)).toMatchObject({ isSuccess: true })
      await world.database.count(
        statement(
          'test.noted-by-address',
          "update shop.promo_use set email_mac = $2, is_of_mailbox = false where code = 'FORMER' and shopper_id = $1",
        ),
        [shopperId, world.shop.orders.macOf(email)],
      )
    }
    await world.database.count(statement('test.both', "update shop.promo_use set state = 'used' where code = 'FORMER'"))
    const wish = async (email: string) =>
      (await press((await visitor({ promoCode: 'FORMER', email })).shopper)).isSuccess
    expect(await wish('F.Ormer@gmail.com')).toBe(false)
    const move = () => world.database.transaction((tx) => moveUsesToMailboxes(tx, world.shop.orders.macOf, 500))
    expect([await move(), await move()]).toEqual([2, 0])
    expect([await wish('former@googlemail.com'), await wish('a.former@gmail.com')]).toEqual([false, true])
  })

  test('SAFE-68: a code that ends between applying and placing is taken out with its sentence, and goes in no more', async () => {
    await world.database.count(addPromo, ['ENDSNOW', null, 1, null])
    const { shopper, cartId } = await visitor()
    expect((await shopper.call('checkout', 'applyPromoCode', { promoCode: 'ENDSNOW' })).isSuccess).toBe(true)
    await endPromo(world.database, 'ENDSNOW')
    expect(await press(shopper)).toMatchObject({ isSuccess: false, message: 'InvalidPromoCode' })
    expect(await world.database.row(cartOf, [cartId])).toMatchObject({ discountCode: '', state: 'open' })
    const again = await shopper.call('checkout', 'applyPromoCode', { promoCode: 'ENDSNOW' })
    expect([again.isSuccess, again.promoErrorMessage]).toEqual([false, expect.stringContaining('ended on')])
    expect(await press(shopper)).toMatchObject({ isSuccess: true })
  })
})
