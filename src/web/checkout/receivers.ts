import type { CheckoutReply } from '#contracts/pages.ts'

/** The recipients that get something: a home whose last line went elsewhere is kept, but has no part in the order. */
export function receivers({
  recipientList,
  basketItems,
}: Pick<CheckoutReply, 'recipientList' | 'basketItems'>): CheckoutReply['recipientList'] {
  const got = recipientList.filter(({ id }) => basketItems.some((item) => item.recipientId === id))
  return got.length === 0 ? recipientList : got
}
