import { readToken, renewToken, tokenFieldName } from '#web/calls/token.ts'

/** The form of 'Guest Checkout', sent from here. */
export async function chooseGuestCheckout(): Promise<void> {
  const token = readToken() || (await renewToken())
  const body = new URLSearchParams({ [tokenFieldName]: token, isGuestCheckout: 'true' })
  await fetch('/checkout', { method: 'POST', body, credentials: 'same-origin' })
}
