import type { EncodedWord } from './base64-in-text.ts'

const word = /[^\s"<>]+/g
const coded = /(?:%[\da-f]{2})+/gi
/** An address in an address in an address. */
const deepest = 3

/** The words of a text that are percent-encoded, as addresses are, once or more often (SAFE-30). */
export function percentWords(text: string): EncodedWord[] {
  if (!text.includes('%')) return []
  return [...text.matchAll(word)].flatMap(({ 0: found, index }) =>
    sayingsOf(found).map((says) => ({ from: index, to: index + found.length, says })),
  )
}

function sayingsOf(found: string): string[] {
  const says: string[] = []
  for (let text = found; says.length < deepest; ) {
    const plain = text.replace(coded, decoded)
    if (plain === text) break
    says.push(plain)
    text = plain
  }
  return says
}

function decoded(codes: string): string {
  try {
    return decodeURIComponent(codes)
  } catch {
    return codes
  }
}
