import type { GatewayStore } from './gateway-store.ts'

export type PaymentState = 'authorized' | 'captured' | 'voided' | 'refunded' | 'refused' | 'challenge'

/** One payment in the gateway's books; amounts in whole cents, times in milliseconds. */
export type PaymentRow = {
  readonly reference: string
  readonly psp: string
  readonly amount: number
  readonly currency: string
  readonly method: string
  readonly token: string
  readonly last_four: string
  readonly brand: string
  readonly state: PaymentState
  readonly refusal: string | null
  readonly return_url: string
  readonly redirect_result: string | null
  readonly captured: number
  readonly refunded: number
  readonly tries: number
  readonly made_at: number
}

export type NewPayment = Omit<PaymentRow, 'redirect_result' | 'captured' | 'refunded' | 'tries'>

export type ModificationKind = 'capture' | 'void' | 'refund'
export type ModificationRow = { readonly psp: string; readonly amount: number }

/** Money given back of a payment. */
export type RefundRow = ModificationRow & { readonly payment_psp: string; readonly key: string }

export type PaymentStore = ReturnType<typeof createPaymentStore>

/** Payments, their modifications, and the references that were voided before (or after) a payment came. */
export function createPaymentStore({ database }: GatewayStore) {
  const byReference = database.prepare('select * from gateway_payment where reference = ?')
  const byPsp = database.prepare('select * from gateway_payment where psp = ?')
  const since = database.prepare('select * from gateway_payment where made_at >= ? order by made_at, reference limit ?')
  const insert = database.prepare(
    `insert into gateway_payment (reference, psp, amount, currency, method, token, last_four, brand, state, refusal, return_url, made_at)
     values ($reference, $psp, $amount, $currency, $method, $token, $last_four, $brand, $state, $refusal, $return_url, $made_at)`,
  )
  const triedAgain = database.prepare('update gateway_payment set tries = tries + 1 where reference = ?')
  const move = database.prepare('update gateway_payment set state = ?, refusal = ? where psp = ? and state = ?')
  const passed = database.prepare(
    "update gateway_payment set redirect_result = ? where psp = ? and state = 'challenge'",
  )
  const capture = database.prepare(
    "update gateway_payment set state = 'captured', captured = ? where psp = ? and state = 'authorized'",
  )
  const refund = database.prepare(
    "update gateway_payment set refunded = refunded + $amount, state = case when refunded + $amount = captured then 'refunded' else state end where psp = $psp and state = 'captured' and refunded + $amount <= captured",
  )
  const tombstone = database.prepare('select psp from voided_reference where reference = ?')
  const leaveTombstone = database.prepare(
    'insert into voided_reference (reference, psp, made_at) values (?, ?, ?) on conflict do nothing',
  )
  const modification = database.prepare(
    'select psp, amount from modification where payment_psp = ? and kind = ? and key = ?',
  )
  const refundsOf = database.prepare("select * from modification where kind = 'refund' and key = ?")
  const refundsSince = database.prepare(
    "select * from modification where kind = 'refund' and made_at >= ? order by made_at limit ?",
  )
  const addModification = database.prepare(
    'insert into modification (payment_psp, kind, key, psp, amount, made_at) values (?, ?, ?, ?, ?, ?)',
  )

  return {
    byReference: (reference: string) => byReference.get(reference) as PaymentRow | undefined,
    byPsp: (psp: string) => byPsp.get(psp) as PaymentRow | undefined,
    /** Payments made at or after `time` (milliseconds), oldest first, at most `limit`. */
    since: (time: number, limit: number) => since.all(time, limit) as PaymentRow[],
    insert: (payment: NewPayment) => void insert.run(payment),
    triedAgain: (reference: string) => void triedAgain.run(reference),
    /** Moves a payment on if it is still in `from`; false when it is not. */
    move: (psp: string, from: PaymentState, to: PaymentState, refusal: string | null) =>
      move.run(to, refusal, psp, from).changes === 1,
    storeRedirectResult: (psp: string, redirectResult: string) => passed.run(redirectResult, psp).changes === 1,
    capture: (psp: string, amount: number) => capture.run(amount, psp).changes === 1,
    refund: (psp: string, amount: number) => refund.run({ psp, amount }).changes === 1,
    tombstoneOf: (reference: string) => tombstone.get(reference)?.psp as string | undefined,
    leaveTombstone: (reference: string, psp: string, now: number) => void leaveTombstone.run(reference, psp, now),
    modification: (paymentPsp: string, kind: ModificationKind, key: string) =>
      modification.get(paymentPsp, kind, key) as ModificationRow | undefined,
    /** Refunds under this key, of whatever payments. */
    refundsOf: (key: string) => refundsOf.all(key) as RefundRow[],
    refundsSince: (time: number, limit: number) => refundsSince.all(time, limit) as RefundRow[],
    addModification: (
      paymentPsp: string,
      kind: ModificationKind,
      key: string,
      psp: string,
      amount: number,
      now: number,
    ) => void addModification.run(paymentPsp, kind, key, psp, amount, now),
  }
}
