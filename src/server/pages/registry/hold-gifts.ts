import type { CheckoutReply } from '#contracts/pages.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Visit } from '#server/pages/visit.ts'
import { holdForCheckout } from '#server/registry/registry-gift-store.ts'

/**
 * Opening a step of the checkout sets the gifts of the cart aside for a while (BEYOND-04). False when one of them is
 * somebody else's by now, or its registry is closed: the giver is told, and can take it out of the cart.
 */
export async function holdGifts(
  database: Database,
  flashCookieKey: Keys,
  { session, reply, site, context }: Visit,
  { basketId, basketItems }: CheckoutReply,
): Promise<boolean> {
  const pieces = basketItems
    .filter(({ grId }) => grId !== 0)
    .map(({ grId, sku, personalization, quantity }) => ({ grId, sku, designId: personalization?.id ?? '', quantity }))
  if (pieces.length === 0) return true
  const giver = { shopperId: session.shopperId, cartId: basketId }
  const taken = await database.transaction((tx) => holdForCheckout(tx, giver, pieces))
  if (taken.length > 0) {
    const isClosed = taken.some((one) => one.isClosed)
    const text = context.text(isClosed ? 'problem.registryClosedInCart' : 'problem.registryGiftTaken')
    setFlash(reply, site, flashCookieKey, text)
  }
  return taken.length === 0
}
