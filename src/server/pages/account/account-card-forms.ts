import { entryPlaces } from '#domain/account/entry-places.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { makeDefaultCard, readAccountCards } from '#server/payment/account-card-store.ts'
import { removeCardFromCarts } from '#server/payment/remove-card-from-carts.ts'
import { removeAccountCard, restoreAccountCard } from '#server/payment/removed-card-store.ts'
import { accountPath } from './return-url.ts'

export type AccountCardParts = {
  readonly database: Database
  readonly flashCookieKey: Buffer
  readonly newId: () => string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const unknownCard = 'This card is no longer in your account.'

/** The entry of a card on the account's page. */
export function placeOfCard(cardId: string): string {
  return `${accountPath}#${entryPlaces.card(cardId)}`
}

/** Where the focus goes when a change is done; null when there is no such card. */
type Change = (tx: Tx, shopperId: string, cardId: string) => Promise<string | null>

/**
 * Removing a saved card, bringing it back and choosing the one that pays, as plain forms. An id of somebody else's is as an
 * unknown one.
 */
export function accountCardForms({ database, flashCookieKey, newId }: AccountCardParts): Form[] {
  const form = (path: string, said: string, change: Change) =>
    ({
      path,
      allowsFirstVisit: false,
      refusedTo: accountPath,
      submit: async ({ reply, site, session }, { cardId = '' }) => {
        const { shopperId } = session
        const isHers = session.auth === 'member' && uuid.test(cardId)
        const to = isHers ? await database.transaction((tx) => change(tx, shopperId, cardId)) : null
        setFlash(reply, site, flashCookieKey, to === null ? unknownCard : said)
        return to ?? accountPath
      },
    }) satisfies Form

  async function remove(tx: Tx, shopperId: string, cardId: string): Promise<string | null> {
    await removeCardFromCarts(tx, shopperId, cardId, newId)
    const before = await readAccountCards(tx, shopperId)
    if (!(await removeAccountCard(tx, shopperId, cardId))) return null
    const next = before[before.findIndex((card) => card.cardId === cardId) + 1]
    return next === undefined ? `${accountPath}#${entryPlaces.cards}` : placeOfCard(next.cardId)
  }

  const withFocus =
    (run: (tx: Tx, shopperId: string, cardId: string) => Promise<boolean>): Change =>
    async (tx, shopperId, cardId) =>
      (await run(tx, shopperId, cardId)) ? placeOfCard(cardId) : null

  return [
    form('/account/cards/remove', 'The card is removed from your account.', remove),
    form('/account/cards/default', 'This card now pays unless you choose another.', withFocus(makeDefaultCard)),
    form('/account/cards/undo', 'The card is back in your account.', withFocus(restoreAccountCard)),
  ]
}
