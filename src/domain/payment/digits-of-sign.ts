/** Where signs of one digit or two stand that Unicode does not tell the digits of: the first, its number, and how many. */
const rows: readonly (readonly [first: number, value: number, count: number])[] = [
  [0x24eb, 11, 10], // circled, white on black
  [0x24f5, 1, 10], // circled twice
  [0x24ff, 0, 1],
  [0x2776, 1, 10], // circled, white on black
  [0x2780, 1, 10], // circled, without serifs
  [0x278a, 1, 10],
  [0x1f10b, 0, 1],
  [0x1f10c, 0, 1],
  [0x1369, 1, 9], // Ethiopic
  [0x19da, 1, 1], // New Tai Lue
  [0x10a40, 1, 4], // Kharoshthi
  [0x10e60, 1, 9], // Rumi
  [0x11052, 1, 9], // Brahmi
]

/**
 * The digits that one character stands for, in any script, circled, in brackets, raised or with a full stop (SAFE-30);
 * null when it stands for none.
 */
export function digitsOfSign(character: string): readonly number[] | null {
  const plain = /^[(]?(\d{1,2})[).,]?$/.exec(character.normalize('NFKC'))?.[1]
  if (plain !== undefined) return [...plain].map(Number)
  if (/^\p{Nd}$/u.test(character)) return [digitValue(character)]
  if (!/^\p{No}$/u.test(character)) return null
  const code = character.codePointAt(0) ?? 0
  const row = rows.find(([first, , count]) => code >= first && code < first + count)
  return row === undefined ? null : [...String(row[1] + code - row[0])].map(Number)
}

/** Unicode keeps the digits of a script in a row, from nought to nine. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}
