import type { Currency } from '#domain/variant.ts'
import { type BreakerSettings, breakerSettings, createBreaker } from '#server/providers/card-gateway/breaker.ts'
import { gatewayLimits } from '#server/providers/card-gateway/exchange.ts'
import type { FoundPayment, NotSent, Unknown } from '#server/providers/card-gateway/port.ts'
import { openBraintree, type Search, type Transaction, type TransactionAnswer } from './braintree-client.ts'
import { faultOf } from './braintree-faults.ts'
import { refusalOf } from './braintree-refusals.ts'
import {
  type PaymentProcessor,
  type PrepareResult,
  type WalletGateway,
  type WalletMethod,
  walletNames,
} from './port.ts'

export type BraintreeSettings = {
  readonly merchantId: string
  readonly publicKey: string
  readonly privateKey: string
  readonly environment: 'sandbox' | 'production'
  /** Braintree keeps an account per currency; '' takes the merchant's default. */
  readonly merchantAccounts: { readonly [Name in Currency]: string }
  /** The wallets that the account has; all unless given. */
  readonly methods?: readonly WalletMethod[]
  /** Another origin that speaks Braintree's API, in tests; null: Braintree's. */
  readonly origin: string | null
  readonly answerMs?: number
  readonly breaker?: BreakerSettings
}

const states: { readonly [status: string]: FoundPayment['state'] } = {
  authorized: 'authorized',
  submitted_for_settlement: 'captured',
  settling: 'captured',
  settled: 'captured',
  settlement_pending: 'captured',
  voided: 'voided',
  authorization_expired: 'voided',
  processor_declined: 'refused',
  gateway_rejected: 'refused',
  settlement_declined: 'refused',
  failed: 'refused',
}

/** Braintree takes a token for a day; a page may stand open for most of it. */
const tokenMs = 600_000

const nothingHeld = { state: 'accepted', modificationRef: '' } as const

const decimal = (cents: number) => (cents / 100).toFixed(2)

/**
 * Wallets by Braintree's own server library (OPEN-91). What differs from the built-in gateway:
 *
 * - *No idempotency key.* Our reference is the orderId; the order protocol asks by it before it sends anything twice. A refund
 *   bears its key as orderId, and is looked for by it before it is made.
 * - *A sale of which a part is taken is of that part.* What was authorized is read from its history.
 * - *A sale that is given back stays settled.* That it is `refunded` is read from its credits.
 * - *No mark for what is still on its way.* A void by reference that finds nothing is accepted: recovery asks for it a
 *   minute after the request, long past the library's time-out; the reconciler voids what would come later still.
 */
export function createBraintreeWallets(settings: BraintreeSettings): WalletGateway {
  const {
    merchantAccounts,
    methods = walletNames,
    breaker: breaking,
    answerMs = gatewayLimits.answerMs,
    ...access
  } = settings
  const gateway = openBraintree({ ...access, answerMs })
  const breaker = createBreaker(breaking ?? breakerSettings)

  async function ask<Answer>(
    call: () => Promise<Answer>,
  ): Promise<
    { readonly state: 'answered'; readonly answer: Answer } | { readonly state: 'missing' } | Unknown | NotSent
  > {
    if (!breaker.admit()) return { state: 'notSent', why: 'breakerOpen' }
    try {
      const answer = await call()
      breaker.succeeded()
      return { state: 'answered', answer }
    } catch (error) {
      const fault = faultOf(error)
      if (fault.state === 'missing' || (fault.state === 'notSent' && fault.why === 'turnedAway')) breaker.succeeded()
      else breaker.failed()
      return fault
    }
  }

  const search = (criteria: (search: Search) => void) =>
    ask(async () => {
      const found: Transaction[] = []
      for await (const transaction of gateway.transaction.search(criteria)) {
        found.push(transaction)
      }
      return found
    })

  const byOrderId = (orderId: string) => search((criteria) => criteria.orderId().is(orderId))

  async function byReference(reference: string): ReturnType<typeof byOrderId> {
    const reply = await byOrderId(reference)
    return reply.state === 'answered' ? { ...reply, answer: reply.answer.filter(isSale) } : reply
  }

  async function modify(call: () => Promise<TransactionAnswer>): ReturnType<PaymentProcessor['capture']> {
    const reply = await ask(call)
    if (reply.state === 'missing') return { state: 'refused', reason: 'unknownPayment' }
    if (reply.state !== 'answered') return reply
    const { answer } = reply
    if (answer.success) return { state: 'accepted', modificationRef: answer.transaction.id }
    return { state: 'refused', reason: 'wrongState' }
  }

  const processor: PaymentProcessor = {
    provider: 'braintree',
    canLookUp: true,
    isRepeatable: true,
    isOpen: () => breaker.isOpen(),

    async authorize({ reference, amountCents, currency, token, deviceData }) {
      const account = merchantAccounts[currency]
      const reply = await ask(() =>
        gateway.transaction.sale({
          amount: decimal(amountCents),
          orderId: reference,
          paymentMethodNonce: token,
          ...(deviceData ? { deviceData } : {}),
          ...(account === '' ? {} : { merchantAccountId: account }),
          options: { submitForSettlement: false },
        }),
      )
      if (reply.state === 'missing') return { state: 'refused', reason: 'unknownToken' }
      if (reply.state !== 'answered') return reply
      const { transaction, success } = reply.answer
      if (transaction === undefined) return { state: 'refused', reason: 'unknownToken' }
      if (success && states[transaction.status] === 'authorized')
        return { state: 'authorized', providerRef: transaction.id }
      // a status that is neither yes nor no, such as 'authorizing', is asked about later
      if (states[transaction.status] !== 'refused') return { state: 'unknown', why: 'unreadableAnswer' }
      return { state: 'refused', reason: refusalOf(transaction) }
    },

    async findByReference({ reference }) {
      const reply = await byReference(reference)
      if (reply.state === 'missing') return { state: 'notFound' }
      if (reply.state !== 'answered') return reply
      // a sale that was refused may stand beside one that was not
      const payments = reply.answer.flatMap(foundOf)
      const payment = payments.find(({ state }) => state === 'authorized' || state === 'captured') ?? payments[0]
      if (payment !== undefined) return { state: 'found', payment }
      return reply.answer.length > 0 ? { state: 'unknown', why: 'unreadableAnswer' } : { state: 'notFound' }
    },

    async capture({ reference, providerRef, amountCents }) {
      const result = await modify(() => gateway.transaction.submitForSettlement(providerRef, decimal(amountCents)))
      if (result.state !== 'refused') return result
      // asked a second time it says no to what it has done
      const reply = await byReference(reference)
      const isDone =
        reply.state === 'answered' &&
        reply.answer.some(({ id, status }) => id === providerRef && states[status] === 'captured')
      return isDone ? { state: 'accepted', modificationRef: providerRef } : result
    },

    async refund({ providerRef, amountCents, key }) {
      const reply = await byOrderId(key)
      if (reply.state !== 'answered' && reply.state !== 'missing') return reply
      const made =
        reply.state === 'missing' ? undefined : reply.answer.find((credit) => isCreditOf(credit, providerRef))
      if (made !== undefined) return { state: 'accepted', modificationRef: made.id }
      return modify(() => gateway.transaction.refund(providerRef, { amount: decimal(amountCents), orderId: key }))
    },

    async void({ reference, providerRef }) {
      if (providerRef !== undefined) {
        const result = await modify(() => gateway.transaction.void(providerRef))
        if (result.state !== 'refused') return result
        // asked a second time it says no to what it has done
        const reply = await byReference(reference)
        const isDone =
          reply.state === 'answered' &&
          reply.answer.some(({ id, status }) => id === providerRef && states[status] === 'voided')
        return isDone ? { state: 'accepted', modificationRef: providerRef } : result
      }
      const reply = await byReference(reference)
      if (reply.state === 'missing') return nothingHeld
      if (reply.state !== 'answered') return reply
      const held = reply.answer.find(({ status }) => states[status] === 'authorized' || status === 'authorizing')
      if (held !== undefined) return modify(() => gateway.transaction.void(held.id))
      return reply.answer.some(({ status }) => states[status] === 'captured')
        ? { state: 'refused', reason: 'wrongState' }
        : nothingHeld
    },

    async findCaptured({ reference, providerRef }) {
      const reply = await byReference(reference)
      if (reply.state === 'missing') return { state: 'told', capturedCents: 0 }
      if (reply.state !== 'answered') return reply
      const taken = reply.answer.find(({ id, status }) => id === providerRef && states[status] === 'captured')
      return { state: 'told', capturedCents: taken === undefined ? 0 : centsOf(taken.amount) }
    },

    async list(since) {
      const reply = await search((criteria) => criteria.createdAt().min(since))
      if (reply.state === 'missing') return { state: 'listed', payments: [] }
      if (reply.state !== 'answered') return reply
      const sales = reply.answer.filter(isSale)
      return { state: 'listed', payments: sales.flatMap((sale) => foundOf(withRefund(sale, reply.answer))) }
    },
  }

  async function generateToken(currency: Currency): Promise<PrepareResult> {
    const account = merchantAccounts[currency]
    const reply = await ask(() => gateway.clientToken.generate(account === '' ? {} : { merchantAccountId: account }))
    if (reply.state === 'missing') return { state: 'notSent', why: 'turnedAway' }
    if (reply.state !== 'answered') return reply
    const { clientToken } = reply.answer
    if (clientToken === undefined) return { state: 'notSent', why: 'turnedAway' }
    return { state: 'prepared', clientToken }
  }

  const tokens = new Map<Currency, { readonly token: Promise<PrepareResult>; readonly until: number }>()

  /** One token for many: it is of the merchant's account and of no shopper. What was not given is asked for again. */
  async function prepare(currency: Currency): Promise<PrepareResult> {
    const last = tokens.get(currency)
    if (last !== undefined && performance.now() < last.until) return last.token
    const token = generateToken(currency)
    tokens.set(currency, { token, until: performance.now() + tokenMs })
    const prepared = await token
    if (prepared.state !== 'prepared' && tokens.get(currency)?.token === token) tokens.delete(currency)
    return prepared
  }

  return {
    provider: 'braintree',
    processor,
    methods,
    prepare,
    async openSheet({ currency }) {
      const prepared = await prepare(currency)
      if (prepared.state !== 'prepared') return prepared
      return { state: 'opened', sheet: { kind: 'library', clientToken: prepared.clientToken } }
    },
    // the library keeps no connection open
    close: () => undefined,
  }
}

const centsOf = (amount: string) => Math.round(Number(amount) * 100)

function isSale({ type }: Transaction): boolean {
  return type === 'sale'
}

function isCreditOf({ type, status, refundedTransactionId }: Transaction, sale: string): boolean {
  return type === 'credit' && refundedTransactionId === sale && states[status] === 'captured'
}

type Sale = Transaction & { readonly isGivenBack?: boolean }

/** A sale as its credits, which are made after it, leave it. */
function withRefund(sale: Transaction, transactions: readonly Transaction[]): Sale {
  const credits = transactions.filter((transaction) => isCreditOf(transaction, sale.id))
  const cents = credits.reduce((sum, { amount }) => sum + centsOf(amount), 0)
  return { ...sale, isGivenBack: states[sale.status] === 'captured' && cents >= centsOf(sale.amount) }
}

function foundOf({ id, status, amount, statusHistory, currencyIsoCode, orderId, isGivenBack }: Sale): FoundPayment[] {
  const state = isGivenBack ? 'refunded' : states[status]
  if (state === undefined || orderId === null || (currencyIsoCode !== 'USD' && currencyIsoCode !== 'CAD')) return []
  // what was authorized, also when a part of it was taken
  const amountCents = centsOf(statusHistory?.find((event) => event.status === 'authorized')?.amount ?? amount)
  return [{ reference: orderId, providerRef: id, amountCents, currency: currencyIsoCode, state }]
}
