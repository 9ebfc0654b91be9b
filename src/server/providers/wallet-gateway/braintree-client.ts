import braintree from 'braintree'

/** A transaction as Braintree's library answers it; the amount is a decimal text. */
export type Transaction = {
  readonly id: string
  readonly status: string
  readonly type: string
  /** What was asked for; of a sale of which a part was taken, that part. */
  readonly amount: string
  /** Oldest first; each with the amount it had then. */
  readonly statusHistory?: readonly { readonly status: string; readonly amount: string }[]
  readonly currencyIsoCode: string
  readonly orderId: string | null
  /** Why the bank said no; '' or not there where it was not asked. */
  readonly processorResponseCode?: string
  /** Which of Braintree's own rules said no. */
  readonly gatewayRejectionReason?: string | null
  /** Of a credit: the sale it gives back. */
  readonly refundedTransactionId?: string | null
}

export type TransactionAnswer =
  | { readonly success: true; readonly transaction: Transaction }
  /** A transaction is there when the processor was asked and said no; without one the request itself was wrong. */
  | { readonly success: false; readonly transaction?: Transaction }

export type Search = { orderId(): { is(value: string): void }; createdAt(): { min(value: Date): void } }

/** The part of the library that we use. Its types are older than it is: they know no order id of a refund, and no time-out. */
export type BraintreeClient = {
  readonly config: { timeout: number }
  readonly clientToken: {
    generate(options: { readonly merchantAccountId?: string }): Promise<{ readonly clientToken?: string }>
  }
  readonly transaction: {
    sale(request: object): Promise<TransactionAnswer>
    submitForSettlement(id: string, amount: string): Promise<TransactionAnswer>
    void(id: string): Promise<TransactionAnswer>
    refund(id: string, options: { readonly amount: string; readonly orderId: string }): Promise<TransactionAnswer>
    search(criteria: (search: Search) => void): AsyncIterable<Transaction>
  }
}

export type BraintreeAccess = {
  readonly merchantId: string
  readonly publicKey: string
  readonly privateKey: string
  readonly environment: 'sandbox' | 'production'
  /** Another origin that speaks Braintree's API, in tests; null: Braintree's. */
  readonly origin: string | null
  /** How long an answer is waited for, milliseconds. */
  readonly answerMs: number
}

export function openBraintree({ answerMs, origin, environment, ...keys }: BraintreeAccess): BraintreeClient {
  const { Sandbox, Production } = braintree.Environment
  const own = environment === 'production' ? Production : Sandbox
  const gateway = new braintree.BraintreeGateway({
    ...keys,
    environment: origin === null ? own : environmentAt(origin),
  })
  const client = gateway as unknown as BraintreeClient
  client.config.timeout = answerMs
  return client
}

function environmentAt(origin: string): braintree.Environment {
  const { hostname, port, protocol } = new URL(origin)
  return new braintree.Environment(hostname, port, '', protocol === 'https:', hostname, port)
}
