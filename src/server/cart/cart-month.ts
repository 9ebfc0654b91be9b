/**
 * The month with which the changes of a cart are kept, which is a part of their key: that in which it was made, or the one they were
 * carried to while it was open for longer than changes are kept (docs/decisions/0149). `cart` is its name in the statement.
 */
export const cartMonth = (cart: string) => `coalesce(${cart}.events_month, shop.month_of(${cart}.created_at))`

/** The condition that a change is kept with this month, or was there before there were months; few partitions are then looked at. */
export const isOfMonth = (event: string, month: string) =>
  `(${event}.cart_month = ${month} or ${event}.cart_month = '-infinity')`
