import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await putPromos(world.database)
})
afterAll(() => world.close())

const things = [sku.mug, sku.sofaOat, sku.rug, sku.shelf, sku.giftCard] as const
const cents: { readonly [number: number]: number } = {
  [sku.mug]: 1_295,
  [sku.sofaOat]: 120_000,
  [sku.rug]: 30_000,
  [sku.shelf]: 15_000,
  [sku.giftCard]: 5_000,
}

/** The smallest shop that could be right: pieces by sku on two lists, and a donation. */
type Model = { readonly cart: Map<number, number>; readonly saved: Map<number, number>; donation: number }

type Command =
  | { readonly do: 'add' | 'update'; readonly sku: number; readonly quantity: number }
  | { readonly do: 'remove' | 'save' | 'back' | 'forget'; readonly sku: number }
  | { readonly do: 'donate'; readonly amount: number }
  | { readonly do: 'zip'; readonly zip: string }
  | { readonly do: 'promo' | 'dropPromo' }

const oneSku = fc.constantFrom(...things)
const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), sku: oneSku, quantity: fc.integer({ min: -1, max: 70 }) }),
  fc.record({ do: fc.constant('update' as const), sku: oneSku, quantity: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ do: fc.constantFrom('remove' as const, 'save', 'back', 'forget'), sku: oneSku }),
  fc.record({ do: fc.constant('donate' as const), amount: fc.constantFrom(99, 100, 2_500, 100_000, 100_001) }),
  fc.record({ do: fc.constant('zip' as const), zip: fc.constantFrom('60601', '99501', '00000', '10001') }),
  fc.record({ do: fc.constantFrom('promo' as const, 'dropPromo') }),
)

const isQuantity = (quantity: number) => quantity >= 1 && quantity <= 99

/** Moves pieces from one list to the other when there are some and they fit. */
function moved(from: Map<number, number>, to: Map<number, number>, number: number): void {
  const pieces = from.get(number)
  if (pieces === undefined || !isQuantity(pieces + (to.get(number) ?? 0))) return
  from.delete(number)
  to.set(number, pieces + (to.get(number) ?? 0))
}

function applyTo(model: Model, command: Command): void {
  switch (command.do) {
    case 'add': {
      const total = (model.cart.get(command.sku) ?? 0) + command.quantity
      if (isQuantity(command.quantity) && isQuantity(total)) model.cart.set(command.sku, total)
      return
    }
    case 'update':
      if (model.cart.has(command.sku) && isQuantity(command.quantity)) model.cart.set(command.sku, command.quantity)
      return
    case 'remove':
      model.cart.delete(command.sku)
      return
    case 'save':
      moved(model.cart, model.saved, command.sku)
      return
    case 'back':
      moved(model.saved, model.cart, command.sku)
      return
    case 'forget':
      model.saved.delete(command.sku)
      return
    case 'donate':
      if (command.amount >= 100 && command.amount <= 100_000) model.donation = command.amount
  }
}

async function run(
  shopper: TestShopper,
  command: Command,
  cart: CartReply,
): Promise<{ readonly basketVersion: number }> {
  const idOf = (lines: CartReply['lineItems']) => {
    return { lineItemId: lines.find((line) => 'sku' in command && line.sku === command.sku)?.id ?? 'none' }
  }
  switch (command.do) {
    case 'add':
      return shopper.call('cart', 'addItems', { items: [item(command.sku, command.quantity)] })
    case 'update':
      return shopper.call('cart', 'updateItem', { ...idOf(cart.lineItems), quantity: command.quantity })
    case 'remove':
      return shopper.call('cart', 'removeItem', idOf(cart.lineItems))
    case 'save':
      return shopper.call('cart', 'saveForLater', idOf(cart.lineItems))
    case 'back':
      return shopper.call('cart', 'moveToCart', idOf(cart.savedForLater))
    case 'forget':
      return shopper.call('cart', 'removeItemFromSaveForLater', idOf(cart.savedForLater))
    case 'donate':
      return shopper.call('cart', 'donationAddToCart', { sku: sku.donation, amount: command.amount })
    case 'zip':
      return shopper.call('cart', 'applyZipCode', { zip: command.zip, country: 'US' })
    case 'promo':
      return shopper.call('cart', 'applyPromoCode', { promoCode: promos.tenPercent })
    case 'dropPromo':
      return shopper.call('cart', 'removePromoCode', {})
  }
}

const pieces = (lines: CartReply['lineItems']) =>
  Object.fromEntries(lines.filter((line) => !line.isDonation).map((line) => [line.sku, line.quantity]))

function expectSame(cart: CartReply, model: Model): void {
  const { orderSummary: sum } = cart
  const merchandise = [...model.cart].reduce((total, [number, quantity]) => total + cents[number]! * quantity, 0)
  expect(pieces(cart.lineItems)).toEqual(Object.fromEntries(model.cart))
  expect(pieces(cart.savedForLater)).toEqual(Object.fromEntries(model.saved))
  expect([sum.subtotal, sum.donation]).toEqual([merchandise, model.donation])
  const { subtotal, discount, shipping, surcharge, installation, giftOptions, donation, tax, total, amountDue } = sum
  expect(total).toBe(subtotal - discount + shipping + surcharge + installation + giftOptions + donation + tax)
  expect(amountDue).toBe(total - sum.rewardsTotal - sum.giftCardsTotal - sum.tenderCodesTotal)
  expect(
    Object.values(sum).every((value) => typeof value !== 'number' || (Number.isInteger(value) && value >= 0)),
  ).toBe(true)
}

test('OPEN-119, SCENE-10, CART-07, CART-09, CART-12: any calls in any order leave what the smallest shop would have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { minLength: 1, maxLength: 14 }), async (sequence) => {
      const shopper = world.shopper()
      const model: Model = { cart: new Map([[sku.mug, 1]]), saved: new Map(), donation: 0 }
      await add(shopper, item(sku.mug))
      let cart = await shopper.call('cart', 'getCartJsx', {})
      for (const command of sequence) {
        const reply = await run(shopper, command, cart)
        applyTo(model, command)
        const next = await shopper.call('cart', 'getCartJsx', {})
        expect(next.basketVersion).toBe(reply.basketVersion)
        expect(next.basketVersion).toBeGreaterThanOrEqual(cart.basketVersion)
        cart = next
        expectSame(cart, model)
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)
