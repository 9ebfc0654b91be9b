/**
 * How far the engine looks back and how much it takes in, so that a run takes the same time however old the shop grows:
 * days, the latest orders and views, and the products of one order or session that count as together.
 */
export const engineReach = {
  orderDays: 365,
  trendingDays: 30,
  viewDays: 30,
  orders: 200_000,
  views: 1_000_000,
  productsPerOrder: 20,
  productsPerSession: 30,
} as const

/** Products kept per list: more than are shown, because some may be sold out when they are asked for. */
export const storedPerProduct = 40
export const storedBestsellers = 100
