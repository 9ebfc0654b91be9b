import { digitsOfSign } from './digits-of-sign.ts'
import { mixedWords } from './mixed-words.ts'

/** What stands before a digit: another digit, a separator, another sign, the letter x; `start` begins a run. */
export const gaps = { none: 0, separator: 1, sign: 2, cross: 3, start: 4 } as const
export type Gap = (typeof gaps)[keyof typeof gaps]

/** Digits that belong together: no letter but x and no sign of money stands between them. */
export type DigitRun = {
  /** The digits as numbers. */
  readonly digits: readonly number[]
  /** Where each digit begins and ends in the text. */
  readonly places: readonly { readonly from: number; readonly to: number }[]
  /** What stands before each digit; of several signs the one that parts most. */
  readonly before: readonly Gap[]
}

type Kind = number | readonly number[] | 'separator' | 'sign' | 'cross' | 'other'

const leastDigits = 13
/** So many stars or more are a number that was masked: what stands at their sides does not belong together. */
const starsOfMask = 9
const separator =
  /^(?:[\s./\\_-]|[\p{Z}\p{Cc}\p{Cf}\p{Pd}\p{Pc}\p{M}]|[\u2212\u00B7\u2022\u2024\u2027\u2219\u22C5\u2044\u2215\u29F8\u2981])+$/u
// money, per cent and addresses of mail are written with these, between numbers of their own
const sign = /^(?![\p{Sc}%@])[\p{P}\p{S}]$/u
// look like nothing or like a full stop, and are letters or symbols to Unicode
const odd = new Set(['\u115F', '\u1160', '\u2800', '\u3002', '\u3164', '\uFF61', '\uFFA0', '\u30FB', '\uFF65'])
const known = new Map<string, Kind>()
const maxKnown = 2_000

/**
 * The runs of 13 digits or more in a text: digits of any script, with any spaces (no-break, thin, of no width), dashes,
 * dots, slashes, underscores, line ends and marks (separators), other signs or an x between them (SAFE-30). Time grows
 * with the length of the text only.
 */
export function digitRuns(text: string): DigitRun[] {
  if (!hasManyDigits(text)) return []
  const runs: DigitRun[] = []
  let run = emptyRun()
  let gap: Gap = gaps.start
  let stars = 0
  let at = 0
  const mixed = mixedParts(text)
  const end = () => {
    if (run.digits.length >= leastDigits) runs.push(run)
    if (run.digits.length > 0) run = emptyRun()
    gap = gaps.start
  }
  for (const character of text) {
    const kind = mixed?.[at] === 1 ? 'other' : kindOf(character)
    const to = at + character.length
    if (typeof kind === 'string') {
      if (character === '*') stars += 1
      if (kind === 'other' || stars === starsOfMask) end()
      else if (gaps[kind] > gap) gap = gaps[kind]
    } else {
      for (const digit of typeof kind === 'number' ? [kind] : kind) {
        run.digits.push(digit)
        run.places.push({ from: at, to })
        run.before.push(gap)
        gap = gaps.none
      }
      stars = 0
    }
    at = to
  }
  end()
  return runs
}

/** Most texts have too few digits to be looked at; a sign of another script may be two. */
function hasManyDigits(text: string): boolean {
  let most = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 127) most += 2
    else if (code >= 48 && code <= 57) most += 1
    if (most >= leastDigits) return true
  }
  return false
}

/** Marks the digits in ids and tracking numbers that have letters: they are none that anybody pays with; null: no such. */
function mixedParts(text: string): Uint8Array | null {
  let mixed: Uint8Array | null = null
  for (const { from, to } of mixedWords(text)) {
    mixed ??= new Uint8Array(text.length)
    mixed.fill(1, from, to)
  }
  return mixed
}

function emptyRun() {
  return { digits: [] as number[], places: [] as { from: number; to: number }[], before: [] as Gap[] }
}

function kindOf(character: string): Kind {
  const code = character.charCodeAt(0)
  if (code >= 48 && code <= 57) return code - 48
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return code === 88 || code === 120 ? 'cross' : 'other'
  const before = known.get(character)
  if (before !== undefined) return before
  const kind = judged(character)
  if (known.size < maxKnown) known.set(character, kind)
  return kind
}

function judged(character: string): Kind {
  if (odd.has(character)) return 'separator'
  const digits = digitsOfSign(character)
  if (digits !== null) return digits.length === 1 ? (digits[0] ?? 0) : digits
  if (separator.test(character.normalize('NFKC')) || separator.test(character)) return 'separator'
  return sign.test(character) ? 'sign' : 'other'
}
