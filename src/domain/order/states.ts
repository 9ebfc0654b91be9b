/**
 * States and moves of all that lasts through an order. A move that is not in its table changes nothing: in SQL it is
 * `update … where state in (statesBefore(…))` with the row count looked at.
 */
export const stateTables = {
  cart: {
    first: 'open',
    moves: {
      open: ['placing', 'merged', 'abandoned'],
      placing: ['ordered', 'open'],
      ordered: [],
      merged: [],
      abandoned: [],
    },
  },
  order: {
    first: 'pending',
    moves: { pending: ['placed', 'refused'], placed: ['cancelled'], refused: [], cancelled: [] },
  },
  payment: {
    first: 'started',
    moves: {
      started: ['sent'],
      // Back to started only when it is known that nothing left the machine (refused connection, before the first byte),
      // now or before: of one that was sent twice the first request may still arrive.
      sent: ['started', 'authorized', 'refused', 'unknown', 'challenged', 'voiding'],
      unknown: ['authorized', 'refused', 'challenged', 'voiding'],
      // The shopper is at the page of the card's bank (3-D Secure): nothing is held until she is back.
      challenged: ['authorized', 'refused', 'voiding'],
      authorized: ['captured', 'voiding'],
      voiding: ['voided'],
      captured: [],
      refused: [],
      // A processor that works off-line takes a void, and says later that it could not be done.
      voided: ['voiding'],
    },
  },
  // What an order has taken comes back only when that order is cancelled.
  stockHold: { first: 'held', moves: { held: ['sold', 'released'], sold: ['released'], released: [] } },
  promoUse: { first: 'held', moves: { held: ['used', 'released'], used: ['released'], released: [] } },
  tripHold: { first: 'held', moves: { held: ['booked', 'released'], booked: ['released'], released: [] } },
  certificate: { first: 'free', moves: { free: ['held', 'void'], held: ['used', 'free'], used: ['free'], void: [] } },
} as const

export type StateTable = keyof typeof stateTables
export type StateOf<Table extends StateTable> = keyof (typeof stateTables)[Table]['moves'] & string
export type OrderState = StateOf<'order'>
export type PaymentState = StateOf<'payment'>

/** The states a thing can move to. */
export function statesAfter<Table extends StateTable>(table: Table, from: StateOf<Table>): readonly StateOf<Table>[] {
  const moves: { readonly [state: string]: readonly string[] } = stateTables[table].moves
  return (moves[from] ?? []) as readonly StateOf<Table>[]
}

/** The states from which a thing can move to `to`: the `where state in (…)` of the update. */
export function statesBefore<Table extends StateTable>(table: Table, to: StateOf<Table>): readonly StateOf<Table>[] {
  return allStates(table).filter((from) => statesAfter(table, from).includes(to))
}

/** All states of a table, in its order. */
export function allStates<Table extends StateTable>(table: Table): readonly StateOf<Table>[] {
  return Object.keys(stateTables[table].moves) as StateOf<Table>[]
}
