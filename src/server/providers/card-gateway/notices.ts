import { createRequire } from 'node:module'
import { z } from 'zod'

/** One thing a processor tells us after the fact. It may come late, twice, and in any order: act by `eventId`, once. */
export type Notice = {
  /** The same for every copy of the same notice. */
  readonly eventId: string
  readonly event: string
  readonly isSuccess: boolean
  /** Our reference of the payment. */
  readonly reference: string
  /** The payment at the processor. */
  readonly providerRef: string
  /** Whole cents. */
  readonly amountCents: number
  readonly currency: string
  /** By the processor's clock; not signed, so for logs only. */
  readonly saidAt: string
}

export type NoticeReading =
  | { readonly state: 'valid'; readonly notices: readonly Notice[] }
  /** Answer 401 and change nothing (P11). */
  | { readonly state: 'rejected'; readonly why: 'unreadable' | 'unsigned' | 'wrongSignature' | 'otherMerchant' }

const item = z.object({
  additionalData: z.record(z.string(), z.string()).optional(),
  amount: z.object({ value: z.int(), currency: z.string() }),
  pspReference: z.string().min(1),
  originalReference: z.string().optional(),
  eventCode: z.string().min(1),
  eventDate: z.string(),
  merchantAccountCode: z.string(),
  merchantReference: z.string(),
  success: z.enum(['true', 'false']),
})
const envelope = z.object({ notificationItems: z.array(z.object({ NotificationRequestItem: item })).min(1) })

// The library's root takes a second to load and 50 MB to keep; for a signature this one file of it will do.
const hmacValidatorFile = '@adyen/api-library/lib/src/utils/hmacValidator.js'
type HmacValidator = { validateHMAC(notice: object, hmacKey: string): boolean }
const { default: HmacValidator } = createRequire(import.meta.url)(hmacValidatorFile) as {
  readonly default: new () => HmacValidator
}
const validator = new HmacValidator()

/**
 * Reads the body of a notice in Adyen's form, which the built-in gateway speaks too. All its items must be signed with our
 * key (hexadecimal) and be for our merchant account, else the whole body is rejected.
 */
export function readNotices(
  body: unknown,
  settings: { readonly hmacKey: string; readonly merchantAccount: string },
): NoticeReading {
  const read = envelope.safeParse(body)
  if (!read.success) return { state: 'rejected', why: 'unreadable' }
  const items = read.data.notificationItems.map((each) => each.NotificationRequestItem)
  for (const each of items) {
    if (!each.additionalData?.hmacSignature) return { state: 'rejected', why: 'unsigned' }
    if (!validator.validateHMAC(each, settings.hmacKey)) return { state: 'rejected', why: 'wrongSignature' }
    if (each.merchantAccountCode !== settings.merchantAccount) return { state: 'rejected', why: 'otherMerchant' }
  }
  const notices = items.map((each) => ({
    eventId: `${each.eventCode}.${each.pspReference}.${each.success}`,
    event: each.eventCode,
    isSuccess: each.success === 'true',
    reference: each.merchantReference,
    providerRef: each.originalReference || each.pspReference,
    amountCents: each.amount.value,
    currency: each.amount.currency,
    saidAt: each.eventDate,
  }))
  return { state: 'valid', notices }
}
