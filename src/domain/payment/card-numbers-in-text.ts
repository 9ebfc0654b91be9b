import { passesLuhn } from './luhn.ts'

const shortest = 13
const longest = 19
const keptDigits = 4

/**
 * Whether a whole value reads as a card number: 13 to 19 digits, spaces and dashes aside, passing Luhn (OPEN-64). Time
 * grows with the length of the text only.
 */
export function readsAsCardNumber(text: string): boolean {
  // Longer texts cannot be one number with sane separators; this also bounds the work.
  if (text.length > 100 || !/^[\d\s-]+$/.test(text)) return false
  const digits = text.replace(/\D/g, '')
  return digits.length >= shortest && digits.length <= longest && passesLuhn(digits)
}

// one of some three hundred of our own ids has a run of digits that passes Luhn
const uuid = /(?<![\w-])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\w-])/gi

/**
 * The text with every card number in it masked but for the last four digits (OPEN-92): each stretch of 13 to 19 digits,
 * spaces and dashes aside, that passes Luhn, also inside longer digit runs. A UUID (RFC 9562) stays as it is. Time grows
 * with the length of the text only.
 */
export function maskCardNumbers(text: string): string {
  let masked = ''
  let from = 0
  for (const { 0: id, index } of text.matchAll(uuid)) {
    masked += maskRuns(text.slice(from, index)) + id
    from = index + id.length
  }
  return masked + maskRuns(text.slice(from))
}

function maskRuns(text: string): string {
  let masked = ''
  let from = 0
  for (const run of text.matchAll(/\d(?:[\d \t\u00A0-]{11,})\d/g)) {
    masked += text.slice(from, run.index) + maskRun(run[0])
    from = run.index + run[0].length
  }
  return masked + text.slice(from)
}

function maskRun(run: string): string {
  const digits = digitsIn(run)
  const hidden = digits.length < shortest ? null : hiddenDigits(digits)
  if (hidden === null) return run
  let masked = ''
  let from = 0
  for (let at = 0, digit = 0; at < run.length; at += 1) {
    if (!isDigit(run.charCodeAt(at))) continue
    if (hidden[digit] === 1) {
      masked += `${run.slice(from, at)}*`
      from = at + 1
    }
    digit += 1
  }
  return masked + run.slice(from)
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function digitsIn(run: string): Uint8Array {
  const digits = new Uint8Array(run.length)
  let count = 0
  for (let at = 0; at < run.length; at += 1) {
    const code = run.charCodeAt(at)
    if (!isDigit(code)) continue
    digits[count] = code - 48
    count += 1
  }
  return digits.subarray(0, count)
}

/** 1 for each digit in a stretch that passes Luhn, the last four of each connected stretch excepted; null when there is none. */
function hiddenDigits(digits: Uint8Array): Uint8Array | null {
  const sums = [luhnSums(digits, 0), luhnSums(digits, 1)] as const
  const hidden = new Uint8Array(digits.length)
  let coveredTo = 0
  for (let first = 0; first + shortest <= digits.length; first += 1) {
    const end = lastPassingEnd(sums, first, digits.length)
    if (end <= coveredTo) continue
    hidden.fill(1, Math.max(first, coveredTo), end)
    coveredTo = end
  }
  if (coveredTo === 0) return null
  let kept = 0
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    kept = hidden[at] === 1 ? kept + 1 : 0
    if (kept <= keptDigits) hidden[at] = 0
  }
  return hidden
}

function lastPassingEnd(sums: readonly [Uint8Array, Uint8Array], first: number, count: number): number {
  for (let end = Math.min(first + longest, count); end >= first + shortest; end -= 1) {
    const ofEnd = end % 2 === 0 ? sums[0] : sums[1]
    if (ofEnd[end] === ofEnd[first]) return end
  }
  return 0
}

/**
 * Running Luhn sums modulo 10 for stretches that end before an even (0) or an odd (1) place, so that a stretch passes
 * when the sums at its two ends are equal: its last digit, at end - 1, counts once and its neighbour twice.
 */
function luhnSums(digits: Uint8Array, parity: 0 | 1): Uint8Array {
  const sums = new Uint8Array(digits.length + 1)
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const counted = at % 2 === parity ? digits[at]! * 2 : digits[at]!
    sum = (sum + (counted > 9 ? counted - 9 : counted)) % 10
    sums[at + 1] = sum
  }
  return sums
}
