import type { Page } from '#contracts/pages.ts'
import { setPayments } from '#domain/cart/payment/payment-rules.ts'
import { storeDay } from '#domain/days.ts'
import { isExpired } from '#domain/payment/expiry.ts'
import { allVariants } from '#domain/variant.ts'
import { changeCart, lockCart } from '#server/cart/cart-service.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { type AccountCard, makeDefaultCard, removeAccountCard } from '#server/payment/account-card-store.ts'
import { accountPath } from './return-url.ts'

export type AccountCardParts = {
  readonly database: Database
  readonly flashCookieKey: Buffer
  readonly newId: () => string
}

type CardsOfPage = Extract<Page, { readonly name: 'account' }>['cards']

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The cards of an account as its page shows them: no token, no number. */
export function cardsOfPage(cards: readonly AccountCard[], now: Date): CardsOfPage {
  return cards.map((card) => {
    const { cardId, type, lastFour, expMonth, expYear, isDefault } = card
    return { cardId, type, lastFour, expMonth, expYear, isDefault, isExpired: isExpired(card, storeDay(now)) }
  })
}

/** Removing a saved card and choosing the one that pays, as plain forms. An id of somebody else's is as an unknown one. */
export function accountCardForms({ database, flashCookieKey, newId }: AccountCardParts): Form[] {
  const form = (path: string, done: string, change: (tx: Tx, shopperId: string, cardId: string) => Promise<boolean>) =>
    ({
      path,
      allowsFirstVisit: false,
      refusedTo: accountPath,
      submit: async ({ reply, site, session }, { cardId = '' }) => {
        const { shopperId } = session
        const isHers = session.auth === 'member' && uuid.test(cardId)
        const isDone = isHers && (await database.transaction((tx) => change(tx, shopperId, cardId)))
        setFlash(reply, site, flashCookieKey, isDone ? done : 'This card is no longer in your account.')
        return accountPath
      },
    }) satisfies Form

  /** A removed card pays nothing more: it leaves the open carts too. */
  async function remove(tx: Tx, shopperId: string, cardId: string): Promise<boolean> {
    for (const variant of allVariants) {
      const cart = await lockCart(tx, { shopperId, variant })
      if (cart === undefined || cart.state !== 'open') continue
      const left = cart.payments.filter(({ accountCardId }) => accountCardId !== cardId)
      if (left.length < cart.payments.length) await changeCart(tx, cart, setPayments(left), newId)
    }
    return removeAccountCard(tx, shopperId, cardId)
  }

  return [
    form('/account/cards/remove', 'The card is removed from your account.', remove),
    form('/account/cards/default', 'This card now pays unless you choose another.', makeDefaultCard),
  ]
}
