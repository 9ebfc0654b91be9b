import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newRegistryOf } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { jobsOf } from '#test/order/jobs-of.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let dies = false
beforeAll(async () => {
  const killPoint = (name: string) => {
    if (dies && name === 'k2') throw new Error('the server ends here')
  }
  world = await createWorld({ killPoint })
})
afterAll(() => world.close())

const isKnown = statement<{ n: number }>('test.design', 'select count(*)::int as n from shop.design where hash = $1')
const agings = [
  "update shop.design set created_at = now() - interval '31 days', kept_at = now() - interval '31 days'",
  "update shop.saved_design set created_at = now() - interval '31 days'",
].map((text, at) => statement(`test.age-${at}`, text))
const wordsOfAnother = statement(
  'test.words-of-another',
  `update shop.cart_line l set personalization = other.personalization
   from (select personalization from shop.cart_line where personalization->>'designHash' = $2 limit 1) other
   where l.shopper_id = $1`,
)
const forgets = {
  lines: statement('test.forget-lines', `delete from shop.cart_line where personalization->>'designHash' = $1`),
  events: statement(
    'test.forget-events',
    `update shop.cart_event set event = event - 'removed' where event->'removed'->'personalization'->>'designHash' = $1`,
  ),
  orders: statement(
    'test.forget-orders',
    `update shop.order_line set item = item - 'personalization' where item->'personalization'->>'designHash' = $1`,
  ),
  saved: statement('test.forget-saved', 'delete from shop.saved_design where design_hash = $1'),
}

let texts = 0
/** A design nobody else has, saved and in a cart: its shopper, its line and its name. */
async function inCart(shopper: TestShopper = world.shopper()) {
  const { designId, hash } = await saved(shopper)
  const items = [item(sku.towel, 1, { IsPersonalized: true, PersonalizationId: designId })]
  await shopper.call('cart', 'addItems', { items })
  const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
  return { shopper, hash, lineItemId: lineItems[0]?.id ?? '' }
}

async function saved(shopper: TestShopper = world.shopper()) {
  texts += 1
  const lines = [{ elementName: 'Text1', text: `Kept${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[texts]}` }]
  const { imageUrl } = await shopper.call('personalization', 'renderDesign', {
    ...{ sku: sku.towel, templateName: 'Monogram', lines },
  })
  const design = { templateName: 'Monogram', sku: sku.towel, personalization: lines }
  const reply = await shopper.call('personalization', 'saveDesign', { design })
  return { shopper, designId: reply.personalizationUuid, hash: imageUrl.slice(-36, -4) }
}

async function ordered(): Promise<{ hash: string; shopperId: string; ends: () => Promise<unknown> }> {
  const { hash } = await inCart()
  const tokens = [await cardToken(world)]
  const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.towel, quantity: 1 }], tokens })
  await world.database.count(wordsOfAnother, [shopperId, hash])
  return { hash, shopperId, ends: () => order(world.shop.orders, shopperId) }
}

/** As it is 31 days later, when the jobs of the clock have run twice. */
async function monthLater(): Promise<void> {
  for (const each of agings) await world.database.count(each)
  const { expire } = jobsOf(world).jobs
  await expire?.(null)
  await expire?.(null)
}
const isThere = async (hash: string) => (await world.database.row(isKnown, [hash]))?.n === 1

type Forgotten = keyof typeof forgets

describe('SAFE-41: a design is swept 30 days after nobody names it any more, and never before', () => {
  const named: readonly (readonly [what: string, make: () => Promise<string>, alsoNamedBy: readonly Forgotten[]])[] = [
    ['a line of a cart', async () => (await inCart()).hash, ['saved', 'events']],
    [
      'a line saved for later',
      async () => {
        const { shopper, hash, lineItemId } = await inCart()
        expect((await shopper.call('cart', 'saveForLater', { lineItemId })).isSuccess).toBe(true)
        return hash
      },
      ['saved', 'events'],
    ],
    [
      'a line that was taken out and may be put back',
      async () => {
        const { shopper, hash, lineItemId } = await inCart()
        expect((await shopper.call('cart', 'removeItem', { lineItemId })).isSuccess).toBe(true)
        return hash
      },
      ['saved', 'lines'],
    ],
    [
      'a line of a basket that was handed over, where it came from taken out',
      async () => {
        const { shopper: kiosk, hash } = await inCart()
        const phone = world.shopper()
        const { url } = await kiosk.call('handOver', 'createHandOver', {})
        const { pathname, search, searchParams } = new URL(url)
        await phone.page(`${pathname}${search}`)
        await phone.submit('/cart/hand-over', { token: searchParams.get('token') ?? '' })
        const { lineItems } = await phone.call('cart', 'getCartJsx', {})
        expect(lineItems[0]?.personalization?.designHash).toBe(hash)
        await world.database.count(
          statement(
            'test.forget-kiosk',
            `delete from shop.cart_line where personalization->>'designHash' = $1 and line_id <> $2`,
          ),
          [hash, lineItems[0]?.id],
        )
        return hash
      },
      ['saved', 'events'],
    ],
    [
      'an order on its way',
      async () => {
        const { hash, ends } = await ordered()
        dies = true
        await expect(ends()).rejects.toThrow('ends here')
        dies = false
        return hash
      },
      ['saved', 'lines', 'events'],
    ],
    [
      'a placed order',
      async () => {
        const { hash, ends } = await ordered()
        expect(await ends()).toMatchObject({ kind: 'placed' })
        return hash
      },
      ['saved', 'lines', 'events'],
    ],
    [
      'a registry',
      async () => {
        const { owner: shopper, grId } = await newRegistryOf(world, [])
        const { designId, hash } = await saved(shopper)
        const items = [{ Sku: sku.towel, Quantity: 1, GrId: grId, PersonalizationId: designId }]
        expect((await shopper.call('registry', 'addItems', { items })).isSuccess).toBe(true)
        return hash
      },
      ['lines', 'events'],
    ],
  ]

  test.each(named)('%s keeps it', async (_what, make, alsoNamedBy) => {
    const hash = await make()
    // nothing but what is tried here names it
    for (const each of alsoNamedBy) await world.database.count(forgets[each], [hash])
    await monthLater()
    expect(await isThere(hash)).toBe(true)
    for (const each of Object.values(forgets)) await world.database.count(each, [hash])
    await monthLater()
    expect(await isThere(hash)).toBe(false)
  })

  test('saved and never used it goes after 30 days with what was saved; saved again meanwhile it stays', async () => {
    const [{ hash }, again] = [await saved(), await saved()]
    for (const each of agings) await world.database.count(each)
    const lines = [{ elementName: 'Text1', text: `Kept${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[texts]}` }]
    const design = { templateName: 'Monogram', sku: sku.towel, personalization: lines }
    await world.shopper().call('personalization', 'saveDesign', { design })
    const { expire } = jobsOf(world).jobs
    await expire?.(null)
    await expire?.(null)
    expect([await isThere(hash), await isThere(again.hash)]).toEqual([false, true])
  })
})
