import { createExchange, type Exchange, type Limits } from '#server/providers/card-gateway/exchange.ts'
import type { AddressSearchUnknown } from './port.ts'

/** A question that was not answered, and why. */
export class AddressSearchFault extends Error {
  override name = 'AddressSearchFault'
  readonly unknown: AddressSearchUnknown
  constructor(unknown: AddressSearchUnknown) {
    super(unknown.why)
    this.unknown = unknown
  }
}

/** A request as Smarty's library hands it to what carries it. */
type SmartyRequest = {
  readonly baseUrl: string
  readonly headers: { readonly [name: string]: string }
  readonly parameters: { readonly [name: string]: string | number }
}

export type SmartySender = {
  send(request: SmartyRequest): Promise<{
    readonly statusCode: number
    readonly payload: object
    readonly error: null
    readonly headers: Record<string, string>
  }>
  close(): void
}

/**
 * Carries what Smarty's library asks: within limits of time and bytes, without following redirects and without its repeats, which
 * may take a minute. Whoever types waits for none of it.
 */
export function createSmartySender(limits: Limits): SmartySender {
  const exchange = createExchange(limits)
  return {
    async send({ baseUrl, headers, parameters }) {
      const url = new URL(baseUrl)
      for (const [name, value] of Object.entries(parameters)) {
        // the library sends every list, also empty ones
        if (value !== '') url.searchParams.set(name, String(value))
      }
      const answer = await exchange({ url: url.href, method: 'GET', headers, body: '' })
      return { statusCode: 200, payload: payloadOf(answer), error: null, headers: {} }
    },
    close: () => exchange.close(),
  }
}

/** Of the keys, the account, the plan or the number of questions. */
const ofAccount: readonly number[] = [401, 402, 403, 429]

function payloadOf(answer: Awaited<ReturnType<Exchange>>): object {
  if (answer.state === 'notSent') throw fault('noConnection')
  if (answer.state === 'unknown') throw fault(answer.why === 'connectionCut' ? 'noConnection' : answer.why)
  const { status, text } = answer
  if (status >= 500) throw fault('serverFault')
  if (ofAccount.includes(status)) throw new AddressSearchFault({ state: 'unknown', why: 'refused', status })
  if (status === 408) throw fault('timeout')
  if (status >= 400) throw fault('badQuestion')
  if (status !== 200) throw fault('unreadableAnswer')
  try {
    const payload: unknown = JSON.parse(text)
    if (typeof payload === 'object' && payload !== null) return payload
  } catch {
    // said below
  }
  throw fault('unreadableAnswer')
}

function fault(why: Exclude<AddressSearchUnknown['why'], 'refused'>): AddressSearchFault {
  return new AddressSearchFault({ state: 'unknown', why })
}
