import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import { statement } from '#server/db/database.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { piece, prices, sku, testCatalog } from '#test/builders/catalog.ts'
import { newMember, signedIn } from '#test/builders/member.ts'
import { newRegistryOf } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const shelf = Array.from({ length: limits.registryItems + 1 }, (_, nth) => 5_000 + nth)
const forget = statement('test.forget-limits', 'delete from throttle')

let world: World
beforeAll(async () => {
  const pieces = shelf.flatMap((number) => piece('CB', number, `Piece ${number}`, { prices: prices(1_000) }))
  world = await createWorld({ catalog: [...testCatalog(), ...pieces] })
})
afterAll(() => world.close())
beforeEach(() => world.database.count(forget).then(() => undefined))

const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1)
const house = (number: number) => ({ ...address(), address1: `${number} Main Street` })

/** A member at the first step of the checkout. */
async function atCheckout(...items: Parameters<typeof add>[1][]): Promise<TestShopper & { readonly email: string }> {
  const { shopper, email } = await newMember(world)
  await add(shopper, ...items)
  await shopper.call('cart', 'checkout', {})
  return Object.assign(shopper, { email })
}

describe('SAFE-43: an account', () => {
  test('keeps at most 50 addresses; the order can go to another, and one that is kept already is no other', async () => {
    const shopper = await atCheckout(item(sku.mug))
    const save = (number: number, saveToAccount = true) =>
      shopper.call('checkout', 'saveShippingAddress', { ...house(number), saveToAccount })
    for (const number of numbers(limits.savedAddresses)) expect(await save(number)).toMatchObject({ isSuccess: true })
    const refused = await save(900)
    expect(refused).toMatchObject({
      isSuccess: false,
      errorMessage:
        'Your account already has 50 saved addresses. Please continue without saving this one, or remove one in your account.',
    })
    // the order goes where it went before
    expect(refused.recipientList[0]?.address?.address1).toBe('50 Main Street')
    const basketItemId = (await shopper.call('checkout', 'refreshCheckout', {})).basketItems[0]?.id ?? ''
    const ofLine = { ...house(901), saveToAccount: true, basketItemId }
    expect(await shopper.call('checkout', 'saveMultiShippingAddress', ofLine)).toMatchObject({
      isSuccess: false,
      errorMessage: refused.errorMessage,
    })
    expect(await save(7)).toMatchObject({ isSuccess: true })
    expect(await save(900, false)).toMatchObject({ isSuccess: true })
    const { page } = await shopper.page('/account')
    if (page.name !== 'account') throw new Error(page.name)
    expect(page.addresses).toHaveLength(limits.savedAddresses)
    await shopper.submit('/account/addresses/remove', { addressId: page.addresses[0]?.addressId ?? '' })
    expect(await save(901)).toMatchObject({ isSuccess: true })
  })

  test('has at most 25 registries in a store, also when the form is sent many times at once', async () => {
    const { owner } = await newRegistryOf(world, [])
    await owner.get('/gift-registry/create')
    const form = { registryType: 'br', eventDate: '2026-06-12', firstName: 'Ann', lastName: 'Bell', partnerName: '' }
    const made = async () => (await owner.submit('/gift-registry/create', form)).headers.location
    const places = await Promise.all(numbers(limits.registries + 3).map(made))
    expect(places.filter((place) => place === '/gift-registry/create')).toHaveLength(4)
    const { registryCount } = await owner.call('registry', 'getRegistryList', { sku: sku.mug, page: '' })
    expect(registryCount).toBe(limits.registries)
    expect(await made()).toBe('/gift-registry/create')
    const { frame } = await owner.page('/gift-registry/create')
    expect(frame.notice).toBe('You already have 25 registries and lists in this store. Please use one of them.')
    expect(frame.typed).toMatchObject({ firstName: 'Ann', eventDate: '2026-06-12' })
  })

  test('has registries of at most 300 different items; more of one that is in it is no other', async () => {
    const { owner, grId } = await newRegistryOf(world, [])
    const ask = (skus: readonly number[]) =>
      owner.call('registry', 'addItems', { items: skus.map((Sku) => ({ Sku, Quantity: 1, GrId: grId })) })
    for (let from = 0; from < limits.registryItems - 1; from += limits.itemsOfRegistryAdd) {
      const upTo = Math.min(from + limits.itemsOfRegistryAdd, limits.registryItems - 1)
      expect(await ask(shelf.slice(from, upTo))).toMatchObject({ isSuccess: true })
    }
    const errorMessage =
      'This registry already asks for 300 different items. Please take one out before you add another.'
    // two more, of which one would find room, add neither
    expect(await ask(shelf.slice(-2))).toMatchObject({ isSuccess: false, errorMessage, items: [] })
    expect(await ask(shelf.slice(-2, -1))).toMatchObject({ isSuccess: true })
    expect(await ask(shelf.slice(-1))).toMatchObject({ isSuccess: false, errorMessage })
    const design = await savedDesign(owner, 'AB')
    const designed = { Sku: sku.towel, Quantity: 1, GrId: grId, PersonalizationId: design }
    expect(await owner.call('registry', 'addItems', { items: [designed] })).toMatchObject({
      isSuccess: false,
      errorMessage,
    })
    expect(await ask(shelf.slice(0, 1))).toMatchObject({ isSuccess: true })
    expect(await owner.call('registry', 'updateItem', { GrId: grId, Sku: shelf[3]!, Quantity: 0 })).toMatchObject({
      isSuccess: true,
    })
    expect(await owner.call('registry', 'addItems', { items: [designed] })).toMatchObject({ isSuccess: true })
    const tooMany = numbers(limits.itemsOfRegistryAdd + 1).map(() => ({ Sku: sku.mug, Quantity: 1, GrId: grId }))
    expect((await owner.rawCall('registry', 'addItems', { items: tooMany })).statusCode).toBe(400)
  })

  test('keeps 100 designs that are nowhere yet: the oldest make room, one in a cart stays', async () => {
    const shopper = world.shopper()
    const designs: string[] = []
    for (const _ of numbers(limits.unusedDesigns + 2)) {
      await world.database.count(forget)
      designs.push(await savedDesign(shopper, 'AB'))
    }
    const order = (PersonalizationId: string) =>
      shopper.call('cart', 'addItems', { items: [item(sku.towel, 1, { IsPersonalized: true, PersonalizationId })] })
    expect(await order(designs[1] ?? '')).toMatchObject({ isSuccess: false })
    expect(await order(designs[2] ?? '')).toMatchObject({ isSuccess: true })
    const left = statement<{ count: number }>(
      'test.designs-left',
      'select count(*)::int as count from saved_design where in_cart_at is null and gr_id is null',
    )
    expect((await world.database.row(left))?.count).toBe(limits.unusedDesigns - 1)
  })
})

describe('SAFE-43: an order', () => {
  test('goes to at most 25 addresses, by each way to name one', async () => {
    const shopper = await atCheckout(item(sku.mug, 99))
    const spare = await shopper.call('checkout', 'saveShippingAddress', { ...house(0), saveToAccount: true })
    const stored: string[] = []
    for (const number of numbers(limits.recipients)) {
      const { addressId } = await shopper.call('checkout', 'saveShippingAddress', {
        ...house(number),
        saveToAccount: true,
      })
      stored.push(addressId)
    }
    for (const addressId of stored.slice(0, -1))
      expect(await shopper.call('checkout', 'saveMultiShipping', { addressId })).toMatchObject({ isSuccess: true })
    const errorMessage = 'One order can go to at most 25 addresses. Please choose one that it goes to already.'
    const { basketItems, recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(recipientList).toHaveLength(limits.recipients)
    const basketItemId = basketItems[0]?.id ?? ''
    const { basketItems: split } = await shopper.call('checkout', 'splitItem', { basketItemId })
    const ways = [
      await shopper.call('checkout', 'saveMultiShippingAddress', { ...house(800), basketItemId: split[1]?.id ?? '' }),
      await shopper.call('checkout', 'saveMultiShipping', { addressId: spare.addressId }),
    ]
    expect(ways).toMatchObject(ways.map(() => ({ isSuccess: false, errorMessage })))
    expect((await shopper.call('checkout', 'refreshCheckout', {})).recipientList).toHaveLength(limits.recipients)
  })

  test.each([
    ['gift cards', 'giftCard', 'One order can be paid with at most 10 gift cards.'],
    ['codes', 'tenderCode', 'One order can be paid with at most 10 codes.'],
    ['certificates', 'certificate', 'One order can be paid with at most 10 certificates.'],
  ] as const)('is paid with at most 10 %s; one that is taken off makes room', async (_, kind, errorMessage) => {
    const shopper = world.shopper()
    await add(shopper, item(sku.sofaOat))
    const issued = await issue(kind, 11)
    const apply = (number: string) => applied(shopper, kind, number)
    for (const number of issued.slice(0, -1)) expect(await apply(number)).toMatchObject({ isSuccess: true })
    const last = issued.at(-1) ?? ''
    expect(await apply(last)).toMatchObject({ isSuccess: false, errorMessage })
    await takenOff(shopper, kind, issued[0] ?? '')
    expect(await apply(last)).toMatchObject({ isSuccess: true })
  })

  test('a sign-in loses no gift card: those of both carts stay, and no other is added', async () => {
    const { shopper, email } = await newMember(world)
    await add(shopper, item(sku.sofaOat))
    const issued = await issue('giftCard', 16)
    for (const number of issued.slice(0, 10)) await applied(shopper, 'giftCard', number)
    const browser = await signedIn(world, email, async (guest) => {
      await add(guest, item(sku.sofaMoss))
      for (const number of issued.slice(10, 15)) await applied(guest, 'giftCard', number)
    })
    const more = await applied(browser, 'giftCard', issued[15] ?? '')
    expect(more).toMatchObject({ isSuccess: false, orderSummary: { giftCardsTotal: 1_500 } })
  })
})

async function savedDesign(shopper: TestShopper, text: string): Promise<string> {
  const design = { templateName: 'Monogram', locationName: '', sku: sku.towel }
  const lines = [{ elementName: 'Text1', text, textColor: 'Navy', font: 'Block' }]
  const reply = await shopper.call('personalization', 'saveDesign', {
    ...{ quantity: 1, orderType: 'cart', profileGuid: '' },
    design: { ...design, personalization: lines },
  })
  expect(reply).toMatchObject({ isSuccess: true })
  return reply.personalizationUuid
}

type Kind = 'giftCard' | 'tenderCode' | 'certificate'
const account = '9001 2345 01'
let made = 0

/** Stored value of 1 dollar each; answers the numbers. */
async function issue(kind: Kind, count: number): Promise<string[]> {
  const issued = numbers(count).map(() => {
    made += 1
    const end = String(made).padStart(4, '0')
    return { giftCard: `600649123456${end}`, tenderCode: `WELCOME${end}`, certificate: `OWN00${end}` }[kind]
  })
  const lines = issued.map((number) => {
    const own = {
      giftCard: { number, pin: '12345678', currency: 'USD' },
      tenderCode: { code: number, currency: 'USD' },
      certificate: { code: number, accountNumber: account, currency: 'USD', expiresOn: '2027-12-31' },
    }[kind]
    return JSON.stringify({ kind, amountCents: 100, ...own })
  })
  const owner = { kind: 'rewardsAccount', accountNumber: account, currency: 'USD', cards: [] }
  if (kind === 'certificate') lines.unshift(JSON.stringify(owner))
  const file = join(world.config.dataDir, 'limits.jsonl')
  writeFileSync(file, lines.join('\n'))
  await importStoredValue(world.database, file, storedValueMac(world.config.secret))
  return issued
}

function applied(shopper: TestShopper, kind: Kind, number: string) {
  if (kind === 'giftCard') return shopper.call('tender', 'applyGiftCard', { cardNumber: number, cardPin: '12345678' })
  if (kind === 'tenderCode') return shopper.call('tender', 'applyTenderCode', { tenderCodeNumber: number })
  return shopper.call('reward', 'applyCartCertificate', { certificateNumber: number, accountNumber: account })
}

function takenOff(shopper: TestShopper, kind: Kind, number: string) {
  if (kind === 'giftCard') return shopper.call('tender', 'removeGiftCard', { cardNumber: number })
  if (kind === 'tenderCode') return shopper.call('tender', 'removeTenderCode', { tenderCodeNumber: number })
  return shopper.call('reward', 'removeCertificate', { certificateNumber: number })
}
