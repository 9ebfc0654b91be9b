import { describe, expect, test } from 'vitest'
import { createWordCheck } from '#server/personalization/words.ts'
import { commonSurnames, unluckySurnames } from '#test/builders/surnames.ts'

const plain = createWordCheck({ refused: [], allowed: [] })

describe('OPEN-104: words that are not made', () => {
  test.each([
    ['a word', ['shit'], ['shit']],
    ['in capitals among others', ['Happy FUCKING 40'], ['Happy FUCKING 40']],
    ['with numbers for letters', ['sh1t'], ['sh1t']],
    ['with letters of another script', ['ѕhіt'], ['ѕhіt']],
    ['doubled', ['fuuuuck'], ['fuuuuck']],
    ['the second of three lines', ['Ann', 'bitch', '2026'], ['bitch']],
    ['initials on one line', ['ASS'], ['ASS']],
    ['initials with dots', ['A.S.S.'], ['A.S.S.']],
    ['initials with blanks', ['F U C K'], ['F U C K']],
    ['initials on three lines, as they are stitched', ['A', 'S', 'S'], ['A', 'S', 'S']],
    ['a word cut in two', ['SH', 'IT'], ['SH', 'IT']],
  ])('PERS-18: %s', (_what, texts, found) => {
    expect(plain(texts)).toEqual(found)
  })

  test('a monogram is read F, L, M as it is stitched: SAS is no word, ASS is', () => {
    expect(plain(['S', 'A', 'S'])).toEqual([])
    expect(plain(['SAS'])).toEqual([])
    expect(plain(['A', 'S', 'S'])).not.toEqual([])
  })

  test('a thousand common surnames are made, alone, in capitals and as a family', () => {
    expect(new Set(commonSurnames).size).toBe(1_000)
    for (const write of [
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => `The ${name}s`,
      (name: string) => `${name} & Sons`,
    ]) {
      expect(commonSurnames.map(write).filter((text) => plain([text]).length > 0)).toEqual([])
    }
  })

  test('so are those in which a careless list finds something', () => {
    expect(unluckySurnames.filter((name) => plain([name]).length > 0)).toEqual([])
  })

  test.each(['Sharon & Tim', 'the pen is mightier', 'Assassin Creek', 'FLM', '2026', 'Nigel', 'Est. 1999', 'JEK'])(
    '%s is no word',
    (text) => {
      expect(plain([text])).toEqual([])
    },
  )
})

describe('OPEN-104: the operator’s lists', () => {
  const own = createWordCheck({ refused: ['umbrella', 'ABC'], allowed: ['Shitta', 'TIT'] })

  test('a refused word is refused, also within another and in capitals; a short one as a word alone', () => {
    expect(own(['Umbrella'])).toEqual(['Umbrella'])
    expect(own(['myUMBRELLAs'])).toEqual(['myUMBRELLAs'])
    expect(own(['A', 'B', 'C'])).toEqual(['A', 'B', 'C'])
    expect(own(['Abcott'])).toEqual([])
    expect(plain(['Umbrella'])).toEqual([])
  })

  test('an allowed word is made, and excuses nothing beside it', () => {
    expect(plain(['Shitta'])).toEqual(['Shitta'])
    expect(own(['Shitta'])).toEqual([])
    expect(own(['TIT'])).toEqual([])
    expect(own(['Shitta shit'])).toEqual(['Shitta shit'])
  })
})
