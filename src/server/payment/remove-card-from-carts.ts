import type { NewId } from '#domain/cart/change.ts'
import { setPayments } from '#domain/cart/payment/payment-rules.ts'
import { allVariants } from '#domain/variant.ts'
import { changeCart, lockCart } from '#server/cart/cart-service.ts'
import type { Tx } from '#server/db/database.ts'

/** A card that leaves an account pays nothing more: it leaves the open carts too. */
export async function removeCardFromCarts(tx: Tx, shopperId: string, cardId: string, newId: NewId): Promise<void> {
  for (const variant of allVariants) {
    const cart = await lockCart(tx, { shopperId, variant })
    if (cart === undefined || cart.state !== 'open') continue
    const left = cart.payments.filter(({ accountCardId }) => accountCardId !== cardId)
    if (left.length < cart.payments.length) changeCart(tx, cart, setPayments(left), newId)
  }
}
