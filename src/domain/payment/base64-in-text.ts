const shortest = 12
const maxLength = 64
const leastDigits = 13
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map([...letters].map((letter, value) => [letter, value]))
values.set('-', 62).set('_', 63)

/** A word of a text that may be written in another way, where it stands, and what it says then. */
export type EncodedWord = { readonly from: number; readonly to: number; readonly says: string }

/** The words of 12 to 64 characters that are base64, of either alphabet, of a text with digits in UTF-8 or UTF-16 (SAFE-30). */
export function base64Words(text: string): EncodedWord[] {
  if (text.length < shortest) return []
  return [...text.matchAll(/[A-Za-z0-9+/_-]{12,}/g)].flatMap(({ 0: word, index }) => [
    ...wordAt(word, index),
    ...(/[+/_-]/.test(word) ? partsOf(word, index) : []),
  ])
}

/** Between slashes of an address or joined by dashes a word may stand alone. */
function partsOf(word: string, index: number): EncodedWord[] {
  return [...word.matchAll(/[A-Za-z0-9]{12,}/g)].flatMap(({ 0: part, index: at }) => wordAt(part, index + at))
}

function wordAt(word: string, from: number): EncodedWord[] {
  if (word.length < shortest || word.length > maxLength || word.length % 4 === 1) return []
  const bytes = bytesOf(word)
  const says = [mayBeNumber(bytes) ? utf8Of(bytes) : null, bytes.includes(0) ? utf16Of(bytes) : null]
  return says.flatMap((text) => (text === null ? [] : [{ from, to: from + word.length, says: text }]))
}

function bytesOf(word: string): number[] {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of word) {
    held = ((held << 6) | (values.get(letter) ?? 0)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  return bytes
}

/** A digit has a byte of its own in UTF-8, or two or three that are no letters of English. */
function mayBeNumber(bytes: readonly number[]): boolean {
  let count = 0
  for (const byte of bytes) if (byte > 0x7f || (byte >= 0x30 && byte <= 0x39)) count += 1
  return count >= leastDigits
}

function utf8Of(bytes: readonly number[]): string | null {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    return null
  }
}

function utf16Of(bytes: readonly number[]): string {
  const units = Array.from({ length: Math.floor(bytes.length / 2) }, (_none, nth) => {
    return (bytes[nth * 2] ?? 0) | ((bytes[nth * 2 + 1] ?? 0) << 8)
  })
  return String.fromCharCode(...units)
}
