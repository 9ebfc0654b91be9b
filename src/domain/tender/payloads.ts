/** A gift card form's number and pin as they are sent (TENDER-01, DATA-15). */
export function giftCardPayload(form: { readonly number: string; readonly pin: string }): {
  cardNumber: string
  cardPin: string
} {
  return { cardNumber: form.number, cardPin: form.pin }
}

/** A tender code's number as it is sent (TENDER-06, DATA-15). */
export function tenderCodePayload(form: { readonly number: string }): { tenderCodeNumber: string } {
  return { tenderCodeNumber: form.number }
}
