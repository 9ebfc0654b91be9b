import { englishDataset, englishRecommendedTransformers, parseRawPattern, RegExpMatcher } from 'obscenity'
import { readAloud } from '#domain/personalization/read-aloud.ts'

/** Words an operator adds to the library's list, and words that are let through whatever it says. */
export type WordLists = { readonly refused: readonly string[]; readonly allowed: readonly string[] }

/** Judges what somebody would read on a piece. Answers the texts of the lines that must not be made, in their order. */
export type WordCheck = (texts: readonly string[]) => readonly string[]

/** Surnames the library takes for something else. */
const names =
  'Babcock Bastardo Cockburn Cockerill Cockram Cockrell Cocks Cumming Cummings Cummins Dick Dickens Dickerson Dickinson Dickman Dickson Dykes Fagan Fagin Fukuda Fukuyama Hancock Hitchcock Hooker Penistone Raper Slutsky Vandyke Wankowski'.split(
    ' ',
  )

/** Initials that no list of words has, because as words they are none. */
const initials = 'ass cum fag fku fuk kkk kyk nig sob stfu tit wtf'.split(' ')

/**
 * A check with the English list of the library and the operator's own two. An allowed word excuses what is found within
 * it, also as a plural; a refused one is refused as a word, and from four letters on wherever it stands.
 */
export function createWordCheck({ refused, allowed }: WordLists): WordCheck {
  const english = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })
  const own = new RegExpMatcher({
    blacklistedTerms: refused
      .filter((word) => /^[a-z]{4,}$/i.test(word))
      .map((word, id) => ({ id, pattern: parseRawPattern(word.toLowerCase()) })),
    ...englishRecommendedTransformers,
  })
  const isRefused = wordSet(refused)
  const isAllowed = wordSet([...names, ...allowed])
  const isRefusedInitials = wordSet(initials)
  const isProfane = (text: string) => {
    const words = wordsOf(text)
    if (words.some(({ word }) => isRefused(word) || (word === text && isRefusedInitials(word) && !isAllowed(word)))) {
      return true
    }
    const excuses = words.filter(({ word }) => isAllowed(word) || isAllowed(word.replace(/'?s$/i, '')))
    return [...english.getAllMatches(text), ...own.getAllMatches(text)].some(
      (match) => !excuses.some(({ from, to }) => match.startIndex >= from && match.endIndex < to),
    )
  }
  return (texts) => {
    const bad = new Set(readAloud(texts).flatMap(({ text, lines }) => (isProfane(text) ? lines : [])))
    return texts.filter((_, at) => bad.has(at))
  }
}

type Word = { readonly word: string; readonly from: number; readonly to: number }

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}'’]+/gu)].map(({ 0: word, index }) => {
    return { word, from: index, to: index + word.length }
  })
}

function wordSet(words: readonly string[]): (word: string) => boolean {
  const known = new Set(words.map((word) => word.toLowerCase()))
  return (word) => known.has(word.toLowerCase())
}
