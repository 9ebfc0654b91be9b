import { type BankRefusal, bankRefusals } from '#domain/order/card-refusal.ts'
import type { PaymentFault } from '#sandbox/fire-drill/fault-store.ts'

/** What the gateway does with an authorization it sees for the first time. */
export type Outcome = {
  readonly result: 'authorized' | 'refused' | 'challenge'
  readonly refusal: 'declined' | BankRefusal | null
  /** How the answer leaves: at once, never, or as a connection cut in the middle. */
  readonly answer: 'sent' | 'held' | 'cut'
  readonly webhookCopies: 1 | 2
}

const plain: Outcome = { result: 'authorized', refusal: null, answer: 'sent', webhookCopies: 1 }
const refused = (refusal: 'declined' | BankRefusal): Outcome => ({ ...plain, result: 'refused', refusal })
export const declined: Outcome = refused('declined')
const challenged: Outcome = { ...plain, result: 'challenge' }

/** Cards whose last four digits script an outcome at order time (OPEN-65). */
const byLastFour: { readonly [lastFour: string]: Outcome } = {
  '0002': declined,
  '0127': { ...plain, answer: 'held' },
  '0143': challenged,
}

const byFault: { readonly [Key in Exclude<PaymentFault, '503' | BankRefusal>]: Outcome } = {
  decline: declined,
  challenge: challenged,
  slow: plain,
  timeoutAfterCharge: { ...plain, answer: 'held' },
  duplicateNotice: { ...plain, webhookCopies: 2 },
  cut: { ...plain, answer: 'cut' },
}

/** True when the gateway fails before it books anything: card 0135, or the fire drill's 503. */
export function failsFirst(lastFour: string, fault: PaymentFault | undefined): boolean {
  return fault === '503' || lastFour === '0135'
}

function isBankRefusal(fault: PaymentFault | undefined): fault is BankRefusal {
  return bankRefusals.some((refusal) => refusal === fault)
}

/** Fire drill before card before good luck; a wallet's nonce that starts with 'decline' is refused (OPEN-91). */
export function outcomeOf(
  payment: { readonly method: string; readonly token: string; readonly lastFour: string },
  fault: PaymentFault | undefined,
): Outcome {
  if (isBankRefusal(fault)) return refused(fault)
  if (fault !== undefined && fault !== '503') return byFault[fault]
  if (payment.method !== 'scheme') return payment.token.startsWith('decline') ? declined : plain
  return byLastFour[payment.lastFour] ?? plain
}
