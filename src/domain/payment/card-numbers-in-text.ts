import { base64Words } from './base64-in-text.ts'
import { beginsAsCard, hasUsualLength, isKnownInside } from './card-beginnings.ts'
import { type DigitRun, digitRuns, type Gap, gaps } from './digit-runs.ts'
import { isAfterAreaCode, isCodeOfGoods, isListOfOtherNumbers } from './other-numbers.ts'
import { percentWords } from './percent-in-text.ts'

const shortest = 13
const maxLength = 19
const visibleDigits = 4

/** Digits of the longest number of every day that is known by its form. */
const maxCodeLength = 22
const stamp =
  /^(?:1\d{15}|1\d{18}|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d\d{0,6})$/

/**
 * Whether a text has a card number in it (SAFE-30, OPEN-64): 13 to 19 digits that begin as a card's do and end with the
 * right check digit, in any script and with any separators, in base64 or percent-encoded. Time grows with the length of the text only.
 */
export function holdsCardNumber(text: string): boolean {
  if (holdsPlainly(text)) return true
  return [...base64Words(text), ...percentWords(text)].some(({ says }) => holdsPlainly(says))
}

function holdsPlainly(text: string): boolean {
  return digitRuns(text).some((run) => cardsOf(run, text).length > 0)
}

/** The text with every card number in it masked but for the last four digits (SAFE-30, OPEN-92); no other character changes. */
export function maskCardNumbers(text: string): string {
  let masked = text
  let visible = visibleDigits
  // what is left of one number may, with its neighbours, read as another: of that nothing is kept, so that it ends soon
  for (let hidden = hiddenPlaces(text, visible); hidden.length > 0; hidden = hiddenPlaces(masked, visible)) {
    masked = hide(masked, hidden)
    visible = 0
  }
  return masked
}

function hide(text: string, hidden: readonly Place[]): string {
  const units = text.split('')
  for (const { from, to } of hidden) units.fill('*', from, to)
  return units.join('')
}

type Place = { readonly from: number; readonly to: number }

function hiddenPlaces(text: string, visible: number): Place[] {
  const words = [...base64Words(text), ...percentWords(text)].filter(({ says }) => holdsCardNumber(says))
  return [...words, ...digitRuns(text).flatMap((run) => hiddenOf(run, cardsOf(run, text), visible))]
}

/** The digits in any of the cards, the last few of each connected stretch excepted. */
function hiddenOf({ digits, places }: DigitRun, cards: readonly Place[], max: number): Place[] {
  const hidden = new Uint8Array(digits.length)
  for (const { from, to } of cards) hidden.fill(1, from, to)
  let visible = 0
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    visible = hidden[at] === 1 ? visible + 1 : 0
    if (visible <= max) hidden[at] = 0
  }
  return places.filter((_place, at) => hidden[at] === 1)
}

/** A run as it is searched: its sums and groups are worked out once. */
type Searched = DigitRun & { readonly sums: readonly [Uint8Array, Uint8Array]; readonly groups: Groups }

/** From which digit to which there are cards in a run. */
function cardsOf(run: DigitRun, text: string): Place[] {
  const { digits } = run
  const searched = { ...run, sums: [luhnSums(digits, 0), luhnSums(digits, 1)] as const, groups: groupsOf(run) }
  const parts = partsOf(run, gaps.separator)
  const lists = new Uint8Array(digits.length)
  const cards = parts.flatMap((part) => {
    const ofPart = cardsOfPart(searched, part, text)
    if (ofPart === 'list') lists.fill(1, part.from, part.to)
    return ofPart === 'list' ? [] : ofPart
  })
  if (parts.length === 1) return cards
  const whole = partsOf(run, gaps.sign).filter((part) => isUsualCard(searched, part))
  return [...cards, ...whole, ...shapedCards(searched, lists)]
}

/** The stretches of a run with nothing between their digits that parts more than this. */
function partsOf({ before }: DigitRun, max: Gap): Place[] {
  const parts: Place[] = []
  let from = 0
  for (let at = 1; at <= before.length; at += 1) {
    if (at < before.length && (before[at] ?? 0) <= max) continue
    parts.push({ from, to: at })
    from = at
  }
  return parts
}

/** A number that stands alone and has the length of its brand is a card, whatever else it looks like (SAFE-30). */
function isUsualCard(run: Searched, { from, to }: Place): boolean {
  return to - from <= maxLength && hasCheckDigit(run, from, to) && hasUsualLength(run.digits.slice(from, to).join(''))
}

/** The cards in digits that only separators part: lists of other numbers have none. */
function cardsOfPart(run: Searched, part: Place, text: string): Place[] | 'list' {
  const { digits, places } = run
  if (part.to - part.from < shortest) return []
  const start = places[part.from]?.from ?? 0
  if (isUsualCard(run, part) && !isAfterAreaCode(text, start)) return [part]
  if (isListOfOtherNumbers(text, start, places[part.to - 1]?.to ?? 0)) return 'list'
  const cards: Place[] = []
  for (let from = part.from; from + shortest <= part.to; from += 1) {
    if (!beginsAsCard(headOf(digits, from))) continue
    for (let to = from + shortest; to <= Math.min(from + maxLength, part.to); to += 1) {
      if (hasCheckDigit(run, from, to) && isWritten(run, from, to)) cards.push({ from, to })
    }
  }
  return cards
}

function headOf(digits: readonly number[], from: number): number {
  return digits[from]! * 1000 + digits[from + 1]! * 100 + digits[from + 2]! * 10 + digits[from + 3]!
}

/** The groups that cards are written in; by these a card is known among other numbers, whatever stands between. */
const shapes: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  ...[14, 15, 16].map((count) => Array.from({ length: count }, () => 1)),
]

function shapedCards(run: Searched, lists: Uint8Array): Place[] {
  const cards: Place[] = []
  for (let from = 0; from < run.digits.length; from = run.groups.to[from] ?? from + 1) {
    for (const shape of shapes) {
      const to = endOfShape(run.groups, from, shape)
      if (to === null || !isUsualCard(run, { from, to })) continue
      if (!lists.subarray(from, to).includes(1)) cards.push({ from, to })
    }
  }
  return cards
}

function endOfShape(groups: Groups, from: number, shape: readonly number[]): number | null {
  let to = from
  for (const size of shape) {
    if (groups.to[to] !== to + size) return null
    to += size
  }
  return to
}

function hasCheckDigit({ sums }: Searched, from: number, to: number): boolean {
  const ofEnd = sums[to % 2 === 0 ? 0 : 1]
  return ofEnd[to] === ofEnd[from]
}

/** For each digit the first and the last place of the group it stands in. */
type Groups = { readonly from: Int32Array; readonly to: Int32Array }

function groupsOf({ before }: DigitRun): Groups {
  const count = before.length
  const from = new Int32Array(count)
  const to = new Int32Array(count)
  for (let at = 0; at < count; at += 1) from[at] = before[at] === gaps.none ? from[at - 1]! : at
  for (let at = count - 1; at >= 0; at -= 1) to[at] = before[at + 1] === gaps.none ? to[at + 1]! : at + 1
  return { from, to }
}

/**
 * Whether these digits stand as a number of their own: whole groups; or inside one group, which is longer than any card
 * or holds a card of the usual length with more digits at its side. A point in time is none, nor is a product code or a
 * tracking number.
 */
function isWritten({ digits, groups }: Searched, from: number, to: number): boolean {
  const first = groups.from[from]!
  const end = groups.to[to - 1]!
  if (end === groups.to[from] && end - first <= maxCodeLength) {
    const group = digits.slice(first, end).join('')
    if (isCodeOfGoods(group) && !(first === from && end === to && hasUsualLength(group))) return false
    if (stamp.test(group) && !(first === from && end === to)) return false
  }
  if (first === from && end === to) return true
  if (end !== groups.to[from]) return false
  return end - first > maxLength || isKnownInside(digits.slice(from, to).join(''))
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
