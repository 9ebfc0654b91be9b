import { describe, expect, test } from 'vitest'
import {
  correctedWord,
  maxQueryLength,
  searchQuery,
  skuOfQuery,
  slipsBetween,
  tidyQuery,
  wordsOfQuery,
} from './search-words.ts'

describe('PLAT-04: what was typed', () => {
  test('is tidied: one space between words, no control characters, at most 80 characters', () => {
    expect(tidyQuery('  oak\u0000\n\t table ')).toBe('oak table')
    expect(tidyQuery('\ud800x')).toBe('x')
    expect([...tidyQuery('🛋'.repeat(500))]).toHaveLength(maxQueryLength)
  })

  test('becomes words without accents and signs, each once, at most eight', () => {
    expect(wordsOfQuery("Crêpe-de-Chine  CRÊPE! (oak) & '; drop table--")).toEqual([
      'crepe',
      'de',
      'chine',
      'oak',
      'drop',
      'table',
    ])
    expect(wordsOfQuery('a b c d e f g h i j')).toHaveLength(8)
    expect(wordsOfQuery(':*&|!')).toEqual([])
  })

  test.each([
    ['410000', 410000],
    ['#410000', 410000],
    ['SKU 410000', 410000],
    ['sku #410000', 410000],
    ['410000 oak', null],
    ['12', null],
    ['0410000', null],
    ['9'.repeat(13), null],
  ])('%s is the number %s', (typed, sku) => {
    expect(skuOfQuery(typed)).toBe(sku)
  })
})

describe('PLAT-03, PLAT-04: words of one meaning', () => {
  test('both spellings find the same', () => {
    expect(searchQuery(['grey'])).toBe("('grey' | 'gray')")
    expect(searchQuery(['colour'])).toBe("('colour' | 'color')")
  })

  test('other names of a thing find it too, in the plural as well', () => {
    expect(searchQuery(['couches'])).toBe("('couches' | 'sofa' | 'couch' | 'settee')")
    expect(searchQuery(['cushions', 'blue'])).toBe("('cushions' | 'pillow' | 'cushion') & 'blue'")
    expect(searchQuery(['oak', 'xyz'], 'or')).toBe("'oak' | 'xyz'")
  })
})

describe('PLAT-04: slips of the typist', () => {
  test.each([
    ['sofa', 'sfoa', 1],
    ['table', 'tabel', 1],
    ['lamp', 'lmap', 1],
    ['marble', 'marbel', 1],
    ['chair', 'chiar', 1],
    ['rug', 'wardrobe', 4],
    ['ottoman', 'otoman', 1],
    ['walnut', 'wallnutt', 2],
  ])('%s and %s differ by %i', (one, other, slips) => {
    expect(slipsBetween(one, other)).toBe(slips)
    expect(slipsBetween(other, one)).toBe(slips)
  })

  test.each([
    ['sfoa', ['soap', 'sofa'], 'sofa'],
    ['couhc', [], 'couch'],
    ['rgu', ['rug'], null],
    ['qqqqqq', ['quilt'], null],
  ])('%s is corrected to %s', (word, candidates, corrected) => {
    expect(correctedWord(word, candidates)).toBe(corrected)
  })
})
