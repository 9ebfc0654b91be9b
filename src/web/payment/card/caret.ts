import { digitsOf } from '#domain/payment/card-number.ts'

/** Where the caret stands in a regrouped text, so that it stays behind the digit it stood behind. */
export function caretAfter(raw: string, caret: number, shown: string): number {
  const digits = digitsOf(raw.slice(0, caret)).length
  if (digits === 0) return 0
  let seen = 0
  for (let at = 0; at < shown.length; at += 1) {
    if (/\d/.test(shown[at] ?? '')) seen += 1
    if (seen === digits) return caret >= raw.length ? shown.length : at + 1
  }
  return shown.length
}
