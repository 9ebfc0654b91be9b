import type { SentBy } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import type { WalletMethod } from './applied-wallet.ts'

/** A wallet's contact as an address payload (OPEN-90). */
export type Contact = SentBy<typeof orderCalls.placeApplePayOrderFromPayment>['billingContact']

/** What a wallet's sheet gave. */
export type WalletApproval = {
  readonly method: WalletMethod
  readonly nonce: string
  /** The sheet that was approved. */
  readonly sheetId: string
  readonly email: string
  readonly username: string
  readonly deviceData: string
  readonly billingContact: Contact | null
  /** The wallet's own address and contact, of a sheet that was asked for them (CALM-32). */
  readonly contact: Contact | null
}

let approval: WalletApproval | null = null

/** Kept for this page only, and never in a storage: a nonce is for one order. */
export function storeApproval(approved: WalletApproval | null): void {
  approval = approved
}

export function readApproval(): WalletApproval | null {
  return approval
}

/** Whether what a sheet of this page gave can place the order at once: Apple Pay's with where the bill goes (ORDER-17, ORDER-18). */
export function canPlaceNow(): boolean {
  return approval?.method === 'paypal' || (approval?.method === 'applePay' && approval.billingContact !== null)
}
