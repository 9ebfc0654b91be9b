import { base64Words } from './base64-in-text.ts'
import { type DigitRun, digitRuns } from './digit-runs.ts'
import { isListOfOtherNumbers } from './other-numbers.ts'

const shortest = 13
const longest = 19
const keptDigits = 4

/** How the numbers of cards begin: Visa, Mastercard, American Express, Diners, JCB, Discover, UnionPay, Maestro. */
const prefix = /^(?:[456]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|3[0689]|3[47]|35(?:2[89]|[3-8])|81[0-7])/
/** The same with the length that all but few of them have. */
const usual = /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|35\d{14}|6(?:011|[2-5]\d{2})\d{12})$/
const longestStamp = 20
const stamp =
  /^(?:1\d{15}|1\d{18}|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d\d{0,6})$/

/**
 * Whether a text has a card number in it (SAFE-30, OPEN-64): 13 to 19 digits that begin as a card's do and end with the
 * right check digit, in any script and with any separators, or in base64. Time grows with the length of the text only.
 */
export function holdsCardNumber(text: string): boolean {
  if (text.length < shortest) return false
  if (digitRuns(text).some((run) => cardsOf(run, text).length > 0)) return true
  return base64Words(text).some(({ says }) => digitRuns(says).some((run) => cardsOf(run, says).length > 0))
}

/** The text with every card number in it masked but for the last four digits (SAFE-30, OPEN-92); no other character changes. */
export function maskCardNumbers(text: string): string {
  if (text.length < shortest) return text
  let masked = text
  // what is left of one number may, with its neighbours, read as another
  for (let hidden = hiddenPlaces(text); hidden.length > 0; hidden = hiddenPlaces(masked)) masked = hide(masked, hidden)
  return masked
}

function hide(text: string, hidden: readonly Place[]): string {
  const units = text.split('')
  for (const { from, to } of hidden) units.fill('*', from, to)
  return units.join('')
}

type Place = { readonly from: number; readonly to: number }

function hiddenPlaces(text: string): Place[] {
  const words = base64Words(text).filter(({ says }) => holdsCardNumber(says))
  return [...words, ...digitRuns(text).flatMap((run) => hiddenOf(run, cardsOf(run, text)))]
}

/** The digits in any of the cards, the last four of each connected stretch excepted. */
function hiddenOf({ digits, places }: DigitRun, cards: readonly Place[]): Place[] {
  const hidden = new Uint8Array(digits.length)
  for (const { from, to } of cards) hidden.fill(1, from, to)
  let kept = 0
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    kept = hidden[at] === 1 ? kept + 1 : 0
    if (kept <= keptDigits) hidden[at] = 0
  }
  return places.filter((_place, at) => hidden[at] === 1)
}

/** From which digit to which there are cards in a run. */
function cardsOf(run: DigitRun, text: string): Place[] {
  if (isListOfOtherNumbers(text.slice(run.places[0]?.from, run.places.at(-1)?.to))) return []
  const { digits } = run
  const count = digits.length
  const sums = [luhnSums(digits, 0), luhnSums(digits, 1)] as const
  const groups = groupsOf(run)
  const cards: Place[] = []
  for (let from = 0; from + shortest <= count; from += 1) {
    const head = digits.slice(from, from + 4).join('')
    if (!prefix.test(head)) continue
    for (let to = from + shortest; to <= Math.min(from + longest, count); to += 1) {
      const ofEnd = to % 2 === 0 ? sums[0] : sums[1]
      if (ofEnd[to] === ofEnd[from] && isWritten(run, groups, from, to)) cards.push({ from, to })
    }
  }
  return cards
}

/** For each digit the first and the last place of the group it stands in. */
function groupsOf({ isFirst }: DigitRun): { readonly from: Int32Array; readonly to: Int32Array } {
  const count = isFirst.length
  const from = new Int32Array(count)
  const to = new Int32Array(count)
  for (let at = 0; at < count; at += 1) from[at] = isFirst[at] === true || at === 0 ? at : from[at - 1]!
  for (let at = count - 1; at >= 0; at -= 1)
    to[at] = at === count - 1 || isFirst[at + 1] === true ? at + 1 : to[at + 1]!
  return { from, to }
}

/**
 * Whether these digits stand as a number of their own: whole groups; or inside one group, which is longer than any card
 * or holds a card of the usual length with more digits at its side. A point in time is none.
 */
function isWritten({ digits }: DigitRun, groups: ReturnType<typeof groupsOf>, from: number, to: number): boolean {
  const first = groups.from[from]!
  const end = groups.to[to - 1]!
  if (first === from && end === to) return true
  if (end !== groups.to[from]) return false
  if (end - first <= longestStamp && stamp.test(digits.slice(first, end).join(''))) return false
  return end - first > longest || usual.test(digits.slice(from, to).join(''))
}

/**
 * Running Luhn sums modulo 10 for stretches that end before an even (0) or an odd (1) place, so that a stretch passes
 * when the sums at its two ends are equal: its last digit, at end - 1, counts once and its neighbour twice.
 */
function luhnSums(digits: readonly number[], parity: 0 | 1): Uint8Array {
  const sums = new Uint8Array(digits.length + 1)
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const counted = at % 2 === parity ? digits[at]! * 2 : digits[at]!
    sum = (sum + (counted > 9 ? counted - 9 : counted)) % 10
    sums[at + 1] = sum
  }
  return sums
}
