import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Podid, podids } from '#domain/catalog/recommendation-pods.ts'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { piece, place, prices, sku, stock, testCatalog } from '#test/builders/catalog.ts'
import { seedOrder, seedSession } from '#test/builders/sold.ts'
import { createWorld, type World } from '#test/world.ts'
import { refreshRecommendations } from './recommendation-engine.ts'

const { cb } = variants
let world: World
beforeAll(async () => {
  world = await createWorld({
    catalog: [
      ...testCatalog(),
      // an alternative to each price, and one that cannot be had
      ...piece('CB', 7101, 'Glass Tumbler', { prices: prices(1_300) }),
      ...piece('CB', 7102, 'Porcelain Bowl', { prices: prices(1_290) }),
      ...piece('CB', 7103, 'Sold-out Plate', { prices: prices(1_295), stock: stock('CB', 0) }),
    ],
  })
})
afterAll(() => world.close())

const recommend = (podid: Podid, itemId: number | '' = '', variant: 'cb' | 'cb2' | 'cb-ca' = 'cb') =>
  world.shopper(variant).call('recommendation', 'index', { podid, item_id: String(itemId) })
const skusOf = async (...asked: Parameters<typeof recommend>) =>
  (await recommend(...asked)).items.map((item) => item.sku)

describe('before anything was sold or looked at', () => {
  test.each(podids)(
    'OPEN-108, RECO-02: %s answers what can be had, in one order, without the item itself',
    async (podid) => {
      const skus = await skusOf(podid, sku.mug)
      expect(skus.length).toBeGreaterThanOrEqual(8)
      expect(await skusOf(podid, sku.mug)).toEqual(skus)
      // the item, what is no longer sold, what is sold out, and a donation
      for (const never of [sku.mug, sku.lamp, 7103, sku.donation]) expect(skus).not.toContain(never)
    },
  )

  test('OPEN-108: best sellers are the catalogue in its own order', async () => {
    expect((await skusOf('bestsellers-pdp-social')).slice(0, 3)).toEqual([sku.sofaOat, sku.mug, sku.giftCard])
  })

  test('OPEN-108: alternatives are of the category, the nearest price first, ties by sku', async () => {
    const skus = await skusOf('pdp-alternative-items', sku.mug)
    expect(skus.slice(0, 4)).toEqual([7101, 7102, sku.towel, sku.lastVase])
    expect(skus.indexOf(sku.sofaOat)).toBeGreaterThan(skus.indexOf(sku.bench))
  })
})

describe('from orders and sessions', () => {
  beforeAll(async () => {
    const { database } = world
    await seedOrder(database, cb, [{ sku: sku.mug, quantity: 2 }, { sku: sku.rug }])
    await seedOrder(database, cb, [{ sku: sku.mug }, { sku: sku.rug }, { sku: 7102, quantity: 9 }])
    await seedOrder(database, cb, [{ sku: sku.mug }, { sku: sku.shelf }])
    // a store sells what the web does not
    await seedOrder(database, cb, [{ sku: sku.towel, quantity: 4, storeNumber: place.store.CB.US }])
    // long ago: a best seller that is no trend any more
    await seedOrder(database, cb, [{ sku: sku.sofaMoss, quantity: 50 }], { daysAgo: 90 })
    // too long ago, refused, another country, no longer sold: none of them counts
    await seedOrder(database, cb, [{ sku: sku.bench, quantity: 99 }], { daysAgo: 400 })
    await seedOrder(database, cb, [{ sku: sku.mug }, { sku: sku.bench, quantity: 99 }], { state: 'refused' })
    await seedOrder(database, variants['cb-ca'], [{ sku: sku.giftCard, quantity: 99 }, { sku: sku.mug }])
    await seedOrder(database, cb, [{ sku: sku.lamp, quantity: 70 }, { sku: sku.mug }])
    await seedSession(database, cb, [sku.mug, sku.bench, sku.sofaMoss])
    await seedSession(database, cb, [sku.mug, sku.sofaOat])
    await seedSession(database, cb, [sku.mug, sku.lastVase], 40)
    await refreshRecommendations(database)
  })

  test.each<[Podid, number | '', number[]]>([
    // pieces: sofa 50, bowl 9, mug 5, towel 4, rug 2, shelf 1
    ['bestsellers-pdp-social', '', [sku.sofaOat, 7102, sku.mug, sku.towel, sku.rug, sku.shelf]],
    ['trending-products', '', [7102, sku.mug, sku.towel, sku.rug, sku.shelf, sku.sofaOat]],
    ['bestsellers-stores', '', [sku.towel, sku.sofaOat, 7102, sku.mug, sku.rug]],
    // orders shared with the mug: rug 2, shelf and bowl 1 each by sku
    ['people-also-bought-atc-confirmation', sku.mug, [sku.rug, sku.shelf, 7102, sku.sofaOat, sku.towel]],
    ['people-also-bought-atr-confirmation', sku.mug, [sku.rug, sku.shelf, 7102, sku.sofaOat, sku.towel]],
    // sessions shared: sofa 2, in whatever colour, bench 1
    ['people-also-viewed-pdp', sku.mug, [sku.sofaOat, sku.bench, 7102, sku.towel]],
    ['pdp-alternative-items', sku.rug, [sku.shelf, sku.giftCard, sku.lastVase]],
  ])('OPEN-108: %s for %s begins with %j', async (podid, item, first) => {
    expect((await skusOf(podid, item)).slice(0, first.length)).toEqual(first)
  })

  test.each(podids)(
    'OPEN-108: the item itself is never in %s, by whichever of its colours it is asked',
    async (podid) => {
      for (const own of [sku.sofaOat, sku.sofaMoss]) {
        const skus = await skusOf(podid, own)
        expect(skus).not.toContain(sku.sofaOat)
        expect(skus).not.toContain(sku.sofaMoss)
      }
    },
  )

  test('OPEN-108: another country has best sellers of its own, another brand none of ours', async () => {
    expect((await skusOf('bestsellers-pdp-social', '', 'cb-ca')).slice(0, 2)).toEqual([sku.giftCard, sku.mug])
    expect(await skusOf('people-also-bought-atc-confirmation', sku.mug, 'cb2')).not.toContain(sku.rug)
  })

  test('OPEN-108: what sold out since is left out at once', async () => {
    await world.importLines(piece('CB', 7102, 'Porcelain Bowl', { prices: prices(1_290), stock: stock('CB', 0) }))
    expect((await skusOf('trending-products')).slice(0, 2)).toEqual([sku.mug, sku.towel])
  })

  test('OPEN-108: a run without news does nothing; a new order changes the lists', async () => {
    const { database } = world
    await refreshRecommendations(database)
    expect(await refreshRecommendations(database)).toBeNull()
    await seedOrder(database, cb, [{ sku: sku.giftCard, quantity: 99 }, { sku: sku.mug }])
    expect(await refreshRecommendations(database)).toBeGreaterThan(0)
    expect((await skusOf('bestsellers-pdp-social'))[0]).toBe(sku.giftCard)
  })

  test('OPEN-108: two runs at once give one', async () => {
    const { database } = world
    await seedOrder(database, cb, [{ sku: sku.mug }])
    const done = await Promise.all([refreshRecommendations(database), refreshRecommendations(database)])
    expect(done.filter((changed) => changed !== null).length).toBeLessThanOrEqual(1)
  })
})

describe('the call', () => {
  test('RECO-01, RECO-05, CALL-01: items with their fields, and a title', async () => {
    const answer = await recommend('people-also-bought-atc-confirmation', sku.mug)
    expect(Object.keys(answer).sort()).toEqual(['items', 'title'])
    expect(answer.title).toBe('People Also Bought')
    const bench = (await recommend('pdp-alternative-items', sku.rug)).items.find((item) => item.sku === sku.bench)
    expect(bench).toMatchObject({
      id: String(sku.bench),
      sku: sku.bench,
      name: 'Bench to Order',
      formattedPrice: '$900.00',
      imagePath: '/pictures/p1701.svg',
      imagePathHiRes: '/pictures/p1701.svg',
      navigateUrl: `/product/${sku.bench}`,
      optionChoiceParameter: '',
      customOrderConfirmation: { hasCustomOrderConfirmation: true },
    })
    const sofa = (await recommend('bestsellers-pdp-social')).items.find((item) => item.sku === sku.sofaOat)
    expect(sofa).toMatchObject({ optionChoiceParameter: 'color:oat', formattedRegularPrice: '$1,500.00' })
  })

  test('RECO-02: limit 3 gives 3, more than 15 gives at most 15', async () => {
    const shopper = world.shopper()
    const podid = 'bestsellers-pdp-social'
    expect((await shopper.call('recommendation', 'index', { podid, limit: 3 })).items).toHaveLength(3)
    await world.importLines(
      Array.from({ length: 20 }, (_, nth) => piece('CB', 5000 + nth, `Cup ${nth}`, { prices: prices(900) })).flat(),
    )
    expect((await shopper.call('recommendation', 'index', { podid, limit: 15 })).items).toHaveLength(15)
    expect((await shopper.call('recommendation', 'index', { podid, limit: 500 })).items).toHaveLength(15)
  })

  test.each([
    'podid=foo',
    'podid=',
    '',
    'podid=__proto__',
    'podid=trending-products&showaddtocart=yes',
    'podid=trending-products&limit=0',
    'podid=trending-products&limit=x',
  ])('RECO-03, RECO-04, OPEN-108: the query %j answers 400', async (query) => {
    const host = 'cb.localhost:3000'
    const answer = await world.shop.app.http.inject({ url: `/recommendation/index?${query}`, headers: { host } })
    expect(answer.statusCode).toBe(400)
  })

  test.each(podids)(
    'RECO-03: %s is accepted, with and without an item, and with an item nobody knows',
    async (podid) => {
      for (const itemId of ['', String(sku.mug), '999999', 'x']) {
        const query = new URLSearchParams({ podid, item_id: itemId, showaddtocart: 'true', showshopall: 'false' })
        const headers = { host: 'cb.localhost:3000' }
        const answer = await world.shop.app.http.inject({ url: `/recommendation/index?${query}`, headers })
        expect([answer.statusCode, answer.json().items.length > 0, answer.cookies]).toEqual([200, true, []])
      }
    },
  )
})

const views = statement<{ productId: string; views: number }>(
  'test.views',
  `select product_id as "productId", count(*)::int as views from shop.product_view group by product_id order by product_id`,
)

describe('looks at products', () => {
  test('OPEN-108: a session’s looks are gathered and written once; a visitor without a session is not counted', async () => {
    const { database, shop } = world
    const before = await database.rows(views)
    const [first, second] = [world.shopper(), world.shopper()]
    for (const shopper of [first, second]) await shopper.get('/session')
    const look = (of: typeof first, number: number) => of.call('cart', 'getAvailability', { sku: number, zipCode: '' })
    await Promise.all([
      look(first, sku.shelf),
      look(first, sku.shelf),
      look(second, sku.shelf),
      look(first, sku.sofaMoss),
    ])
    await look(first, 999_999)
    const headers = { host: 'cb.localhost:3000' }
    await shop.app.http.inject({ url: `/ReactCart/GetAvailability?sku=${sku.towel}`, headers })
    expect(await database.rows(views)).toEqual(before)
    await shop.views.flush()
    const since = (await database.rows(views)).filter(
      (row) => !before.some((old) => old.productId === row.productId && old.views === row.views),
    )
    expect(since).toEqual([
      { productId: 'lounge-sofa', views: 3 },
      { productId: `p${sku.shelf}`, views: 2 },
    ])
  })
})

describe('CALM-37: nobody is offered what she has', () => {
  const { mug, towel, sofaOat, sofaMoss } = sku
  const item = (of: number) => ({ Sku: of, Quantity: 1 })
  const places: readonly [page: string, podid: Podid, item: number | ''][] = [
    ['the cart', 'trending-products', ''],
    ['a product page', 'bestsellers-pdp-social', sku.rug],
    ['the layer after an add', 'people-also-bought-atc-confirmation', sku.rug],
  ]
  type Asking = ReturnType<World['shopper']>
  const offered = async (shopper: Asking, podid: Podid, itemId: number | '') =>
    (await shopper.call('recommendation', 'index', { podid, item_id: String(itemId) })).items.map(({ sku: of }) => of)

  test.each(places)('CALM-37: %s offers nothing that is in the cart, in whatever colour', async (_page, podid, of) => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const before = await offered(shopper, podid, of)
    expect(before).toEqual(expect.arrayContaining([mug, sofaOat]))
    await shopper.call('cart', 'addItems', { items: [item(mug), item(sofaMoss)] })
    const after = await offered(shopper, podid, of)
    expect(after).toEqual(expect.not.arrayContaining([mug, sofaOat, sofaMoss]))
    for (const never of [mug, sofaOat, sofaMoss]) expect(after).not.toContain(never)
    // the list is filled up from behind
    expect(after.length).toBeGreaterThanOrEqual(before.length - 2)
    // and another's is as it was
    expect(await offered(world.shopper(), podid, of)).toEqual(before)
  })

  test('CALM-37: what goes with a piece leaves it out too', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const looks = async () =>
      (await shopper.call('recommendation', 'mainPi', { skus: [mug, towel] })).items.map(({ sku: of }) => of)
    expect(await looks()).toEqual([mug, towel])
    await shopper.call('cart', 'addItems', { items: [item(mug)] })
    expect(await looks()).toEqual([towel])
  })

  test('CALM-37: the confirmation offers nothing that was just bought; after a day it may be had again', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    await seedOrder(world.database, cb, [{ sku: mug }], { shopperId })
    expect(await offered(shopper, 'trending-products', '')).not.toContain(mug)
    await world.database.count(
      statement('test.yesterday', 'update shop.orders set created_at = $2 where shopper_id = $1'),
      [shopperId, new Date(world.clock.now().getTime() - 2 * 86_400_000)],
    )
    expect(await offered(shopper, 'trending-products', '')).toContain(mug)
  })
})
