import { isSameAddress } from '#domain/cart/recipients/recipient-rules.ts'
import { limits } from '#domain/limits.ts'
import { canAddCard, defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import {
  forgetRemovedAddress,
  lockAddressBook,
  readAddressBook,
  restoreAccountAddress,
} from '#server/address/address-book-store.ts'
import type { Tx } from '#server/db/database.ts'
import { lockAccountCards } from '#server/payment/account-card-store.ts'
import { readCardEntries, restoreAccountCard } from '#server/payment/removed-card-store.ts'
import { isSameCard } from '#server/payment/same-card.ts'

/** What came of bringing back an entry of an account (CALM-64). */
export type Restored =
  | { readonly state: 'back'; readonly id: string }
  /** The same was added anew meanwhile; it stays once, under this id. */
  | { readonly state: 'addedAnew'; readonly id: string }
  /** It waits to be brought back until another goes. */
  | { readonly state: 'full' }
  | { readonly state: 'gone' }

const gone = { state: 'gone' } as const

/** Brings a removed address back; pressed twice it is as once. */
export async function restoreAddress(tx: Tx, shopperId: string, id: string): Promise<Restored> {
  await lockAddressBook(tx, shopperId)
  const entries = await readAddressBook(tx, shopperId)
  const saved = entries.filter(({ isRemoved }) => !isRemoved)
  const mine = entries.find(({ addressId }) => addressId === id)
  if (mine === undefined) return gone
  if (!mine.isRemoved) return { state: 'back', id }
  const same = saved.find(({ address }) => isSameAddress(address, mine.address))
  if (same !== undefined) {
    await forgetRemovedAddress(tx, shopperId, id)
    return { state: 'addedAnew', id: same.addressId }
  }
  if (saved.length >= limits.savedAddresses) return { state: 'full' }
  return (await restoreAccountAddress(tx, shopperId, id)) ? { state: 'back', id } : gone
}

/** Brings a removed card back; pressed twice it is as once. */
export async function restoreCard(tx: Tx, shopperId: string, id: string): Promise<Restored> {
  await lockAccountCards(tx, shopperId)
  const entries = await readCardEntries(tx, shopperId)
  const saved = entries.filter(({ isRemoved }) => !isRemoved)
  const mine = entries.find(({ cardId }) => cardId === id)
  if (mine === undefined) return gone
  if (!mine.isRemoved) return { state: 'back', id }
  const same = saved.find((card) => isSameCard(card, mine))
  // the removed one waits on: two cards may look alike
  if (same !== undefined) return { state: 'addedAnew', id: same.cardId }
  if (!canAddCard(saved.length, defaultAccountCardsLimit)) return { state: 'full' }
  return (await restoreAccountCard(tx, shopperId, id)) ? { state: 'back', id } : gone
}
