/** Numbers that look random and are the same for the same seed: 32 bits each, of a state of 128. */
export type Random = { word(): number; below(limit: number): number; fraction(): number }

export function randomOf(seed: number): Random {
  let a = seed | 0
  let b = 0x9e3779b9
  let c = Math.floor(seed / 4_294_967_296) ^ 0x243f6a88
  let counter = 1
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let nth = 0; nth < 12; nth += 1) word()
  const fraction = () => word() / 4_294_967_296
  return { word, fraction, below: (limit) => Math.floor(fraction() * limit) }
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** So many bytes as hexadecimal digits. */
export function hexOf(random: Random, bytes: number): string {
  let text = ''
  for (let nth = 0; nth < bytes; nth += 4) {
    const word = random.word()
    text += (hex[word & 255] ?? '') + (hex[(word >>> 8) & 255] ?? '')
    text += (hex[(word >>> 16) & 255] ?? '') + (hex[word >>> 24] ?? '')
  }
  return text.length > bytes * 2 ? text.slice(0, bytes * 2) : text
}

/** Another id of the same version and variant. */
export function idLike(id: string, random: Random): string {
  const text = hexOf(random, 16)
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${id[14]}${text.slice(13, 16)}-${id[19]}${text.slice(17, 20)}-${text.slice(20)}`
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digitsAndLetters = '23456789BCDFGHJKLMNPQRTVWXZ'

/** Another token with small letters and signs as they are: great letters and digits are drawn. */
export function tokenLike(token: string, random: Random): string {
  let text = ''
  for (const sign of token) text += /[0-9A-Z]/.test(sign) ? digitsAndLetters[random.below(27)] : sign
  return text
}

/** A name that not many others have. */
export function nameOf(random: Random): string {
  const [first, second, third, fourth] = [random.below(24), random.below(5), random.below(24), random.below(5)]
  return `${letters[first]}${'aeiou'[second]}${letters[third]?.toLowerCase()}${'aeiou'[fourth]}${['n', 'r', 'l', 's'][random.below(4)]}`
}
