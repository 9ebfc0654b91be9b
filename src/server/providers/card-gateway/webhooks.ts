import { createRequire } from 'node:module'
import { z } from 'zod'
import { maskCardNumbers } from '#domain/payment/card-numbers-in-text.ts'
import { reasonOfWords } from './checkout-answers.ts'
import type { RefusalReason } from './port.ts'

/** One thing a processor tells us after the fact. It may come late, twice, and in any order: act by `eventId`, once. */
export type WebhookEvent = {
  /** The same for every copy of the same webhook event. */
  readonly eventId: string
  readonly event: string
  readonly isSuccess: boolean
  /** Our reference of the payment. */
  readonly reference: string
  /** The payment at the processor; `ownRef` where the event names none. */
  readonly providerRef: string
  /** What happened to it, at the processor. */
  readonly ownRef: string
  /** Whole cents. */
  readonly amountCents: number
  readonly currency: string
  /** By the processor's clock; not signed, so for logs only. */
  readonly saidAt: string
  /** Why a payment was refused; null for all else. Not signed: it decides what the shopper is asked, and nothing else. */
  readonly refusal: RefusalReason | null
  /** Where the report is that is ready now; null for all else. Not signed: what may be asked there is known beforehand. */
  readonly reportUrl: string | null
}

/** A signed event with the text that was signed, as it came. */
export type SignedWebhookEvent = WebhookEvent & { readonly raw: string }

export type WebhookReading =
  | {
      readonly state: 'valid'
      readonly webhookEvents: readonly SignedWebhookEvent[]
      /** Signed, but in no form that can be processed: kept whole for a person (SAFE-23). */
      readonly unreadable: readonly { readonly raw: string; readonly event: string }[]
    }
  /** Answer 401 and change nothing (P11). */
  | { readonly state: 'rejected'; readonly why: RejectionReason }

export type RejectionReason = 'unreadable' | 'unsigned' | 'wrongSignature' | 'otherMerchant'

/** What PostgreSQL can keep in a row and an index: no control characters, and not without end. */
const text = z
  .string()
  .max(200)
  .regex(/^\P{C}*$/u)
// the ledgers' own limit
const cents = z.int().min(-2_147_483_648).max(2_147_483_647)

const item = z.object({
  amount: z.object({ value: cents, currency: text }),
  pspReference: text.min(1),
  originalReference: text.optional(),
  eventCode: text.min(1),
  eventDate: text,
  merchantReference: text,
  success: z.enum(['true', 'false']),
  reason: text.catch(''),
})
const envelope = z.object({
  notificationItems: z
    .array(z.object({ NotificationRequestItem: z.looseObject({ additionalData: z.looseObject({}).optional() }) }))
    .min(1),
})

// The library's root takes a second to load and 50 MB to keep; for a signature this one file of it will do.
const hmacValidatorFile = '@adyen/api-library/lib/src/utils/hmacValidator.js'
type HmacValidator = { validateHMAC(webhookEvent: object, hmacKey: string): boolean }
let validator: HmacValidator | undefined

/** Loaded with the first webhook. */
function signatures(): HmacValidator {
  if (validator !== undefined) return validator
  const { default: Validator } = createRequire(import.meta.url)(hmacValidatorFile) as {
    readonly default: new () => HmacValidator
  }
  validator = new Validator()
  return validator
}

/**
 * Reads the body of a webhook in Adyen's form, which the built-in gateway speaks too. All its events must be signed with our
 * key (hexadecimal) and be for our merchant account, else the whole body is rejected.
 */
export function readWebhook(
  body: unknown,
  settings: { readonly hmacKey: string; readonly merchantAccount: string },
): WebhookReading {
  const read = envelope.safeParse(body)
  if (!read.success) return { state: 'rejected', why: 'unreadable' }
  const items = read.data.notificationItems.map((each) => each.NotificationRequestItem)
  for (const each of items) {
    const signature = each.additionalData?.hmacSignature
    if (typeof signature !== 'string' || signature === '') return { state: 'rejected', why: 'unsigned' }
    if (!isSignedWith(each, settings.hmacKey)) return { state: 'rejected', why: 'wrongSignature' }
    if (each.merchantAccountCode !== settings.merchantAccount) return { state: 'rejected', why: 'otherMerchant' }
  }
  const webhookEvents: SignedWebhookEvent[] = []
  const unreadable: { raw: string; event: string }[] = []
  for (const each of items) {
    const raw = JSON.stringify(each)
    const known = item.safeParse(each)
    if (known.success) webhookEvents.push({ ...eventOf(known.data), raw })
    else unreadable.push({ raw, event: typeof each.eventCode === 'string' ? each.eventCode : '' })
  }
  return { state: 'valid', webhookEvents, unreadable }
}

/** The library throws at what lacks a field that is signed. */
function isSignedWith(each: object, hmacKey: string): boolean {
  try {
    return signatures().validateHMAC(each, hmacKey)
  } catch {
    return false
  }
}

function eventOf(each: z.infer<typeof item>): WebhookEvent {
  return {
    eventId: `${each.eventCode}.${each.pspReference}.${each.success}`,
    event: each.eventCode,
    isSuccess: each.success === 'true',
    reference: each.merchantReference,
    providerRef: each.originalReference || each.pspReference,
    ownRef: each.pspReference,
    amountCents: each.amount.value,
    currency: each.amount.currency,
    saidAt: each.eventDate,
    refusal: each.eventCode === 'AUTHORISATION' && each.success === 'false' ? reasonOfWords(each.reason) : null,
    reportUrl: each.eventCode === 'REPORT_AVAILABLE' ? maskCardNumbers(each.reason) : null,
  }
}
