const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The first `length` base-32 digits (Crockford's alphabet: no I, L, O, U) of an id of 32 hexadecimal digits, hyphens aside. */
export function base32OfId(id: string, length: number): string {
  // 128 bits are 25.6 digits: two zero bits make it 26 whole ones
  let rest = BigInt(`0x${id.replaceAll('-', '')}`) << 2n
  let digits = ''
  for (let at = 0; at < 26; at += 1) {
    digits = alphabet[Number(rest & 31n)] + digits
    rest >>= 5n
  }
  return digits.slice(0, length)
}

/** The id whose 26 digits these are, with hyphens and small letters; null when they are none. */
export function idOfBase32(digits: string): string | null {
  if (digits.length !== 26) return null
  let value = 0n
  for (const digit of digits) {
    const at = alphabet.indexOf(digit)
    if (at === -1) return null
    value = (value << 5n) | BigInt(at)
  }
  if ((value & 3n) !== 0n) return null
  const hex = (value >> 2n).toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
