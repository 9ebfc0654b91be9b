import { entryPlaces } from '#domain/account/entry-places.ts'
import { defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import { restoreCard } from '#server/account/entries/restore-entries.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import type { Visit } from '#server/pages/visit.ts'
import { makeDefaultCard, readAccountCards } from '#server/payment/account-card-store.ts'
import { removeCardFromCarts } from '#server/payment/remove-card-from-carts.ts'
import { removeAccountCard } from '#server/payment/removed-card-store.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

export type AccountCardParts = {
  readonly database: Database
  readonly flashCookieKey: Buffer
  readonly newId: () => string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const heading = `${accountPath}#${entryPlaces.cards}`

export const unknownCard = 'This card is no longer in your account.'

/** The entry of a card on the account's page. */
export function placeOfCard(cardId: string): string {
  return `${accountPath}#${entryPlaces.card(cardId)}`
}

/** What is said of a change that is done, and where the focus goes then. */
type Done = { readonly said: string; readonly to: string }

/**
 * Removing a saved card, bringing it back and choosing the one that pays, as plain forms. An id of somebody else's is as an
 * unknown one.
 */
export function accountCardForms({ database, flashCookieKey, newId }: AccountCardParts): Form[] {
  const form = (path: string, change: (tx: Tx, visit: Visit, cardId: string) => Promise<Done | null>) =>
    ({
      path,
      allowsFirstVisit: false,
      refusedTo: accountPath,
      signInAt: loginPath,
      submit: async (visit, { cardId = '' }) => {
        const isId = uuid.test(cardId)
        const done = isId ? await database.transaction((tx) => change(tx, visit, cardId)) : null
        setFlash(visit.reply, visit.site, flashCookieKey, done?.said ?? unknownCard)
        return done?.to ?? accountPath
      },
    }) satisfies Form

  return [
    form('/account/cards/remove', async (tx, { session: { shopperId } }, cardId) => {
      await removeCardFromCarts(tx, shopperId, cardId, newId)
      const before = await readAccountCards(tx, shopperId)
      if (!(await removeAccountCard(tx, shopperId, cardId))) return null
      const next = before[before.findIndex((card) => card.cardId === cardId) + 1]
      return { said: 'The card is removed from your account.', to: next ? placeOfCard(next.cardId) : heading }
    }),
    form('/account/cards/default', async (tx, { session: { shopperId } }, cardId) => {
      if (!(await makeDefaultCard(tx, shopperId, cardId))) return null
      return { said: 'This card now pays unless you choose another.', to: placeOfCard(cardId) }
    }),
    form('/account/cards/undo', async (tx, { session: { shopperId }, context }, cardId) => {
      const restored = await restoreCard(tx, shopperId, cardId)
      switch (restored.state) {
        case 'back':
          return { said: 'The card is back in your account.', to: placeOfCard(cardId) }
        case 'addedAnew':
          return { said: context.text('payment.cardSavedAlready'), to: placeOfCard(restored.id) }
        case 'full':
          return { said: context.text('account.cardsFull', { limit: defaultAccountCardsLimit }), to: heading }
        case 'gone':
          return null
      }
    }),
  ]
}
