const names = {
  pending: 'Payment being confirmed',
  placed: 'Placed',
  refused: 'Not placed',
  cancelled: 'Cancelled',
} as const

/** What the state of an order is called. */
export function orderStateName(state: keyof typeof names): string {
  return names[state]
}
