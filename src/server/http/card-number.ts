/** Whether a text holds a run that reads as a card number: 13 to 19 digits, spaces and dashes aside, passing Luhn (OPEN-64). */
export function readsAsCardNumber(text: string): boolean {
  if (text.length < 13) return false
  for (const [run] of text.matchAll(/\d(?:[ -]*\d){12,}/g)) {
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
