// our own ids: one in some three hundred has a run of digits that passes Luhn
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * Whether a text holds a run that reads as a card number: 13 to 19 digits, spaces and dashes aside, passing Luhn (OPEN-64).
 * A UUID is not looked into.
 */
export function readsAsCardNumber(text: string): boolean {
  if (text.length < 13) return false
  for (const [run] of text.replace(uuid, '').matchAll(/\d(?:[ -]*\d){12,}/g)) {
    const digits = run.replace(/[ -]/g, '')
    if (digits.length <= 19 && passesLuhn(digits)) return true
  }
  return false
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = digits.length - 1, isSecond = false; at >= 0; at -= 1, isSecond = !isSecond) {
    const digit = digits.charCodeAt(at) - 48
    const twice = digit * 2
    sum += isSecond ? (twice > 9 ? twice - 9 : twice) : digit
  }
  return sum % 10 === 0
}
