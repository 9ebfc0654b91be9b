import { hasUsualLength } from './card-beginnings.ts'
import { passesLuhn } from './luhn.ts'

const uuid = /(?<![\da-z-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z-])/gi
const ups = /(?<![\da-z])1z ?([\da-z]{3} ?[\da-z]{3} ?\d\d ?\d{4} ?\d{3})(\d)(?![\da-z])/gi

/**
 * Where words stand whose digits nobody pays with: the parts of a UUID that have letters, and the tracking numbers of UPS,
 * which begin with 1Z and have a check digit. One whose digits are those of a card is none of them.
 */
export function mixedWords(text: string): { readonly from: number; readonly to: number }[] {
  const parts = [...text.matchAll(uuid)].flatMap(({ 0: id, index }) =>
    [...id.matchAll(/[\da-f]+/gi)]
      .filter(([part]) => /\D/.test(part))
      .map(({ 0: part, index: at }) => ({ from: index + at, to: index + at + part.length })),
  )
  const parcels = [...text.matchAll(ups)]
    .filter(([, word = '', check]) => isParcel(word.replaceAll(' ', ''), Number(check)))
    .map(({ 0: word, index }) => ({ from: index, to: index + word.length }))
  return [...parts, ...parcels]
}

function isParcel(word: string, check: number): boolean {
  const [digits = ''] = /\d*$/.exec(`${word}${check}`) ?? []
  if (hasUsualLength(digits) && passesLuhn(digits)) return false
  let sum = check
  for (let at = 0; at < word.length; at += 1) {
    const sign = word.charCodeAt(at) & 0xdf
    const value = sign >= 65 ? (sign - 63) % 10 : Number(word[at])
    sum += at % 2 === 0 ? value : value * 2
  }
  return sum % 10 === 0
}
