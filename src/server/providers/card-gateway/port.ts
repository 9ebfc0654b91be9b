import { bankRefusals } from '#domain/order/card-refusal.ts'
import type { Currency } from '#domain/variant.ts'

/** How the shopper pays; wallets hand over a nonce where a card hands over a token (OPEN-91). */
export type PaymentMethod = 'card' | 'paypal' | 'venmo' | 'applePay'

/**
 * One payment to authorize. `reference` is ours, unique for ever, and also the idempotency key: the same request
 * sent again gives the first result; a reference with another amount, currency or token is refused as a conflict.
 */
export type AuthorizeRequest = {
  readonly reference: string
  /** Whole cents, more than 0. */
  readonly amountCents: number
  readonly currency: Currency
  /** Token of the card, or nonce of the wallet. Never a number. */
  readonly token: string
  readonly method: PaymentMethod
  /** The shopper at the processor; ties stored cards to her. Never a name or address. */
  readonly shopperReference?: string
  /** What a wallet's processor asks for to judge the device; '' for none. */
  readonly deviceData?: string
  /** Where a 3-D Secure challenge sends the browser back to, absolute; `redirectResult` is appended to its query. */
  readonly returnUrl?: string
}

/**
 * Why a processor said no, kept in the books. What a shopper is told of it is decided by `askAfterRefusal`: what she may have
 * mistyped, or that another card is needed; never that a card is lost, stolen or suspected (SEC-57, CALM-24).
 */
export const refusalReasons = [
  /** By the bank, which gave no reason that is one of these. */
  'declined',
  ...bankRefusals,
  'voided',
  'tokenEnded',
  'unknownToken',
  'challengeFailed',
  'referenceConflict',
  /** The answer is about another payment or amount than was asked: nothing of it is this payment's, which may still be open. */
  'otherPayment',
] as const

export type RefusalReason = (typeof refusalReasons)[number]

/** The request may or may not have had an effect: ask by reference, never assume. `why` holds no payload. */
export type Unknown = {
  readonly state: 'unknown'
  readonly why: 'timeout' | 'connectionCut' | 'serverFault' | 'unreadableAnswer'
}

/** Nothing reached the processor's books (no connection, name not found, TLS not made, breaker open, or 401, 403, 429): certainly no effect. */
export type NotSent = { readonly state: 'notSent'; readonly why: 'noConnection' | 'breakerOpen' | 'turnedAway' }

export type Authorized = { readonly state: 'authorized'; readonly providerRef: string }
export type Refused = { readonly state: 'refused'; readonly reason: RefusalReason }
/** The shopper must pass a 3-D Secure page at `url`; nothing is held until `completeChallenge` says authorized. */
export type Challenge = { readonly state: 'challenge'; readonly url: string }

export type AuthorizeResult = Authorized | Refused | Challenge | Unknown | NotSent

/** A change to an authorized payment; `reference` is the payment's own, `amountCents` whole cents, more than 0. */
export type ModificationRequest = {
  /** Our name for this one change, its idempotency key: the same key again is the same change, never a second one. */
  readonly key: string
  readonly providerRef: string
  readonly reference: string
  readonly amountCents: number
  readonly currency: Currency
}

/** `accepted`: done, or will be done without us (Adyen works off-line and confirms by a webhook event). */
export type ModificationResult =
  | { readonly state: 'accepted'; readonly modificationRef: string }
  | { readonly state: 'refused'; readonly reason: 'unknownPayment' | 'wrongState' | 'amountTooHigh' }
  | Unknown
  | NotSent

/** By the processor's reference when we have it; else by ours, which also shuts the door on a late authorize. */
export type VoidRequest = { readonly reference: string; readonly providerRef?: string }

export type VerifyResult =
  | { readonly state: 'verified' }
  | { readonly state: 'failed' }
  | { readonly state: 'tokenEnded' }
  | Unknown
  | NotSent

export type FoundPayment = {
  readonly reference: string
  readonly providerRef: string
  readonly amountCents: number
  readonly currency: Currency
  /** `authorized`: money is held; `captured`: taken; `refunded`: taken and given back in full. */
  readonly state: 'authorized' | 'captured' | 'voided' | 'refunded' | 'refused' | 'challenge'
}

export type FindResult =
  | { readonly state: 'found'; readonly payment: FoundPayment }
  /** The processor has not heard of it *yet*: definite only after a void by reference was accepted. */
  | { readonly state: 'notFound' }
  | Unknown
  | NotSent

export type CapturedResult =
  /** Whole cents; 0 while nothing was taken. What was given back since does not make it less. */
  | { readonly state: 'told'; readonly capturedCents: number }
  /** The processor tells it by its webhook events only. */
  | { readonly state: 'notOffered' }
  | Unknown
  | NotSent

export type ListResult =
  | { readonly state: 'listed'; readonly payments: readonly FoundPayment[] }
  /** The processor offers no list; reconcile from its signed webhook events and settlement reports instead. */
  | { readonly state: 'notOffered' }
  | Unknown
  | NotSent

/**
 * A session in which the browser hands a card to the gateway (OPEN-64).
 * Flag off: `sessionToken` is the wire's tnsSession, `gatewayUrl` takes the POST {number, cvv, expMonth, expYear}.
 * Flag on: `clientKey` and `environment` go to the provider component, `frameUrl` is the page of framed fields
 * (null where the component brings its own frames).
 */
export type CardSession = {
  readonly sessionToken: string
  readonly gatewayUrl: string
  readonly clientKey: string
  readonly environment: string
  readonly frameUrl: string | null
}

export type SessionRequest = {
  /** cbhcc_EnableCbhcc of the variant: which brand 44136421 and 524304 are (OPEN-61). */
  readonly isCbhccEnabled: boolean
}

export type SessionResult = { readonly state: 'created'; readonly session: CardSession } | Unknown | NotSent

export type CardExpiry = {
  /** 1 to 12. */
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
}

/** What may be known of a card (PAY-53). */
export type DescribedCard = {
  /** The token to keep and to authorize with from now on; may differ from the one asked about. */
  readonly token: string
  /** Brand of PAY-15, as the gateway saw it; what a body claims is not trusted. */
  readonly brand: string
  readonly lastFour: string
  /** 1 to 12, or 0 for a store card (PAY-25). */
  readonly expMonth: number
  /** Four digits, or 0 for a store card. */
  readonly expYear: number
  /** The same for the same card number, and nothing that the number can be found from; '' when the processor gives none. */
  readonly fingerprint: string
  /** The session that the token was entered in (OPEN-64); '' or not there when the processor tells none. */
  readonly sessionToken?: string
  /** Age of the token asked about. */
  readonly ageSeconds: number
}

export type DescribeResult =
  | { readonly state: 'described'; readonly card: DescribedCard }
  /** Older than 15 minutes and never described before, or not known: hasSessionError. */
  | { readonly state: 'expired' }
  /** The processor will not take this card: hasTnsError. */
  | { readonly state: 'processorError' }
  | Unknown
  | NotSent

export type CodeSessionResult = { readonly state: 'told'; readonly sessionToken: string } | Unknown | NotSent

/**
 * The card processor as this product sees it (OPEN-65). Two adapters: the built-in gateway and Adyen.
 * No method throws for what the world does; a throw is a bug. Every call gives up on connecting after 1 s and on the
 * answer after 8 s, follows no redirect, and is safe to repeat: authorize by `reference`, the others by what they ask for.
 */
export type CardGateway = {
  /** Written into payment.provider. */
  readonly provider: 'built-in' | 'adyen'
  /**
   * Holds the amount on the card. `refused` is final for this reference; after `unknown` ask with `findByReference`.
   * A reference that was voided by reference is refused with `voided`, even when the authorize arrives after the void.
   */
  authorize(request: AuthorizeRequest): Promise<AuthorizeResult>
  /**
   * Ends the 3-D Secure challenge of this payment with the `redirectResult` the browser came back with; one that belongs to
   * another payment is refused with `otherPayment`.
   */
  completeChallenge(
    request: Pick<AuthorizeRequest, 'reference' | 'amountCents' | 'currency'> & { readonly redirectResult: string },
  ): Promise<AuthorizeResult>
  /** Takes money that was authorized, up to the authorized amount, once. */
  capture(request: ModificationRequest): Promise<ModificationResult>
  /**
   * Releases an authorization. Without `providerRef` it works by our reference and leaves a mark, so that an authorize
   * with that reference that is still on its way is refused: `accepted` means that no money is held and none will be.
   */
  void(request: VoidRequest): Promise<ModificationResult>
  /** Gives back captured money, in one or more parts, up to what was captured. */
  refund(request: ModificationRequest): Promise<ModificationResult>
  /** Checks a card, and with `cvvToken` its security code, without holding money (OPEN-66). */
  verify(request: {
    readonly token: string
    readonly cvvToken?: string
    readonly currency: Currency
  }): Promise<VerifyResult>
  /**
   * What became of an authorize whose answer we never had. Takes the whole request, because a processor without a look-up
   * by reference is asked by sending the same request again under its idempotency key (see `canLookUp`).
   */
  findByReference(original: AuthorizeRequest): Promise<FindResult>
  /**
   * True: `findByReference` only reads. False: it may itself authorize when the first request never arrived, so it must be
   * asked only while the order may still be placed; an order that is given up is voided by reference instead.
   */
  readonly canLookUp: boolean
  /**
   * True: a request that may never have left can be asked about and sent again, and holds the money once: it is found by
   * its reference, or repeated by its idempotency key. So an order is written with its first payment as good as sent.
   */
  readonly isRepeatable: boolean
  /**
   * How much of a payment was taken: a part of what was authorized, or all of it. Processors take once and let go of what is
   * left over by themselves, so nothing else is to be released then.
   */
  findCaptured(payment: { readonly reference: string; readonly providerRef: string }): Promise<CapturedResult>
  /** False: the processor has no list, and tells of payments by its signed webhook events and its reports alone. */
  readonly canList: boolean
  /** Payments the processor knows that were made at or after `since`, oldest first. */
  list(since: Date): Promise<ListResult>
  createSession(request: SessionRequest): Promise<SessionResult>
  /**
   * Asks what a token stands for. A token must be described within 15 minutes of its making (OPEN-64); that done it lasts,
   * so the shopper may take an hour over the review page. The token of a hosted session stands for the card that was
   * entered last in it (PAY-54); a processor without such sessions answers `expired`. `corrected`: the date that the shopper
   * gave for a card that was described before; the card has it from now on (CALM-24).
   */
  describeToken(token: string, corrected?: CardExpiry): Promise<DescribeResult>
  /** Asks in which session the security code of a saved card was entered; '' when the processor tells none. */
  findCodeSession(cvvToken: string): Promise<CodeSessionResult>
  /** True while the circuit breaker is open: place no order, hold no stock, say so. A probe is let through every 5 s. */
  isOpen(): boolean
}
