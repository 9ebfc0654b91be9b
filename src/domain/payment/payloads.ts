import type { PlccOption } from './limits.ts'

/** What the Venmo adapter gives, as it is sent (ALT-02, DATA-15). */
export function venmoPayload(account: {
  readonly nonce: string
  readonly username: string
  readonly deviceData: string
}) {
  return { nonce: account.nonce, username: account.username, deviceData: account.deviceData }
}

/** PayPal's blob, as it is sent (ALT-03, DATA-15). */
export function payPalPayload(blob: string): { data: string } {
  return { data: blob }
}

/** The chosen offer of the store card, as it is sent (PROMO-03, DATA-15). */
export function plccOfferPayload(selectedOption: PlccOption): { selectedOption: PlccOption } {
  return { selectedOption }
}
