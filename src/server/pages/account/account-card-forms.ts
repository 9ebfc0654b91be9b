import { entryPlaces } from '#domain/account/entry-places.ts'
import { defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import { restoreCard } from '#server/account/entries/restore-entries.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { makeDefaultCard, readAccountCards } from '#server/payment/account-card-store.ts'
import { removeCardFromCarts } from '#server/payment/remove-card-from-carts.ts'
import { removeAccountCard } from '#server/payment/removed-card-store.ts'
import { type EntryFormParts, entryForm, entryRestored } from './entry-forms.ts'
import { accountPath } from './return-url.ts'

export type AccountCardParts = EntryFormParts & { readonly newId: () => string }

const heading = `${accountPath}#${entryPlaces.cards}`

export const unknownCard = 'This card is no longer in your account.'

/** The entry of a card on the account's page. */
export function placeOfCard(cardId: string): string {
  return `${accountPath}#${entryPlaces.card(cardId)}`
}

/** Removing a saved card, bringing it back and choosing the one that pays, as plain forms. */
export function accountCardForms({ newId, ...parts }: AccountCardParts): Form[] {
  const at = (path: string) => ({ path, field: 'cardId', unknown: unknownCard })
  return [
    entryForm(parts, at('/account/cards/remove'), async (tx, { session: { shopperId } }, cardId) => {
      await removeCardFromCarts(tx, shopperId, cardId, newId)
      const before = await readAccountCards(tx, shopperId)
      if (!(await removeAccountCard(tx, shopperId, cardId))) return null
      const next = before[before.findIndex((card) => card.cardId === cardId) + 1]
      return { said: 'The card is removed from your account.', to: next ? placeOfCard(next.cardId) : heading }
    }),
    entryForm(parts, at('/account/cards/default'), async (tx, { session: { shopperId } }, cardId) => {
      if (!(await makeDefaultCard(tx, shopperId, cardId))) return null
      return { said: 'This card now pays unless you choose another.', to: placeOfCard(cardId) }
    }),
    entryForm(parts, at('/account/cards/undo'), async (tx, { session: { shopperId }, context }, cardId) => {
      const texts = {
        back: 'The card is back in your account.',
        addedAnew: context.text('payment.cardSavedAlready'),
        full: context.text('account.cardsFull', { limit: defaultAccountCardsLimit }),
      }
      return entryRestored(await restoreCard(tx, shopperId, cardId), texts, placeOfCard, heading)
    }),
  ]
}
