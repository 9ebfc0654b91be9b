import { add, address, type item } from '#test/builders/cart-calls.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import type { World } from '#test/world.ts'

/** A guest in the checkout whose first address is Ada's in Chicago. */
export async function guestInCheckout(world: World, ...items: ReturnType<typeof item>[]): Promise<TestShopper> {
  const shopper = world.shopper()
  await add(shopper, ...items)
  await shopper.call('cart', 'checkout', {})
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  await shopper.call('checkout', 'saveShippingAddress', address())
  return shopper
}
