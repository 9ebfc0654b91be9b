/** Words of one meaning: those of both English spellings, and those that people use for the same thing. */
const alike: readonly (readonly string[])[] = [
  ['color', 'colour'],
  ['gray', 'grey'],
  ['fiber', 'fibre'],
  ['center', 'centre'],
  ['jewelry', 'jewellery'],
  ['aluminum', 'aluminium'],
  ['mold', 'mould'],
  ['molded', 'moulded'],
  ['favorite', 'favourite'],
  ['catalog', 'catalogue'],
  ['theater', 'theatre'],
  ['meter', 'metre'],
  ['sofa', 'couch', 'settee'],
  ['rug', 'carpet'],
  ['pillow', 'cushion'],
  ['curtain', 'drape', 'drapery'],
  ['nightstand', 'bedside'],
  ['dresser', 'bureau'],
  ['wardrobe', 'armoire', 'closet'],
  ['flatware', 'cutlery', 'silverware'],
  ['duvet', 'comforter', 'quilt'],
  ['ottoman', 'pouf', 'footstool', 'hassock'],
  ['bookcase', 'bookshelf', 'shelf', 'shelves'],
  ['loveseat', 'sofa'],
  ['pan', 'skillet'],
  ['mug', 'cup'],
  ['tumbler', 'glass'],
  ['sideboard', 'buffet', 'credenza'],
]

const others = new Map<string, readonly string[]>()
for (const group of alike) for (const word of group) others.set(word, [...(others.get(word) ?? []), ...group])

/** Longest wish that is looked for, in characters; and the most words of it. */
export const maxQueryLength = 80
const maxWords = 8

/** What was typed, as it stands in the page's address: composed, one space between words, at most 80 characters. */
export function tidyQuery(typed: string): string {
  const plain = typed.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}\s]+/gu, ' ')
  return [...plain.trim()].slice(0, maxQueryLength).join('').trim()
}

/** The words of a wish: lower case, without accents, letters and digits only; at most eight. */
export function wordsOfQuery(query: string): string[] {
  const plain = query.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, maxWords)
}

/** The number of a sku, when the wish is nothing else ('410000', '#410000', 'SKU 410000'). */
export function skuOfQuery(query: string): number | null {
  const found = /^(?:sku|item|product|no\.?|#)?\s*#?\s*([1-9]\d{2,11})$/i.exec(query.trim())
  return found === null ? null : Number(found[1])
}

/**
 * The words as PostgreSQL's to_tsquery reads them: each with its other spellings and its names, all of them wanted, or any
 * of them where `joinedBy` is 'or'. '' for no words.
 */
export function searchQuery(words: readonly string[], joinedBy: 'and' | 'or' = 'and'): string {
  const terms = words.map((word) => {
    const same = spellingsOf(word).map((each) => `'${each}'`)
    return same.length === 1 ? same[0] : `(${same.join(' | ')})`
  })
  return terms.join(joinedBy === 'and' ? ' & ' : ' | ')
}

/** A word with all it may stand for, the word itself first; in the plural too. */
export function spellingsOf(word: string): readonly string[] {
  const single = [word, word.replace(/s$/, ''), word.replace(/es$/, '')].find((each) => others.has(each))
  return [...new Set([word, ...(others.get(single ?? word) ?? [])])]
}

/** How many slips of the typist are forgiven in a word of this length. */
function forgiven(length: number): number {
  return length <= 3 ? 0 : length <= 5 ? 1 : 2
}

/** The nearest known word that a slip of the typist explains; null when none is near. Candidates best liked first. */
export function correctedWord(word: string, candidates: readonly string[]): string | null {
  const limit = forgiven(word.length)
  // people mistype names of their own too ('couhc'), which the catalogue does not use
  const near = [...new Set([...candidates, ...others.keys()])]
    .map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) }))
    .filter(({ slips }) => slips <= limit)
    .sort((a, b) => a.slips - b.slips)
  return near[0]?.candidate ?? null
}

/** Letters left out, put in, changed, or two swapped, between two words. */
export function slipsBetween(first: string, second: string): number {
  if (Math.abs(first.length - second.length) > 3) return 4
  let before: number[] = []
  let last = Array.from({ length: second.length + 1 }, (_, index) => index)
  for (let row = 1; row <= first.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= second.length; column += 1) {
      const isSame = first[row - 1] === second[column - 1]
      const swapped = first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1]
      const ways = [(last[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1)]
      if (row > 1 && column > 1 && swapped) ways.push((before[column - 2] ?? 0) + 1)
      line.push(Math.min(...ways))
    }
    before = last
    last = line
  }
  return last[second.length] ?? 0
}
