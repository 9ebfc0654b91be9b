import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember, signInBy } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const inOntario = { city: 'Ottawa', state: 'ON', postalCode: 'K1A 0B1', country: 'CA' } as const
const inIllinois = { city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' } as const
const notAZip = 'K1A 0B1 is not a valid ZIP code.'
const notAPostalCode = '60601 is not a valid postal code.'
const stores = [
  ['cb', inIllinois, inOntario, notAZip],
  ['cb-ca', inOntario, inIllinois, notAPostalCode],
] as const

const abroad = statement(
  'test.abroad',
  `update shop.recipient set address = address || '{"country": "CA", "state": "ON", "postalCode": "K1A 0B1"}'
   where shopper_id = (select shopper_id from shop.cart where cart_id = $1)`,
)

describe('SAFE-17: each store ships to its own country', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})
  const postalCodesOf = async (shopper: TestShopper) =>
    (await refresh(shopper)).recipientList.flatMap((one) => one.address?.postalCode || [])

  async function guest(variant: 'cb' | 'cb-ca'): Promise<TestShopper> {
    const shopper = world.shopper(variant)
    await add(shopper, item(sku.mug, 2))
    await shopper.call('cart', 'checkout', {})
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    return shopper
  }

  async function memberIn(variant: 'cb' | 'cb-ca', email: string): Promise<TestShopper> {
    const shopper = world.shopper(variant)
    await signInBy(shopper, email)
    return shopper
  }

  describe.each(stores)('in the store %s', (variant, own, other, sentence) => {
    test.each(['saveShippingAddress', 'validateAndSaveAddress'] as const)(
      "SAFE-17 SHIP-03: %s refuses the other country at the postal code and takes the store's own",
      async (name) => {
        const shopper = await guest(variant)
        const refused = await shopper.call('checkout', name, address(other))
        expect(refused).toMatchObject({
          isSuccess: false,
          errorMessage: sentence,
          errors: [{ field: 'postalCode', message: sentence }],
        })
        expect(await postalCodesOf(shopper)).toEqual([])
        expect(await shopper.call('checkout', name, address(own))).toMatchObject({ isSuccess: true, errors: [] })
        expect(await postalCodesOf(shopper)).toEqual([own.postalCode])
      },
    )

    test('SAFE-17: ValidateAddress and SaveMultiShippingAddress refuse it alike', async () => {
      const shopper = await guest(variant)
      const refused = { isSuccess: false, errors: [{ field: 'postalCode', message: sentence }] }
      expect(await shopper.call('checkout', 'validateAddress', address(other))).toMatchObject(refused)
      await shopper.call('checkout', 'saveShippingAddress', address(own))
      const basketItemId = (await refresh(shopper)).basketItems[0]?.id ?? ''
      const saved = await shopper.call('checkout', 'saveMultiShippingAddress', { ...address(other), basketItemId })
      expect(saved).toMatchObject(refused)
      expect(await postalCodesOf(shopper)).toEqual([own.postalCode])
    })

    test('SAFE-17: the bill may go anywhere', async () => {
      const shopper = await guest(variant)
      await shopper.call('checkout', 'saveShippingAddress', address(own))
      const billed = await shopper.call('checkout', 'saveBillingAddress', {
        ...address(other),
        isSameAsShipping: false,
      })
      expect(billed).toMatchObject({ isSuccess: true, errors: [] })
      expect((await refresh(shopper)).billingAddress).toMatchObject({ postalCode: other.postalCode })
    })

    test('SAFE-17: saved addresses of the other country are neither offered nor taken by their id', async () => {
      const { email, shopper: first } = await newMember(world)
      const ids = new Map<string, string>()
      for (const [of, where] of [
        ['cb', inIllinois],
        ['cb-ca', inOntario],
      ] as const) {
        const shopper = of === 'cb' ? first : await memberIn(of, email)
        await add(shopper, item(sku.mug))
        await shopper.call('cart', 'checkout', {})
        const stored = address({ ...where, saveToAccount: true })
        const { addressId } = await shopper.call('checkout', 'saveShippingAddress', stored)
        ids.set(where.country, addressId)
      }
      const shopper = await memberIn(variant, email)
      const { accountInfo } = await refresh(shopper)
      expect(accountInfo.shippingAddresses.map(({ addressId }) => addressId)).toEqual([ids.get(own.country)])
      const addressId = ids.get(other.country) ?? ''
      const recipients = await postalCodesOf(shopper)
      expect(await shopper.call('checkout', 'saveMultiShipping', { addressId })).toMatchObject({
        isSuccess: false,
        errorMessage: sentence,
      })
      expect(await postalCodesOf(shopper)).toEqual(recipients)
    })
  })

  test('SAFE-17: an address from before the rule goes back to the first step, and is not ordered', async () => {
    const shopper = await guest('cb')
    await shopper.call('checkout', 'saveShippingAddress', address())
    const { basketId } = await refresh(shopper)
    await world.database.count(abroad, [basketId])
    const moved = await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
    const placed = await shopper.call('order', 'placeOrder', {})
    expect([moved.isSuccess, moved.redirectUrl]).toEqual([false, '/checkout/shipping'])
    expect(placed).toMatchObject({ isSuccess: false, redirectUrl: '/checkout/shipping' })
  })

  test('SAFE-17: instead of a pickup nothing is sent to the other country either', async () => {
    const { email, shopper: canadian } = await newMember(world)
    const inCanada = await memberIn('cb-ca', email)
    await add(inCanada, item(sku.mug))
    await inCanada.call('cart', 'checkout', {})
    const stored = await inCanada.call(
      'checkout',
      'saveShippingAddress',
      address({ ...inOntario, saveToAccount: true }),
    )
    await add(canadian, item(sku.mug))
    await canadian.call('cart', 'checkout', {})
    const reply = await canadian.call('checkout', 'updateBopsToShipping', {
      recipientId: (await refresh(canadian)).recipientList[0]?.id ?? '',
      newAddressId: stored.addressId,
    })
    expect(reply).toMatchObject({ isSuccess: false, errorMessage: notAZip })
  })
})
