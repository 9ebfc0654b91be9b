import { DataSet, englishDataset, englishRecommendedTransformers, parseRawPattern, RegExpMatcher } from 'obscenity'
import { readAloud } from '#domain/personalization/read-aloud.ts'

/** Words an operator adds to the library's list, and words that are let through whatever it says. */
export type WordLists = { readonly refused: readonly string[]; readonly allowed: readonly string[] }

/** Judges what somebody would read on a piece. Answers the texts of the lines that must not be made, in their order. */
export type WordCheck = (texts: readonly string[]) => readonly string[]

/** Surnames the library takes for something else. */
const names = [
  'Dick',
  'Dicks',
  'Dickman',
  'Cumming',
  'Cummings',
  'Cummins',
  'Hancock',
  'Hitchcock',
  'Cockrell',
  'Cochran',
]

/** Initials that no list of words has, because as words they are none. */
const initials = ['ass', 'cum', 'fag', 'fuk', 'fku', 'kkk', 'kyk', 'nig', 'sob', 'stfu', 'tit', 'wtf']

/** A check with the English list of the library and the operator's own two. */
export function createWordCheck({ refused, allowed }: WordLists): WordCheck {
  const dataset = new DataSet<{ originalWord: string }>().addAll(englishDataset)
  const english = new RegExpMatcher({ ...dataset.build(), ...englishRecommendedTransformers })
  const isAllowed = wordSet([...names, ...allowed])
  const isRefused = wordSet(refused)
  const isRefusedInitials = wordSet([...initials, ...refused])
  const own = refused.filter((word) => /^[a-z]{4,}$/i.test(word))
  const anywhere =
    own.length === 0
      ? null
      : new RegExpMatcher({
          blacklistedTerms: own.map((word, id) => ({ id, pattern: parseRawPattern(word.toLowerCase()) })),
          ...englishRecommendedTransformers,
        })
  const isProfane = (text: string) => {
    const words = wordsOf(text)
    if (words.some(isRefused)) return true
    if (words.length > 0 && words.every(isAllowed)) return false
    const rest = words.some(isAllowed) ? words.filter((word) => !isAllowed(word)).join(' ') : text
    return english.hasMatch(rest) || (anywhere?.hasMatch(rest) ?? false)
  }
  return (texts) => {
    const bad = new Set<number>()
    for (const { text, lines } of readAloud(texts)) {
      const isShort = wordsOf(text).length === 1 && [...text].length <= 4
      const isBad = isProfane(text) || (isShort && isRefusedInitials(text) && !isAllowed(text))
      if (isBad) for (const line of lines) bad.add(line)
    }
    return [...bad].sort((one, other) => one - other).map((at) => texts[at] ?? '')
  }
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}'@$!]+/u).filter((word) => word !== '')
}

function wordSet(words: readonly string[]): (word: string) => boolean {
  const known = new Set(words.map((word) => word.toLowerCase()))
  return (word) => known.has(word.toLowerCase())
}
