import type { RefusalReason } from '#server/providers/card-gateway/port.ts'
import type { Transaction } from './braintree-client.ts'

/** Braintree's processor response codes that mean something of their own to us. */
const reasonOfCode: { readonly [code: string]: RefusalReason } = {
  '2001': 'insufficientFunds',
  '2002': 'insufficientFunds',
  '2003': 'insufficientFunds',
  '2004': 'wrongExpiry',
  '2006': 'wrongExpiry',
  '2010': 'wrongCode',
  '2012': 'cardBlocked',
  '2013': 'cardBlocked',
  '2014': 'suspectedFraud',
  '2047': 'cardBlocked',
  '2053': 'cardBlocked',
  '2057': 'cardBlocked',
  '3000': 'bankAway',
}

const reasonOfRejection: { readonly [rule: string]: RefusalReason } = {
  cvv: 'wrongCode',
  fraud: 'suspectedFraud',
  risk_threshold: 'suspectedFraud',
}

/** Why a sale was refused, by the bank or by Braintree's own rules. */
export function refusalOf({ processorResponseCode, gatewayRejectionReason }: Transaction): RefusalReason {
  return reasonOfRejection[gatewayRejectionReason ?? ''] ?? reasonOfCode[processorResponseCode ?? ''] ?? 'declined'
}
