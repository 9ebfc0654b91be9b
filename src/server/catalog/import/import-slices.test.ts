import { describe, expect, test } from 'vitest'
import { dealSlices } from './import-slices.ts'

const size = { products: 3, skus: 10 }

describe('SCALE-10: slices of an import', () => {
  test.each<[string, number[], [number, number][], number[]]>([
    ['nothing', [], [], []],
    ['so many products', [1, 1, 1, 1, 1, 1, 1], [], [1, 1, 1, 2, 2, 2, 3]],
    ['so many skus', [6, 4, 1, 9, 2], [], [1, 1, 2, 2, 3]],
    ['a product that has more by itself', [1, 30, 1], [], [1, 2, 3]],
    ['products that change skus', [1, 1, 1, 1, 1], [[4, 0]], [1, 1, 2, 2, 1]],
    [
      'a chain of them',
      [1, 1, 1, 1, 1],
      [
        [1, 2],
        [3, 4],
        [2, 3],
      ],
      [1, 2, 2, 2, 2],
    ],
    ['a sku that stays where it is', [1, 1], [[1, 1]], [1, 1]],
  ])('hold %s', (_case, skus, pairs, slices) => {
    const dealt = dealSlices(Int32Array.from(skus), pairs, size)
    expect([...dealt.sliceOf]).toEqual(slices)
    expect(dealt.slices).toBe(Math.max(0, ...slices))
  })

  test('put every product of a million into one, those of a long chain together', () => {
    const skus = new Int32Array(1_000_000).fill(3)
    const chain = Array.from({ length: 5_000 }, (_, nth): [number, number] => [nth * 7 + 7, nth * 7])
    const { slices, sliceOf } = dealSlices(skus, chain, { products: 500, skus: 1_000 })
    const products = new Int32Array(slices + 1)
    for (const slice of sliceOf) products[slice] = (products[slice] ?? 0) + 1
    expect(new Set(chain.flat().map((product) => sliceOf[product])).size).toBe(1)
    expect(products[0]).toBe(0)
    expect(products.filter((count) => count > 333).length).toBe(1)
  })
})
