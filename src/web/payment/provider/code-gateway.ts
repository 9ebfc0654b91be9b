import type { GatewayErrors } from '#web/payment/card/card-gateway.ts'

export type CodeAnswer =
  | { readonly kind: 'token'; readonly cvvToken: string }
  | { readonly kind: 'errors'; readonly errors: GatewayErrors }
  | { readonly kind: 'unreachable' }

/** Hands the security code of a saved card to the gateway, straight from the browser to another origin (OPEN-64, OPEN-66). */
export async function tokenizeCode(gatewayUrl: string, cvv: string): Promise<CodeAnswer> {
  try {
    const answer = await fetch(gatewayUrl, {
      method: 'POST',
      mode: 'cors',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cvv }),
    })
    const body = (await answer.json()) as { readonly cvvToken?: string; readonly errors?: GatewayErrors }
    if (answer.ok && typeof body.cvvToken === 'string' && body.cvvToken !== '') {
      return { kind: 'token', cvvToken: body.cvvToken }
    }
    return body.errors === undefined ? { kind: 'unreachable' } : { kind: 'errors', errors: body.errors }
  } catch {
    return { kind: 'unreachable' }
  }
}
