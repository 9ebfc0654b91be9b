import { timingSafeEqual } from 'node:crypto'
import type { InputOf, ReplyOf } from '#contracts/call.ts'
import type { tenderCalls } from '#contracts/tender/calls.ts'
import type { CartTender } from '#domain/cart/cart.ts'
import type { NewId } from '#domain/cart/change.ts'
import { applyTender, removeTender } from '#domain/cart/payment/tender-rules.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { leftForStoredValue } from '#domain/pricing/apply-tenders.ts'
import { giftCardNumber, giftCardPin, lockAfter, tenderCode } from '#domain/tender/stored-value.ts'
import type { LockedCart } from '#server/cart/cart-service.ts'
import { type Answered, answerCheckout, answerRefused, withCart } from '#server/checkout/step-command.ts'
import type { Tx } from '#server/db/database.ts'
import { beginChanges } from '#server/http/begin-changes.ts'
import { type CallContext, type ExternalHandler, type Handlers, isReset } from '#server/http/context.ts'
import { tenderCodesView } from '#server/payment/payment-view.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'
import { summaryView } from '#server/pricing/summary-view.ts'
import { knownField } from '#server/tender/demo-numbers.ts'
import { renew, renewPin } from '#server/tender/renew-store.ts'
import type { StoredValueMac } from '#server/tender/stored-value-mac.ts'
import { idOfStoredValue, readFreeTenderCode, readGiftCardLocked, storeWrongPins } from '#server/tender/tender-store.ts'
import { type TryServices, takeTry } from '#server/tender/tender-tries.ts'

/** What the handlers of gift cards and codes need from outside a request. */
export type TenderServices = TryServices & {
  readonly newId: NewId
  readonly mac: StoredValueMac
}

type ApplyCard = typeof tenderCalls.applyGiftCard
type Reply = ReplyOf<ApplyCard>
type Found = Outcome<Omit<CartTender, 'position'>>

/** The server behind gift cards and tender codes (TENDER-02, TENDER-03, TENDER-07, OPEN-73); both families do the same. */
export function tenderHandlers(services: TenderServices): Handlers<typeof tenderCalls> {
  const { newId, mac } = services

  /** Looks stored value up and applies it. Wrong pins are counted for good, so nothing is undone after a refusal. */
  const applying = async (
    context: CallContext,
    find: (tx: Tx, cart: LockedCart) => Promise<Found>,
    idempotent: { commit(work: (tx: Tx) => Promise<Reply | typeof isReset>): Promise<Reply | typeof isReset> },
  ) => {
    const isAllowed = await takeTry(services, context)
    return idempotent.commit(async (tx) =>
      tenderReply(
        context,
        await withCart(context, tx, async (cart) => {
          if (isAllowed && (await isForGiftCardsOnly(context, tx, cart)))
            return answerRefused(context, tx, cart, { code: 'storedValueForGiftCards' })
          const found: Found = isAllowed ? await find(tx, cart) : refused({ code: 'tooManyTries' })
          if (!found.ok) return answerRefused(context, tx, cart, found.problem)
          return answerCheckout(context, tx, newId, cart, applyTender(found.value))
        }),
      ),
    )
  }
  const applyCard: ExternalHandler<ApplyCard> = {
    kind: 'external',
    run: (context, input, idempotent) => applying(context, (tx) => findCard(tx, input, mac, context), idempotent),
  }
  const removing = (context: CallContext, tx: Tx, reference: string) =>
    withCart(context, tx, async (cart) => {
      const tenderId = await tenderIdOf(tx, cart, reference, mac)
      return answerCheckout(context, tx, newId, cart, removeTender(tenderId))
    }).then((answered) => tenderReply(context, answered))
  const removeCard = {
    kind: 'change',
    run: (context: CallContext, input: { cardNumber: string }, tx: Tx) => removing(context, tx, input.cardNumber),
  } as const

  return beginChanges<Handlers<typeof tenderCalls>>(priceAhead, {
    applyGiftCard: applyCard,
    providerApplyGiftCard: applyCard,
    removeGiftCard: removeCard,
    providerRemoveGiftCard: removeCard,
    applyTenderCode: {
      kind: 'external',
      run: (context, { tenderCodeNumber }, idempotent) =>
        applying(context, (tx) => findCode(tx, tenderCodeNumber, mac, context), idempotent),
    },
    removeTenderCode: {
      kind: 'change',
      run: (context, { tenderCodeNumber }, tx) => removing(context, tx, tenderCodeNumber),
    },
  })
}

/** Whether all that is left to pay are gift cards, which are not bought with stored value (SAFE-18). */
async function isForGiftCardsOnly(context: CallContext, tx: Tx, cart: LockedCart): Promise<boolean> {
  const { summary, giftCardCents } = await quoteCart(tx, cart, context)
  return giftCardCents > 0 && leftForStoredValue(summary, giftCardCents) === 0
}

/** Unknown, wrong pin, locked, empty and of another currency end alike: nobody learns which numbers there are. */
async function findCard(
  tx: Tx,
  { cardNumber, cardPin }: InputOf<ApplyCard>,
  mac: StoredValueMac,
  { variant }: CallContext,
): Promise<Found> {
  const wrong = refused({ code: 'giftCardNotAccepted' })
  const number = giftCardNumber(cardNumber)
  const pin = giftCardPin(cardPin)
  if (number === null || pin === null) return wrong
  await renew(tx, mac, 'number', [number])
  const card = await readGiftCardLocked(tx, mac.number(number), knownField({ number }) !== null)
  if (card === undefined || card.isLocked) return wrong
  const pinMacs = [mac, ...mac.old].map((each) => each.pin(number, pin))
  const matching = pinMacs.findIndex((each) => timingSafeEqual(card.pinMac, each))
  if (matching < 0) {
    const wrongPins = card.wrongPins + 1
    await storeWrongPins(tx, card.cardId, wrongPins, lockAfter(wrongPins))
    return wrong
  }
  if (card.wrongPins > 0) await storeWrongPins(tx, card.cardId, 0, 0)
  if (matching > 0) await renewPin(tx, card.cardId, mac.pin(number, pin), mac.keyNo)
  if (!card.isActive || card.freeCents <= 0 || card.currency !== variant.currency) return wrong
  return good({ tenderId: card.cardId, kind: 'giftCard', availableCents: card.freeCents, label: card.last4 })
}

async function findCode(tx: Tx, typed: string, mac: StoredValueMac, { variant }: CallContext): Promise<Found> {
  const code = tenderCode(typed)
  const isKnown = code !== null && knownField({ code }) !== null
  if (code !== null) await renew(tx, mac, 'code', [code])
  const row = code === null ? undefined : await readFreeTenderCode(tx, mac.code(code), variant.currency, isKnown)
  if (row === undefined) return refused({ code: 'tenderCodeNotAccepted' })
  return good({ tenderId: row.id, kind: 'tenderCode', availableCents: row.cents, label: row.last4 })
}

/** By the opaque reference of our answers, by the last digits of a code, or by the full number. */
async function tenderIdOf(tx: Tx, cart: LockedCart, reference: string, mac: StoredValueMac): Promise<string> {
  const shown = cart.tenders.find(({ tenderId, kind, label }) => {
    return tenderId === reference || (kind === 'tenderCode' && label === reference)
  })
  if (shown !== undefined) return shown.tenderId
  const [number, code] = [giftCardNumber(reference) ?? '', tenderCode(reference) ?? '']
  await renew(tx, mac, 'number', [number])
  await renew(tx, mac, 'code', [code])
  return (await idOfStoredValue(tx, mac.number(number), mac.code(code))) ?? ''
}

function tenderReply(context: CallContext, answered: Answered | typeof isReset): Reply | typeof isReset {
  if (answered === isReset) return isReset
  const { reply, priced } = answered
  const tenderCodesData = tenderCodesView(priced)
  return {
    ...reply,
    orderSummary: summaryView(priced, context.text),
    tenderCodesData,
    giftCards: tenderCodesData.giftCards,
    isPaymentNeeded: priced.isPaymentNeeded,
  }
}
