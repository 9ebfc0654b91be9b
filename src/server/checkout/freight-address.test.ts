import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ada = address()
const box = { ...ada, address1: 'PO Box 12' }
const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})
const inCheckout = (...items: ReturnType<typeof item>[]) => guestInCheckout(world, ...items)

describe('SHIP-01, SHIP-06: a post office box takes parcels, and no furniture', () => {
  const refused = {
    isSuccess: false,
    errors: [
      {
        field: 'address1',
        message: 'Furniture cannot be delivered to a PO box. Please enter the street address of your home.',
      },
    ],
  }

  test('as the one address of the order', async () => {
    const shopper = await inCheckout(item(sku.sofaOat), item(sku.mug))
    expect(await shopper.call('checkout', 'validateAndSaveAddress', box)).toMatchObject(refused)
    expect((await refresh(shopper)).recipientList[0]?.address?.address1).toBe(ada.address1)
    const parcels = await inCheckout(item(sku.mug))
    expect(await parcels.call('checkout', 'validateAndSaveAddress', box)).toMatchObject({ isSuccess: true, errors: [] })
  })

  test('as the address of one line', async () => {
    const shopper = await inCheckout(item(sku.sofaOat), item(sku.mug))
    const { basketItems } = await refresh(shopper)
    const idOf = (number: number) => basketItems.find((line) => line.sku === number)!.id
    const send = (basketItemId: string) =>
      shopper.call('checkout', 'saveMultiShippingAddress', {
        ...box,
        address1: '',
        address2: 'P.O. Box 7',
        basketItemId,
      })
    expect((await send(idOf(sku.sofaOat))).errors.map(({ field }) => field)).toEqual(['address1', 'address2'])
    const mug = await shopper.call('checkout', 'saveMultiShippingAddress', { ...box, basketItemId: idOf(sku.mug) })
    expect(mug).toMatchObject({ isSuccess: true, errors: [] })
  })
})

describe('SHIP-01, STEP-20: furniture that comes to a post office box later holds the checkout at its shipping step', () => {
  const boxesOf = (reply: { recipientList: { isBoxForFreight: boolean }[] }) =>
    reply.recipientList.map(({ isBoxForFreight }) => isBoxForFreight)

  test('until it has a street: no later step opens, and no order is placed', async () => {
    const shopper = await inCheckout(item(sku.mug))
    await shopper.call('checkout', 'validateAndSaveAddress', box)
    await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
    expect(await shopper.call('checkout', 'moveToPaymentPage', {})).toMatchObject({ isSuccess: true })
    expect(boxesOf(await refresh(shopper))).toEqual([false])

    await shopper.call('cart', 'addItems', { items: [item(sku.sofaOat)] })
    const held = await refresh(shopper)
    expect([held.step, boxesOf(held)]).toEqual([1, [true]])
    const moved = await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
    expect(moved).toMatchObject({ isSuccess: false, redirectUrl: '/checkout/shipping' })
    const placed = await shopper.call('order', 'placeOrder', { adata: '' })
    expect(placed).toMatchObject({ isSuccess: false, redirectUrl: '/checkout/shipping' })

    expect(await shopper.call('checkout', 'validateAndSaveAddress', ada)).toMatchObject({ isSuccess: true })
    const freed = await refresh(shopper)
    expect([freed.step > 1, boxesOf(freed)]).toEqual([true, [false]])
  })

  test('also when the line is sent there among several homes', async () => {
    const shopper = await inCheckout(item(sku.sofaOat), item(sku.mug))
    const { basketItems } = await refresh(shopper)
    const [sofa, mug] = [sku.sofaOat, sku.mug].map((number) => basketItems.find((line) => line.sku === number)!.id)
    const sent = await shopper.call('checkout', 'saveMultiShippingAddress', { ...box, basketItemId: mug! })
    const away = sent.basketItems.find(({ id }) => id === mug)!.recipientId
    const moved = await shopper.call('checkout', 'saveRecipientSelection', { recipientId: away, basketItemId: sofa! })
    expect(boxesOf(moved)).toContain(true)
    expect((await refresh(shopper)).step).toBe(1)
  })
})
