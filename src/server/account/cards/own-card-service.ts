import { coBrandBrands } from '#domain/cart/payment/store-card-brands.ts'
import type { MessageKey } from '#domain/messages.ts'
import { cbhccDesignType, isBrand, selectionTypeOf } from '#domain/payment/brands.ts'
import { canAddCard, defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import { tenderName } from '#domain/payment/tender-name.ts'
import type { Tx } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import { addToOutbox } from '#server/order/mail/outbox-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { countRecentRefusals } from '#server/order/order-store.ts'
import { withCardTry } from '#server/order/place/card-testing-guard.ts'
import { cardTestingLimits } from '#server/order/place/card-testing-limits.ts'
import { lockAccountCards, makeDefaultCard, readAccountCards } from '#server/payment/account-card-store.ts'
import { judgeDescribed } from '#server/payment/card-check.ts'
import { describeOwnToken } from '#server/payment/describe-own-token.ts'
import { addOwnCard, replaceOwnCard } from '#server/payment/own-card-store.ts'
import { cardFlags } from '#server/payment/payment-view.ts'
import { removeCardFromCarts } from '#server/payment/remove-card-from-carts.ts'
import { isSameCard } from '#server/payment/same-card.ts'
import { cardSentence, mayTryCard } from '#server/payment/save-cards-handlers.ts'
import type { CardGateway, DescribedCard } from '#server/providers/card-gateway/port.ts'

export type OwnCardServices = {
  readonly cardGateway: CardGateway
  readonly throttle: Throttle
  readonly orders: OrderDeps
}

export type OwnCardAsked = {
  readonly token: string
  /** The card whose place it takes; '' for a new one. */
  readonly replaces: string
  readonly isDefault: boolean
}

export type OwnCardResult =
  | { readonly state: 'saved'; readonly cardId: string; readonly isNew: boolean }
  /** The card whose place it was to take is not the account's. */
  | { readonly state: 'unknownCard' }
  | { readonly state: 'refused'; readonly messageKey: MessageKey }

const refused = (messageKey: MessageKey) => ({ state: 'refused', messageKey }) as const

/**
 * Saves a card that a member enters in her account (CALM-64). Her browser gave it to the gateway and shows its token here;
 * the processor is asked whether it is good, for no amount, as often as an order may ask and no oftener (SEC-57).
 */
export async function saveOwnCard(
  services: OwnCardServices,
  context: CallContext,
  asked: OwnCardAsked,
): Promise<OwnCardResult> {
  const { database, shopper, variant } = context
  const { shopperId } = shopper
  const before = await readAccountCards(database, shopperId)
  if (asked.replaces !== '' && !before.some(({ cardId }) => cardId === asked.replaces)) return { state: 'unknownCard' }
  if (asked.token === '') return refused('cardNumberMissing')
  const isFull = asked.replaces === '' && !canAddCard(before.length, defaultAccountCardsLimit)
  // of a full account the bank confirms only what is in it
  const hasRoomFor = (card: DescribedCard) => !isFull || before.some((one) => isSameCard(one, card))
  const checked = await checkCard(services, context, { token: asked.token, hasRoomFor })
  if (checked.state !== 'good') return checked
  const { card } = checked
  return database.transaction(async (tx) => {
    await lockAccountCards(tx, shopperId)
    const saved = await putCard(services, tx, context, { card, replaces: asked.replaces })
    if (saved.state !== 'saved') return saved
    if (asked.isDefault) await makeDefaultCard(tx, shopperId, saved.cardId)
    if (saved.isNew) {
      const name = tenderName({ method: 'card', brand: card.brand, lastFour: card.lastFour })
      const { brand, country } = variant
      await addToOutbox(tx, shopperId, 'mail.card-saved', saved.cardId, { name, brand, country })
    }
    return { state: 'saved', cardId: saved.cardId, isNew: saved.isNew }
  })
}

type Entered = { readonly token: string; readonly hasRoomFor: (card: DescribedCard) => boolean }
type Checked = { readonly state: 'good'; readonly card: DescribedCard } | ReturnType<typeof refused>

/** Past any limit nobody is asked; a card that is refused counts as one that an order tried. */
async function checkCard(
  { cardGateway, throttle, orders }: OwnCardServices,
  context: CallContext,
  entered: Entered,
): Promise<Checked> {
  const { database, shopper, clientAddress } = context
  const { shopperId } = shopper
  if (!(await mayTryCard(throttle, context))) return refused('problem.tooManyTries')
  const isHeldBack = (await countRecentRefusals(database, shopperId)) >= cardTestingLimits.ofShopper.refusals
  if (isHeldBack || !(await throttle.take(database, limits.ownCards, shopperId))) {
    securityEventOf(context, 'throttled')
    return refused('problem.tooManyTries')
  }
  const tried = await withCardTry(
    orders,
    clientAddress,
    () => askGateway(cardGateway, context, entered),
    ({ state }) => state === 'bad',
  )
  if (tried === null) {
    securityEventOf(context, 'throttled')
    return refused('problem.tooManyTries')
  }
  if (tried.state === 'bad') return refused('payment.cardNotGood')
  // a good one stays counted: it could be taken out again, and the next one tried
  if (tried.state === 'good') return tried
  if (tried.state === 'noRoom') return refused('payment.removeCardFirst')
  await throttle.returnTokens(database, limits.ownCards, shopperId)
  return tried
}

async function askGateway(
  cardGateway: CardGateway,
  context: CallContext,
  { token, hasRoomFor }: Entered,
): Promise<Checked | { readonly state: 'bad' } | { readonly state: 'noRoom' }> {
  const described = await describeOwnToken(cardGateway, context, token)
  if (described.state === 'processorError') return { state: 'bad' }
  const judged = judgeDescribed(described, cardFlags(context.flags), context.now)
  if (judged.state === 'unknown') return refused('problem.serviceUnavailable')
  if (judged.state === 'wrong') return refused(cardSentence(judged.errors))
  if (!hasRoomFor(judged.card)) return { state: 'noRoom' }
  const { currency } = context.variant
  const { state } = await cardGateway.verify({ token: judged.card.token, currency })
  if (state === 'verified') return judged
  if (state === 'failed') return { state: 'bad' }
  return refused(state === 'tokenEnded' ? 'sessionErrorMessage' : 'problem.serviceUnavailable')
}

type Put = { readonly card: DescribedCard; readonly replaces: string }

async function putCard(
  { cardGateway, orders }: OwnCardServices,
  tx: Tx,
  { shopper: { shopperId }, variant }: CallContext,
  { card, replaces }: Put,
): Promise<OwnCardResult> {
  const saved = await readAccountCards(tx, shopperId)
  const { token, brand, lastFour, expMonth, expYear } = card
  const same = saved.find((one) => isSameCard(one, card) && one.cardId !== replaces)
  if (same !== undefined) {
    return replaces === '' ? { state: 'saved', cardId: same.cardId, isNew: false } : refused('payment.cardSavedAlready')
  }
  const isCoBrand = coBrandBrands.some((one) => one === brand)
  const own = {
    ...{ provider: cardGateway.provider, token, brand, lastFour, expMonth, expYear },
    type: selectionTypeOf(isBrand(brand) ? brand : null),
    cbhccDesignType: isCoBrand ? cbhccDesignType[variant.brand] : cbhccDesignType.none,
  }
  if (replaces === '') {
    if (!canAddCard(saved.length, defaultAccountCardsLimit)) return refused('payment.removeCardFirst')
    return { state: 'saved', cardId: await addOwnCard(tx, shopperId, own), isNew: true }
  }
  await removeCardFromCarts(tx, shopperId, replaces, orders.newId)
  const cardId = await replaceOwnCard(tx, shopperId, replaces, own)
  return cardId === null ? { state: 'unknownCard' } : { state: 'saved', cardId, isNew: true }
}
