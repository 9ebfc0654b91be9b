import { readsAsCardNumber } from '#domain/payment/card-numbers-in-text.ts'

// our own ids: one in some three hundred has a run of digits that passes Luhn
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Whether a text is a card number or has one in its words (OPEN-64). A UUID is not looked into. */
export function holdsCardNumber(text: string): boolean {
  if (text.length < 13) return false
  const runs = text.replace(uuid, '').match(/\d(?:[ -]*\d){12,}/g) ?? []
  return runs.some(readsAsCardNumber)
}
