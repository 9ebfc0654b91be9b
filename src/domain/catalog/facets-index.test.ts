import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FacetChoice, type FacetName, nothingChosen, priceBandOf } from './facets.ts'
import { filterShelf, knownChoice, type ShelfIndex } from './facets-index.ts'
import { type ShelfRow, shelfIndexMaker } from './shelf-index/shelf-index-maker.ts'

const view = { sort: 'featured', offset: 0, limit: 1000, shippable: null } as const

function row(productId: string, terms: string, patch: Partial<ShelfRow> = {}): ShelfRow {
  return { productId, categorySlug: 'sofas', lowCurrentCents: 5_000, terms, name: productId, addedAt: 0, ...patch }
}

function indexOf(rows: readonly ShelfRow[]): ShelfIndex {
  const maker = shelfIndexMaker()
  for (const [place, each] of rows.entries()) maker.add({ ...each, addedAt: place })
  const making = maker.make()
  for (;;) {
    const step = making.next()
    if (step.done === true) return step.value
  }
}

describe('PLAT-04: a filtered shelf', () => {
  const index = indexOf([
    row('a', 'color:cream material:oak stock:in', { lowCurrentCents: 9_000 }),
    row('b', 'color:green material:oak later', { lowCurrentCents: 1_000 }),
    row('c', 'color:cream color:green material:linen stock:in pfas', { categorySlug: 'rugs' }),
    row('d', 'color:red material:linen'),
  ])
  const base = { categories: ['sofas', 'rugs'] }
  const shown = (choice: Partial<FacetChoice>, more = {}) =>
    filterShelf(index, base, { ...nothingChosen, ...choice }, { ...view, ...more })

  test('any value of one filter will do, all filters must hold', () => {
    expect(shown({ color: ['cream', 'green'], material: ['oak'] }).productIds).toEqual(['a', 'b'])
    expect(shown({ color: ['cream'], material: ['linen'] }).productIds).toEqual(['c'])
  })

  test('counts follow the other filters, not their own', () => {
    const { counts, total } = shown({ color: ['cream'] })
    expect(total).toBe(2)
    expect(counts.color).toEqual([
      { value: 'cream', count: 2 },
      { value: 'green', count: 2 },
      { value: 'red', count: 1 },
    ])
    expect(counts.material).toEqual([
      { value: 'linen', count: 1 },
      { value: 'oak', count: 1 },
    ])
  })

  test('a chosen value stays to be taken off when nothing has it', () => {
    const { counts, total } = shown({ color: ['red'], material: ['oak'] })
    expect(total).toBe(0)
    expect(counts.color).toContainEqual({ value: 'red', count: 0 })
  })

  test('its orders, with equal prices in the order of the house, and its pages', () => {
    expect(shown({}, { sort: 'priceLow' }).productIds).toEqual(['b', 'c', 'd', 'a'])
    expect(shown({}, { sort: 'priceHigh' }).productIds).toEqual(['a', 'c', 'd', 'b'])
    expect(shown({}, { sort: 'name' }).productIds).toEqual(['a', 'b', 'c', 'd'])
    expect(shown({}, { sort: 'newest' }).productIds).toEqual(['d', 'c', 'b', 'a'])
    expect(shown({}, { offset: 2, limit: 1 }).productIds).toEqual(['c'])
  })

  test('what cannot be had is not shipped, nor what a state forbids', () => {
    expect(shown({}, { shippable: { isRestricted: false } }).productIds).toEqual(['a', 'b', 'c'])
    expect(shown({}, { shippable: { isRestricted: true } }).productIds).toEqual(['a', 'b'])
  })

  test('matches stand in their own order; those not sold here are left out', () => {
    const found = filterShelf(index, { matches: ['d', 'gone', 'a'], isWeighed: true }, nothingChosen, {
      ...view,
      sort: 'best',
    })
    expect([found.total, found.productIds]).toEqual([2, ['d', 'a']])
  })

  test('values that no product has were made up', () => {
    const known = knownChoice(index, { ...nothingChosen, color: ['cream', 'blue'], material: ['unobtainium'] })
    expect([known.color, known.material]).toEqual([['cream'], []])
  })
})

test('PLAT-04: for any shelf and any choice it answers what looking at every product would', () => {
  const values: { readonly [Name in FacetName]: readonly string[] } = {
    type: ['sofa', 'bed'],
    color: ['black', 'blue', 'red'],
    material: ['oak', 'wool'],
    price: ['to-25', '25-50', '4000-up'],
    stock: ['in'],
    store: ['101', '102'],
  }
  const names = Object.keys(values) as FacetName[]
  const product = fc.record({
    terms: fc.uniqueArray(
      fc.constantFrom(
        ...names.filter((name) => name !== 'price').flatMap((name) => values[name].map((value) => `${name}:${value}`)),
      ),
    ),
    cents: fc.constantFrom(1_000, 3_000, 900_000),
    category: fc.constantFrom('x', 'y'),
  })
  const choice = fc.record(Object.fromEntries(names.map((name) => [name, fc.subarray([...values[name]])])))
  fc.assert(
    fc.property(fc.array(product, { maxLength: 80 }), choice, (products, anyChoice) => {
      const chosen: FacetChoice = { ...nothingChosen, ...anyChoice }
      const index = indexOf(
        products.map(({ terms, cents, category }, nth) =>
          row(`p${nth}`, terms.join(' '), { lowCurrentCents: cents, categorySlug: category }),
        ),
      )
      const has = (nth: number, name: FacetName, value: string) =>
        name === 'price'
          ? priceBandOf(products[nth]!.cents) === value
          : products[nth]!.terms.includes(`${name}:${value}`)
      const holds = (nth: number, but: FacetName | null) =>
        products[nth]!.category === 'x' &&
        names.every(
          (name) => name === but || chosen[name].length === 0 || chosen[name].some((value) => has(nth, name, value)),
        )
      const all = products.map((_, nth) => nth)
      const found = filterShelf(index, { categories: ['x'] }, chosen, view)
      expect(found.productIds).toEqual(all.filter((nth) => holds(nth, null)).map((nth) => `p${nth}`))
      for (const name of names) {
        for (const { value, count } of found.counts[name]) {
          expect(count).toBe(all.filter((nth) => holds(nth, name) && has(nth, name, value)).length)
        }
      }
    }),
  )
})
