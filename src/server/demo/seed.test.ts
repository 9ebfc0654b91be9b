import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allVariants, type VariantKey } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { findDemo, importDemo, removeDemo } from '#server/demo.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { markProductionShop } from '#server/platform/production-mark-store.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { signInBy } from '#test/builders/member.ts'
import { cardsOf, codeTokenOf, place, save, verify } from '#test/builders/member-cards.ts'
import { countsOf, give } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'
import { demoPassword, demoShopperLines } from './seed-shoppers.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ catalog: null })
  const { database, config, shop } = world
  await importDemo({ database, secret: config.secret, now: new Date() }, shop.catalog, { info: () => undefined })
})
afterAll(() => world.close())

const stores = allVariants.map(({ key }) => key)
const currencies = ['USD', 'CAD'] as const
const password = () => demoPassword(world.config.secret)

async function signedIn(email: string, variant: VariantKey = 'cb'): Promise<TestShopper> {
  await world.database.count(statement('test.forget-tries', 'delete from throttle'))
  const shopper = world.shopper(variant)
  await signInBy(shopper, email, password())
  return shopper
}

const pieces = statement<{ holds: Record<string, boolean>; products: number }>(
  'test.seeded-pieces',
  `select count(distinct s.product_id)::int as products, json_build_object(
     'option', bool_or(option_choice <> ''), 'two options', bool_or(option_choice like '%|%'),
     'personalization 100', bool_or(personalization->>'type' = '100'),
     'personalization 700', bool_or(personalization->>'type' = '700'),
     'personalization 705', bool_or(personalization->>'type' = '705'),
     'custom order', bool_or(custom_order is not null), 'installation', bool_or(services <> '[]'),
     'oversize', bool_or(ship_kind = 'parcel' and exists (select from jsonb_array_elements(boxes) b
       where greatest((b->>'width')::real, (b->>'depth')::real, (b->>'height')::real) > 48)),
     'PFAS', bool_or(is_pfas), 'gift card', bool_or(ship_kind = 'giftCard'), 'freight', bool_or(ship_kind = 'freight'),
     'in-home delivery', bool_or(ship_kind = 'furniture'), 'made to order', bool_or(make_days > 0 and not is_stock_sku),
     'property code 250', bool_or(250 = any(property_codes)), 'property code 300', bool_or(300 = any(property_codes)),
     'property code 400', bool_or(400 = any(property_codes)), 'no longer available', bool_or(status = 'nla')) as holds
   from shop.sku s join shop.price p on p.sku = s.sku where s.brand = $1 and p.country = $2`,
)
const values = statement<{ what: string; count: number }>(
  'test.seeded-values',
  `select what, count(*)::int as count from (
     select 'gift card ' || case when status = 'active' and balance_cents > 0 then 'good' else status end as what
     from shop.gift_card where currency = $1
     union all
     select case kind when 'tender' then 'tender code ' else 'certificate ' end ||
       case when state = 'free' and ends_at <= now() then 'expired' else state end
     from shop.certificate where currency = $1) v
   group by what order by what`,
)

const savedCards = statement<{ token: string }>(
  'test.seeded-cards',
  `select token, brand, last_four as "lastFour", exp_month as "expMonth", exp_year as "expYear" from shop.account_card`,
)

describe('OPEN-111: what the shop holds after a first start', () => {
  test.each(allVariants)('OPEN-111: $key sells at least 24 products, with each case', async ({ brand, country }) => {
    const { holds, products } = (await world.database.row(pieces, [brand, country])) ?? { holds: {}, products: 0 }
    expect(products).toBeGreaterThanOrEqual(24)
    expect(Object.entries(holds).filter(([, isHeld]) => !isHeld)).toEqual([])
    expect(Object.keys(holds)).toHaveLength(17)
  })

  test.each(stores)(
    'OPEN-111: shoppers with 0, 1 and 2 registries and 0, 2 and 5 saved cards sign in to %s',
    async (key) => {
      const held: [registries: number, cards: number][] = []
      for (const email of ['nora.new', 'rosa.wed', 'vera.full'].map((name) => `${name}@example.com`)) {
        const shopper = await signedIn(email, key)
        const { giftRegistries } = await shopper.call('registry', 'getRegistryList', { sku: 410_780 })
        const { page } = await shopper.page('/account')
        if (page.name !== 'account') throw new Error(`${email} sees ${page.name}`)
        held.push([giftRegistries.length, page.cards.length])
        for (const { id } of giftRegistries) {
          const shown = (await shopper.page(`/gift-registry/registrant-list/${id}`)).page
          expect(shown).toMatchObject({ name: 'registrantList', registries: [{ items: { length: 4 } }] })
        }
      }
      expect(held).toEqual([
        [0, 0],
        [1, 2],
        [2, 5],
      ])
    },
  )

  test('OPEN-111: a saved card of the demo pays, as its code is right; an expired one does not', async () => {
    const shopper = await signedIn('vera.full@example.com')
    await add(shopper, item(410_780, 2))
    await shopper.call('cart', 'checkout', {})
    await shopper.call('checkout', 'validateAndSaveAddress', address())
    const { accountCardsInfo } = await cardsOf(shopper)
    expect(accountCardsInfo.map(({ cardInfo, isExpired }) => [cardInfo.type, isExpired])).toEqual([
      ['Visa', false],
      ['MasterCard', false],
      ['Amex', false],
      ['StoreCreditCard', false],
      ['Visa', true],
    ])
    const [first, , , , last] = accountCardsInfo.map(({ cardInfo }) => cardInfo.id)
    const old = await save(shopper, { accountCardOneData: { id: last ?? '' } })
    expect(old).toMatchObject({ isSuccess: false, cardOneErrors: { hasExpDateError: true } })
    const sent = { id: first ?? '', cvvToken: await codeTokenOf(world, shopper, '123') }
    expect(await save(shopper, { accountCardOneData: { id: first ?? '' } })).toMatchObject({ isSuccess: true })
    expect(await verify(shopper, sent)).toMatchObject({ isSuccess: true })
    expect(await place(shopper)).toMatchObject({ isSuccess: true })
    expect(await checkInvariants(world.database)).toEqual([])
  })

  test('OPEN-111: others buy from a registry of the demo', async () => {
    const owner = await signedIn('vera.full@example.com')
    const { giftRegistries } = await owner.call('registry', 'getRegistryList', { sku: 410_780 })
    const { page } = await owner.page(`/gift-registry/registrant-list/${giftRegistries[0]?.id}`)
    const link = page.name === 'registrantList' ? (page.registries[0]?.sharedUrl ?? '') : ''
    const giver = await signedIn('theo.school@example.com')
    await give(giver, link, 410_780, 2)
    await giver.call('cart', 'checkout', {})
    await giver.call('checkout', 'validateAndSaveAddress', address())
    const id = (await cardsOf(giver)).accountCardsInfo[1]?.cardInfo.id ?? ''
    expect(await save(giver, { accountCardOneData: { id } })).toMatchObject({ isSuccess: true })
    await verify(giver, { id, cvvToken: await codeTokenOf(world, giver, '123') })
    expect(await place(giver)).toMatchObject({ isSuccess: true })
    expect(await countsOf(owner, link, 410_780)).toMatchObject({ wanted: 4, bought: 2 })
  })

  test('OPEN-111: the built-in gateway knows every saved card of the demo as the account does', async () => {
    const saved = await world.database.rows(savedCards)
    expect(saved).toHaveLength(9)
    for (const { token, ...card } of saved) {
      const answer = await fetch(`${world.gatewayOrigin}/tokens/describe`, {
        method: 'POST',
        headers: { 'x-api-key': world.config.gateway.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
      expect(await answer.json()).toMatchObject({ state: 'described', card })
    }
  })

  test('OPEN-111, OPEN-78: one of them may switch tax off', async () => {
    const shopper = await signedIn('theo.school@example.com')
    await add(shopper, item(410_780))
    await shopper.call('cart', 'checkout', {})
    expect((await shopper.call('checkout', 'refreshCheckout', {})).isTaxExemptionOffered).toBe(true)
  })

  test.each(currencies)('OPEN-111: stored value in %s is there good and over', async (currency) => {
    const counts = await world.database.rows(values, [currency])
    expect(counts.map(({ what }) => what)).toEqual([
      ...['certificate expired', 'certificate free', 'certificate void'],
      ...['gift card blocked', 'gift card empty', 'gift card good'],
      ...['tender code expired', 'tender code free', 'tender code used', 'tender code void'],
    ])
    expect(await checkInvariants(world.database)).toEqual([])
  })

  test.each(stores)('OPEN-111: promotions of each kind and state are met in %s', async (key) => {
    const shopper = world.shopper(key)
    await add(shopper, item(key.startsWith('cb2') ? 620_780 : 410_780, 1))
    const met = async (promoCode: string) =>
      (await shopper.call('cart', 'applyPromoCode', { promoCode })).promoErrorMessage
    for (const good of ['DEMOTEN', 'DEMOTWENTY', 'DEMOSHIPS', 'DEMOCARD'])
      expect([good, await met(good)]).toEqual([good, ''])
    const isOther = (code: 'DEMOCB' | 'DEMOMODERN') => (code === 'DEMOCB') === key.startsWith('cb2')
    for (const [code, why] of [
      ['DEMOFROM200', '200.00'],
      ['DEMOSOON', '2099'],
      ['DEMOOVER', 'ended'],
      ['DEMOGONE', 'used'],
      [isOther('DEMOCB') ? 'DEMOCB' : 'DEMOMODERN', 'is for'],
      [key.endsWith('ca') ? 'DEMOUSA' : 'DEMOCANADA', 'is for'],
    ] as const) {
      expect([code, await met(code)]).toEqual([code, expect.stringContaining(why)])
    }
  })

  test('OPEN-111: who starts the shop is told whom to sign in as; of another secret no wrong password', async () => {
    const lines = await demoShopperLines(world.database, world.config.secret)
    expect(lines).toEqual([
      `Shoppers of the demo (password ${password()}):`,
      '  nora.new@example.com     no registry, no saved card',
      '  rosa.wed@example.com     1 registry in each store, 2 saved cards',
      '  theo.school@example.com  no registry, 2 saved cards, exempt from tax',
      '  vera.full@example.com    2 registries in each store, 5 saved cards',
    ])
    const [other = ''] = await demoShopperLines(world.database, 'another secret, as long as one has to be')
    expect(other).toContain('another SHOP_SECRET')
    expect(other).not.toContain('demo-')
  })
})

const left = statement<{ [what: string]: number }>(
  'test.left-of-demo',
  `select (select count(*)::int from shop.account) as accounts,
     (select count(*)::int from shop.account_address) as addresses, (select count(*)::int from shop.registry) as registries,
     (select count(*)::int from shop.registry where not is_public and address is null) as hidden,
     (select count(*)::int from shop.account where password_hash is null and email like '%@removed.invalid'
        and first_name || last_name = '' and not is_demo) as hollow,
     (select count(*)::int from shop.account_card) as cards,
     (select count(*)::int from shop.promo where ends_at is null or ends_at > now()) as promos,
     (select count(*)::int from shop.orders where state = 'placed') as orders`,
)

test('SAFE-03, OPEN-111: where production has opened nobody signs in to the demo, and its codes are unknown', async () => {
  const [shopper, member] = [world.shopper(), await signedIn('rosa.wed@example.com')]
  await add(shopper, item(410_780, 2))
  await markProductionShop(world.database)
  const { promoErrorMessage } = await shopper.call('cart', 'applyPromoCode', { promoCode: 'DEMOTEN' })
  expect(promoErrorMessage).toContain('We do not know this promotion code.')
  await signInBy(shopper, 'rosa.wed@example.com', password())
  expect((await shopper.page('/')).frame.isSignedIn).toBe(false)

  // who was signed in before is until the demo is removed, which production asks for
  expect((await member.page('/')).frame.isSignedIn).toBe(true)
  const mac = storedValueMac(world.config.secret)
  expect(await findDemo(world.database, mac)).toEqual(
    expect.arrayContaining(['shopper rosa.wed@example.com', 'promotion DEMOTEN', 'promotion DEMOSOON']),
  )
  await removeDemo(world.database, mac)
  expect((await member.page('/')).frame.isSignedIn).toBe(false)
})

test('SAFE-03, OPEN-111: demo:remove takes shoppers and promotions out whole; orders stay, and the books balance', async () => {
  expect(await findDemo(world.database, storedValueMac(world.config.secret))).toEqual([])
  // a registry that somebody has bought from is part of an order's story
  expect(await world.database.row(left)).toEqual({
    ...{ accounts: 1, hollow: 1, registries: 1, hidden: 1, addresses: 0, cards: 0, promos: 0, orders: 2 },
  })
  const again = { username: 'rosa.wed@example.com', password: password() }
  expect((await world.shopper().call('account', 'authenticate', again)).status).toBe('FAILED')
  expect(await demoShopperLines(world.database, world.config.secret)).toEqual([])
  expect(await checkInvariants(world.database)).toEqual([])
})
