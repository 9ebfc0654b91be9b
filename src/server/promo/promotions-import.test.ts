import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { jsonLinesFile } from '#test/builders/json-lines.ts'
import { placedBy } from '#test/order/cancelling.ts'
import { cardToken } from '#test/order/gateway.ts'
import { createWorld, type World } from '#test/world.ts'
import { readDemoPromos, removeDemoPromos } from './demo-promo-store.ts'
import { importPromotions } from './promotions-import.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const fileOf = (...lines: readonly unknown[]) => jsonLinesFile(world.config.dataDir, lines)
const imported = (...lines: readonly unknown[]) => importPromotions(world.database, fileOf(...lines))

const stored = statement<{ code: string; uses: number; starts: Date | null; ends: Date | null }>(
  'test.imported-promos',
  'select code, uses, starts_at as starts, ends_at as ends from shop.promo where code = any($1::text[]) order by code',
)
const storedOf = (...codes: readonly string[]) => world.database.rows(stored, [codes])

/** What a code comes to in a cart of 51.80 with shipping 14.95. */
async function entered(promoCode: string) {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 4))
  const { promoErrorMessage } = await shopper.call('cart', 'applyPromoCode', { promoCode })
  const { orderSummary } = await shopper.call('cart', 'getCartJsx', {})
  return { promoErrorMessage, discount: orderSummary.discount, shipping: orderSummary.shipping }
}

const ten = { code: 'spring10', kind: 'percent', percent: 12.5 }

describe('OPEN-72: a retailer runs promotions', () => {
  test('OPEN-72, PROMO-12: each kind is good at once in the running shop, with its limits', async () => {
    const report = await imported(
      ten,
      { code: 'TAKE5', kind: 'amount', amountCents: 500, minSubtotalCents: 5_180 },
      {
        code: 'SHIPS',
        kind: 'freeShipping',
        brand: 'CB',
        country: 'US',
        firstDay: '2026-01-01',
        lastDay: '2126-01-01',
      },
      { code: 'NEXT', kind: 'amount', amountCents: 500, firstDay: '2126-06-01' },
      { code: 'PAST', kind: 'amount', amountCents: 500, lastDay: '2026-02-01' },
      { code: 'NONE', kind: 'amount', amountCents: 500, maxUses: 0 },
      { code: 'HIGH', kind: 'amount', amountCents: 500, minSubtotalCents: 5_181 },
      { code: 'CB2-ONLY', kind: 'amount', amountCents: 500, brand: 'CB2' },
    )
    expect(report).toMatchObject({ faults: [], changed: [], unchanged: [] })
    expect(report.added).toHaveLength(8)
    expect(await entered('Spring10')).toEqual({ promoErrorMessage: '', discount: 648, shipping: 1_495 })
    expect(await entered('TAKE5')).toEqual({ promoErrorMessage: '', discount: 500, shipping: 1_495 })
    expect(await entered('SHIPS')).toEqual({ promoErrorMessage: '', discount: 0, shipping: 0 })
    for (const [code, why] of [
      ['NEXT', 'June 1'],
      ['PAST', 'ended'],
      ['NONE', 'used'],
      ['HIGH', '$51.81'],
      ['CB2-ONLY', 'for CB2'],
    ] as const) {
      expect(await entered(code)).toMatchObject({ promoErrorMessage: expect.stringContaining(why), discount: 0 })
    }
  })

  test('OPEN-72: a code is good from the first midnight of its first day to the last of its last, in Chicago', async () => {
    await imported({ code: 'DAYS', kind: 'amount', amountCents: 1, firstDay: '2026-03-08', lastDay: '2026-11-01' })
    expect(await storedOf('DAYS')).toEqual([
      { code: 'DAYS', uses: 0, starts: new Date('2026-03-08T06:00:00Z'), ends: new Date('2026-11-02T06:00:00Z') },
    ])
  })

  test('OPEN-72: the same file again changes nothing; another line changes the terms, and uses stay counted', async () => {
    const limited = { code: 'LIMITED', kind: 'amount', amountCents: 500, maxUses: 3 }
    await imported(limited, ten)
    await placedBy(world, {
      lines: [{ sku: sku.mug, quantity: 1 }],
      tokens: [await cardToken(world)],
      promoCode: 'LIMITED',
    })
    expect(await imported(limited, ten)).toEqual({
      ...{ faults: [], added: [], changed: [], unchanged: ['LIMITED', 'SPRING10'] },
    })
    const report = await imported({ ...limited, amountCents: 700, maxUses: 1 }, ten)
    expect(report).toEqual({ faults: [], added: [], changed: ['LIMITED'], unchanged: ['SPRING10'] })
    expect(await storedOf('LIMITED')).toMatchObject([{ uses: 1 }])
    expect(await entered('LIMITED')).toMatchObject({ promoErrorMessage: expect.stringContaining('used') })
    expect((await imported(ten, { ...limited, maxUses: 0 })).faults).toEqual([
      { line: 2, field: 'maxUses', message: 'the code has been used once already: no less than that' },
    ])
    expect(await checkInvariants(world.database)).toEqual([])
  })

  test('OPEN-72, SAFE-03: a code of the demo that the retailer names is the retailer’s', async () => {
    const file = fileOf({ code: 'FROM-DEMO', kind: 'freeShipping' })
    await importPromotions(world.database, file, { isDemo: true })
    expect(await readDemoPromos(world.database)).toEqual(['FROM-DEMO'])
    expect(await importPromotions(world.database, file)).toMatchObject({ changed: ['FROM-DEMO'] })
    await world.database.transaction(removeDemoPromos)
    expect(await storedOf('FROM-DEMO')).toHaveLength(1)
  })

  const { percent: _, ...noPercent } = ten
  test.each([
    ['no JSON', '{"code"', ''],
    ['no code', { ...ten, code: '' }, 'code'],
    ['a code with a blank in it', { ...ten, code: 'TEN OFF' }, 'code'],
    ['an unknown kind', { ...ten, kind: 'bogof' }, 'kind'],
    ['a percent code without percent', noPercent, 'percent'],
    ['more than all', { ...ten, percent: 100.5 }, 'percent'],
    ['too fine a share', { ...ten, percent: 0.00001 }, 'percent'],
    ['an amount on a percent code', { ...ten, amountCents: 5 }, 'amountCents'],
    ['half a cent', { code: 'HALF', kind: 'amount', amountCents: 0.5 }, 'amountCents'],
    ['an unknown brand', { ...ten, brand: 'CB3' }, 'brand'],
    ['an end before its beginning', { ...ten, firstDay: '2026-02-02', lastDay: '2026-02-01' }, 'lastDay'],
    ['a day that is none', { ...ten, lastDay: '2026-02-30' }, 'lastDay'],
    ['a field that is none', { ...ten, maxUse: 5 }, ''],
    ['a code of a line before', { ...ten, code: 'GOOD-ONE' }, 'code'],
  ])('OPEN-72: %s is named by line and field, and nothing of the file is taken over', async (_name, line, field) => {
    const report = await imported({ code: 'GOOD-ONE', kind: 'amount', amountCents: 1 }, line)
    expect(report).toMatchObject({ added: [], faults: [{ line: 2, field }] })
    expect(await storedOf('GOOD-ONE')).toEqual([])
  })
})
