import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { makeAccount, signedIn } from '#test/builders/member.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A signed-in shopper with a mug in the checkout. */
async function member(email: string) {
  await makeAccount(world, { email })
  const shopper = await signedIn(world, email)
  await add(shopper, item(sku.mug))
  return shopper
}

describe('addresses of an account', () => {
  test('SHIP-04, DATA-08, OPEN-74, OPEN-27: an address is kept once when asked for, and offered again', async () => {
    const shopper = await member('ada@example.com')
    const checkout = await shopper.call('cart', 'checkout', {})
    const save = (of: object) => shopper.call('checkout', 'validateAndSaveAddress', { ...address(), email: '', ...of })
    const unsaved = await save({ city: 'Elgin' })
    const stored = await save({ saveToAccount: true })
    const again = await save({ saveToAccount: true })
    const { accountInfo, isGuest, highestStep } = await shopper.call('checkout', 'refreshCheckout', {})
    expect([checkout.isLoggedIn, isGuest, highestStep]).toEqual([true, false, 1])
    expect([unsaved.addressId, again.addressId]).toEqual(['', stored.addressId])
    expect(accountInfo.shippingAddresses.map((one) => [one.addressId, one.city])).toEqual([
      [stored.addressId, 'Chicago'],
    ])
  })

  test('SCENE-20: an address is removed from the account page by its owner, and by nobody else', async () => {
    const owner = await member('owner@example.com')
    await owner.call('cart', 'checkout', {})
    const { addressId } = await owner.call('checkout', 'saveShippingAddress', address({ saveToAccount: true }))
    const other = await member('other@example.com')
    const remove = (shopper: typeof owner) => shopper.submit('/account/addresses/remove', { addressId })
    const shown = async () => {
      const { page, frame } = await owner.page('/account')
      return [page.name === 'account' ? page.addresses.map((one) => one.addressId) : null, frame.notice]
    }
    await remove(other)
    expect(await shown()).toEqual([[addressId], ''])
    expect((await other.page('/account')).frame.notice).toBe('This address is no longer in your account.')
    await remove(owner)
    expect(await shown()).toEqual([[], 'The address is removed from your account.'])
  })

  test('a member changes her name; one that is none is refused, and a guest is sent to sign in', async () => {
    const shopper = await member('renamed@example.com')
    const rename = async (firstName: string, lastName: string) => {
      await shopper.submit('/account/profile', { firstName, lastName })
      const { page, frame } = await shopper.page('/account')
      return page.name === 'account' ? [page.firstName, page.lastName, frame.notice] : []
    }
    expect(await rename(' Grace ', 'Hopper')).toEqual(['Grace', 'Hopper', 'Your name is changed.'])
    expect(await rename('', 'Hopper')).toEqual(['Grace', 'Hopper', 'Please enter your first name.'])
    expect(await rename('Grace', 'x'.repeat(51))).toEqual(['Grace', 'Hopper', 'Please enter your last name.'])
    const guest = world.shopper()
    await guest.get('/account/login')
    const answer = await guest.submit('/account/profile', { firstName: 'Ada', lastName: 'Byron' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/login'])
  })

  test('CALL-91, SCENE-20: the saved address of another account is as unknown as one that does not exist', async () => {
    const other = await member('grace@example.com')
    await other.call('cart', 'checkout', {})
    const { addressId } = await other.call('checkout', 'saveShippingAddress', address({ saveToAccount: true }))
    const shopper = await member('joan@example.com')
    await shopper.call('cart', 'checkout', {})
    const foreign = await shopper.call('checkout', 'saveShippingAddress', address({ addressId }))
    const own = await other.call('checkout', 'saveShippingAddress', address({ addressId, city: 'Elgin' }))
    expect(addressId).not.toBe('')
    expect(foreign).toMatchObject({
      isSuccess: false,
      errorMessage: 'This recipient is no longer part of your order.',
    })
    expect(own.isSuccess).toBe(true)
  })
})
