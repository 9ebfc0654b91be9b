/** Digits that belong together: nothing but separators stands between them. */
export type DigitRun = {
  /** The digits as numbers. */
  readonly digits: readonly number[]
  /** Where each digit begins and ends in the text. */
  readonly places: readonly { readonly from: number; readonly to: number }[]
  /** For each digit whether a separator or the run's beginning stands before it. */
  readonly isFirst: readonly boolean[]
}

type Kind = number | 'separator' | 'other'

const leastDigits = 13
const separator =
  /^(?:[\s./\\_-]|[\p{Z}\p{Cc}\p{Cf}\p{Pd}\p{Pc}\p{M}]|[\u2212\u00B7\u2022\u2024\u2027\u2219\u22C5\u2044\u2215\u29F8\u2981])+$/u
// look like nothing or like a full stop, and are letters or symbols to Unicode
const odd = new Set(['\u115F', '\u1160', '\u2800', '\u3002', '\u3164', '\uFF61', '\uFFA0', '\u30FB', '\uFF65'])
const known = new Map<string, Kind>()
const mostKnown = 2_000

const uuid = /(?<![\da-z-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z-])/gi

/**
 * The runs of 13 digits or more in a text: digits of any script, with any spaces (no-break, thin, of no width), dashes,
 * dots, slashes, underscores, line ends and marks between them (SAFE-30). Time grows with the length of the text only.
 */
export function digitRuns(text: string): DigitRun[] {
  const runs: DigitRun[] = []
  let run = emptyRun()
  let isFirst = true
  let at = 0
  const mixed = mixedParts(text)
  const end = () => {
    if (run.digits.length >= leastDigits) runs.push(run)
    if (run.digits.length > 0) run = emptyRun()
    isFirst = true
  }
  for (const character of text) {
    const kind = mixed?.[at] === 1 ? 'other' : kindOf(character)
    const to = at + character.length
    if (typeof kind === 'number') {
      run.digits.push(kind)
      run.places.push({ from: at, to })
      run.isFirst.push(isFirst)
      isFirst = false
    } else if (kind === 'separator') isFirst = true
    else end()
    at = to
  }
  end()
  return runs
}

/** Marks the parts of UUIDs that have letters: their digits are none that anybody writes; null when there is no UUID. */
function mixedParts(text: string): Uint8Array | null {
  let mixed: Uint8Array | null = null
  for (const { 0: id, index } of text.matchAll(uuid)) {
    mixed ??= new Uint8Array(text.length)
    for (const { 0: part, index: at } of id.matchAll(/[\da-f]+/gi)) {
      if (/\D/.test(part)) mixed.fill(1, index + at, index + at + part.length)
    }
  }
  return mixed
}

function emptyRun() {
  return { digits: [] as number[], places: [] as { from: number; to: number }[], isFirst: [] as boolean[] }
}

function kindOf(character: string): Kind {
  const code = character.charCodeAt(0)
  if (code >= 48 && code <= 57) return code - 48
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return 'other'
  const before = known.get(character)
  if (before !== undefined) return before
  const kind = judged(character)
  if (known.size < mostKnown) known.set(character, kind)
  return kind
}

function judged(character: string): Kind {
  if (odd.has(character)) return 'separator'
  const plain = character.normalize('NFKC')
  if (/^\d$/.test(plain)) return Number(plain)
  if (/^\p{Nd}$/u.test(character)) return digitValue(character)
  return separator.test(plain) || separator.test(character) ? 'separator' : 'other'
}

/** Unicode keeps the digits of a script in a row, from nought to nine. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}
