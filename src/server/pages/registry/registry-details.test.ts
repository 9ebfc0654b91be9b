import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import {
  addToRegistry,
  couple,
  give,
  newRegistryOf,
  registrantAddress,
  registrantSecrets,
  registryListOf,
} from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

const before = { registryType: 'br', eventDate: '2026-06-12', ...couple, ...registrantAddress, isPublic: 'true' }
const mails = { partnerEmail: '', greeting: '', giftMail: 'what' }

async function change(owner: TestShopper, grId: number, fields: { readonly [name: string]: string }) {
  await owner.page(`/gift-registry/edit/${grId}`)
  const answer = await owner.submit('/gift-registry/edit', { grId: `${grId}`, ...before, ...mails, ...fields })
  return String(answer.headers.location)
}

async function close(owner: TestShopper, grId: number, isClosed = true) {
  await owner.page(`/gift-registry/edit/${grId}`)
  const answer = await owner.submit('/gift-registry/close', { grId: `${grId}`, isClosed: String(isClosed) })
  return String(answer.headers.location)
}

async function found(name: string): Promise<number> {
  const { page } = await world.shopper().page(`/gift-registry/find?${new URLSearchParams({ name })}`)
  return page.name === 'findRegistry' ? page.found.length : -1
}

describe('CALM-66: a registry is changed', () => {
  test('occasion, names, partner, date, greeting and mails, each told where it shows', async () => {
    const { owner, grId, link } = await newRegistryOf(world, [])
    const changed = {
      ...{ registryType: 'hw', eventDate: '2026-08-01', firstName: 'Anna', lastName: 'Quince', partnerName: '' },
      ...{ partnerEmail: 'ben@example.com', greeting: 'We moved!\r\nCome by.', giftMail: 'surprise' },
    }
    expect(await change(owner, grId, changed)).toBe(`/gift-registry/registrant-list/${grId}`)
    const { page } = await owner.page(`/gift-registry/edit/${grId}`)
    expect(page).toMatchObject({ ...changed, greeting: 'We moved!\nCome by.', name: 'editRegistry', isPublic: true })
    const { page: shown } = await world.shopper().page(link)
    expect(shown).toMatchObject({
      registry: {
        ...{ title: 'Housewarming on Aug 1, 2026', ownerNames: 'Anna Quince' },
        greeting: 'We moved!\nCome by.',
      },
    })
    expect(JSON.stringify(shown)).not.toContain('ben@example.com')
    expect([await found('quince'), await found('cole')]).toEqual([1, 0])
  })

  test('a registry from before its names were written down has them in its form', async () => {
    const { owner, grId } = await newRegistryOf(world, [])
    const forget = statement(
      'test.forget-names',
      "update registry set first_name = '', last_name = '', partner_name = '' where gr_id = $1",
    )
    await world.database.count(forget, [grId])
    expect((await owner.page(`/gift-registry/edit/${grId}`)).page).toMatchObject(couple)
  })

  test('all that is wrong is told at once, with what was typed, and nothing is changed', async () => {
    const { owner, grId } = await newRegistryOf(world, [])
    const wrong = { lastName: '<b>', partnerEmail: 'ben', greeting: 'Hello', postalCode: '60601' }
    expect(await change(owner, grId, wrong)).toBe(`/gift-registry/edit/${grId}`)
    const { frame, page } = await owner.page(`/gift-registry/edit/${grId}`)
    expect(Object.keys(frame.errors).sort()).toEqual(['lastName', 'partnerEmail', 'postalCode'])
    expect(frame.typed).toMatchObject(wrong)
    expect(page).toMatchObject({ lastName: 'Bell', partnerEmail: '', greeting: '' })
  })

  test('a form from before there was more to change leaves the rest as it is', async () => {
    const { owner, grId } = await newRegistryOf(world, [])
    await change(owner, grId, { greeting: 'Hello', giftMail: 'none', partnerEmail: 'ben@example.com' })
    const old = { grId: `${grId}`, eventDate: '2026-07-01', ...registrantAddress, isPublic: 'true' }
    await owner.submit('/gift-registry/edit', old)
    expect((await owner.page(`/gift-registry/edit/${grId}`)).page).toMatchObject({
      ...{ ...couple, eventDate: '2026-07-01', greeting: 'Hello', giftMail: 'none', partnerEmail: 'ben@example.com' },
    })
  })

  test('CALL-91: nobody changes or closes the registry of somebody else, and a guest is asked to sign in', async () => {
    const { owner, grId } = await newRegistryOf(world, [])
    const { shopper: stranger } = await newMember(world)
    await stranger.get('/session')
    const theft = { grId: `${grId}`, ...before, ...mails, firstName: 'Mallory' }
    expect((await stranger.submit('/gift-registry/edit', theft)).headers.location).toBe(
      '/gift-registry/registrant-list',
    )
    await stranger.submit('/gift-registry/close', { grId: `${grId}`, isClosed: 'true' })
    const guest = world.shopper()
    await guest.get('/session')
    for (const path of ['/gift-registry/edit', '/gift-registry/close']) {
      const answer = await guest.submit(path, { ...theft, isClosed: 'true' })
      expect(answer.headers.location).toBe(
        `/account/login?returnUrl=%2Fgift-registry%2Fedit%2F${grId}%3Ftyped%3Dbefore`,
      )
    }
    expect((await owner.page(`/gift-registry/edit/${grId}`)).page).toMatchObject({ ...couple, isClosed: false })
  })
})

describe('CALM-66: a registry is closed', () => {
  test('it is not found, its link says so, nothing is bought from it; opened again all is as it was', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 2 }], { lastName: 'Closeman' })
    await change(owner, grId, { lastName: 'Closeman', greeting: 'Hello' })
    expect(await close(owner, grId)).toBe(`/gift-registry/registrant-list/${grId}`)
    expect(await found('closeman')).toBe(0)
    const giver = world.shopper()
    const { page } = await giver.page(link)
    expect(page).toMatchObject({ registry: { isClosed: true, items: [], greeting: '', place: '' } })
    expect(await give(giver, link, sku.mug)).toBe(link)
    expect((await giver.page(link)).frame.notice).toBe(
      'This registry is closed, so nothing can be added to it or bought from it.',
    )
    const items = [{ Sku: sku.mug, Quantity: 1, GiftRegistryId: grId }]
    expect(await giver.call('cart', 'addItems', { items })).toMatchObject({ isSuccess: false })
    // its owner still sees it whole, and adds nothing to it
    expect((await owner.page(`/gift-registry/registrant-list/${grId}`)).page).toMatchObject({
      registries: [{ isClosed: true, items: [{ sku: sku.mug, wanted: 2 }] }],
    })
    expect(await addToRegistry(owner, grId)).toMatchObject({ isSuccess: false })
    expect(await registryListOf(owner)).toMatchObject({ registryCount: 0, giftRegistries: [], quantityInRegistry: 0 })

    await close(owner, grId, false)
    expect(await found('closeman')).toBe(1)
    expect(await give(giver, link, sku.mug)).toBe('/checkout/cart')
    expect((await giver.page(link)).page).toMatchObject({ registry: { greeting: 'Hello', place: 'Portland, OR' } })
  })

  test('a gift in a cart is told, is not lost, stops at the checkout, and becomes an own item at a press', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 2 }])
    const giver = world.shopper()
    await give(giver, link, sku.mug)
    const lines = async () => (await giver.call('cart', 'getCartJsx', {})).lineItems
    const [gift] = await lines()
    expect(gift).not.toHaveProperty('isRegistryClosed')
    await close(owner, grId)
    expect(await lines()).toMatchObject([
      { sku: sku.mug, grId, giftFor: 'Ann Bell & Ben Cole', isRegistryClosed: true },
    ])
    await giver.submit('/checkout', { isGuestCheckout: 'true' })
    const stopped = await giver.get('/checkout/shipping')
    expect(stopped.headers.location).toBe('/checkout/cart')
    expect((await giver.page('/checkout/cart')).frame.notice).toMatch(/Nothing is lost/)

    await giver.submit('/gift-registry/make-own', { lineItemId: gift?.id ?? '' })
    expect((await giver.page('/checkout/cart')).frame.notice).toBe('It is now an item of your own.')
    const [own] = await lines()
    expect([own?.sku, own?.quantity, own?.grId, own?.giftFor]).toEqual([sku.mug, 1, 0, undefined])
    await giver.submit('/checkout', { isGuestCheckout: 'true' })
    const { page } = await giver.page('/checkout/shipping')
    expect(page.name).toBe('checkout')
    for (const secret of registrantSecrets) expect(JSON.stringify(page)).not.toContain(secret)
  })

  test('a gift that is kept joins the same piece of the cart; a line of nobody is not there', async () => {
    const { link } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 2 }])
    const giver = world.shopper()
    await give(giver, link, sku.mug)
    await giver.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 3 }] })
    const { lineItems } = await giver.call('cart', 'getCartJsx', {})
    const gift = lineItems.find(({ grId }) => grId !== 0)
    await giver.submit('/gift-registry/make-own', { lineItemId: gift?.id ?? '' })
    const { lineItems: after } = await giver.call('cart', 'getCartJsx', {})
    expect(after.map(({ quantity, grId }) => [quantity, grId])).toEqual([[4, 0]])
    await giver.submit('/gift-registry/make-own', { lineItemId: '3f2b8c1e-5a4d-4e6f-9b7a-1c2d3e4f5a6b' })
    expect((await giver.page('/checkout/cart')).frame.notice).not.toBe('')
  })
})
