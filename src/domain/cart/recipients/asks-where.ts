import type { CartLine, Recipient } from '#domain/cart/cart.ts'

type Going = {
  readonly lines: readonly Pick<CartLine, 'isPickup' | 'recipientId' | 'giftRegistryId'>[]
  readonly recipients: readonly Pick<Recipient, 'recipientId' | 'isPickup'>[]
}

/** Whether one address that comes along with a payment will not do: a cart to several recipients, or with a gift of a registry (CALM-32). */
export function asksWhereItGoes({ lines, recipients }: Going): boolean {
  if (lines.some(({ giftRegistryId }) => giftRegistryId !== 0)) return true
  const receiving = recipients.filter(
    (one) => !one.isPickup && lines.some((line) => line.recipientId === one.recipientId),
  )
  return receiving.length > 1
}
