import type { Page } from '#contracts/pages.ts'
import { removedPlaces } from '#domain/account/entry-places.ts'
import { storeDay } from '#domain/days.ts'
import { isExpired } from '#domain/payment/expiry.ts'
import type { AddressEntry } from '#server/address/address-book-store.ts'
import type { CardEntry } from '#server/payment/removed-card-store.ts'

type Entries = Pick<Extract<Page, { readonly name: 'account' }>, 'addresses' | 'cards' | 'removed'>

/** Addresses and cards of an account as its page shows them, with what can be brought back: no token, no number. */
export function entriesOfPage(
  { addresses, cards }: { readonly addresses: readonly AddressEntry[]; readonly cards: readonly CardEntry[] },
  now: Date,
): Entries {
  return {
    addresses: addresses.flatMap(({ addressId, address, isRemoved }) => (isRemoved ? [] : [{ ...address, addressId }])),
    cards: cards.flatMap((card) => {
      const { cardId, type, lastFour, expMonth, expYear, isDefault, isRemoved } = card
      const shown = { cardId, type, lastFour, expMonth, expYear, isDefault, isExpired: isExpired(card, storeDay(now)) }
      return isRemoved ? [] : [shown]
    }),
    removed: {
      addresses: removedPlaces(addresses, ({ addressId }) => addressId).map(({ entry, before }) => {
        const { address1, city } = entry.address
        return { addressId: entry.addressId, address1, city, before }
      }),
      cards: removedPlaces(cards, ({ cardId }) => cardId).map(({ entry: { cardId, type, lastFour }, before }) => {
        return { cardId, type, lastFour, before }
      }),
    },
  }
}
