import type { CardForm } from '#domain/payment/card-form.ts'

/** What the gateway gives for a card: a token to pay with, never the number (OPEN-64). */
export type EnteredToken = { readonly cardToken: string; readonly brand: string; readonly lastFour: string }

/** Errors of an entered card by the names of PAY-12. */
export type GatewayErrors = {
  readonly hasNumberError?: boolean
  readonly hasExpDateError?: boolean
  readonly hasCvvError?: boolean
  readonly hasTnsError?: boolean
  readonly hasSessionError?: boolean
}

export type GatewayAnswer =
  | { readonly kind: 'token'; readonly token: EnteredToken }
  | { readonly kind: 'errors'; readonly errors: GatewayErrors }
  /** The gateway could not be reached, or said nothing we know. */
  | { readonly kind: 'unreachable'; readonly why: string }

/**
 * Hands a card to the gateway, straight from the browser to another origin (OPEN-64): the number and the code are in no
 * call of ours, in no storage and in no log.
 */
export async function tokenize(gatewayUrl: string, card: CardForm): Promise<GatewayAnswer> {
  const { number, cvv, expMonth, expYear } = card
  try {
    const answer = await fetch(gatewayUrl, {
      method: 'POST',
      mode: 'cors',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number, cvv, expMonth, expYear }),
    })
    const body = (await answer.json()) as Partial<EnteredToken> & { readonly errors?: GatewayErrors }
    if (answer.ok && typeof body.cardToken === 'string' && body.cardToken !== '') {
      const { cardToken, brand = '', lastFour = '' } = body
      return { kind: 'token', token: { cardToken, brand, lastFour } }
    }
    if (body.errors !== undefined) return { kind: 'errors', errors: body.errors }
    return { kind: 'unreachable', why: `the card gateway answered ${answer.status}` }
  } catch (error) {
    return { kind: 'unreachable', why: error instanceof Error ? error.message : 'the card gateway gave no answer' }
  }
}
