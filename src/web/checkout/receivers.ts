import type { CheckoutReply } from '#contracts/pages.ts'

/** The recipients that get something: a home whose last line went elsewhere is kept, but has no part in the order. */
export function receivers({
  recipientList,
  basketItems,
}: Pick<CheckoutReply, 'recipientList' | 'basketItems'>): CheckoutReply['recipientList'] {
  const got = recipientList.filter(({ id }) => basketItems.some((item) => item.recipientId === id))
  return got.length === 0 ? recipientList : got
}

type Items = Pick<CheckoutReply, 'basketItems'>

/** What is given and goes nowhere. */
export function donations({ basketItems }: Items): CheckoutReply['basketItems'] {
  return basketItems.filter(({ isDonation }) => isDonation)
}

/** Whether a recipient, or anybody, gets a thing: there is nothing to send, to wrap or to carry where all are donations. */
export function getsThings({ basketItems }: Items, recipientId?: string): boolean {
  return basketItems.some((item) => !item.isDonation && (recipientId === undefined || item.recipientId === recipientId))
}
