import { expect, test } from 'vitest'
import { type BookedOrder, type Books, judge, type Report, type Visit } from '#test/drill/judge.ts'

const mug = { sku: 1101, quantity: 2 }
const shelf = { sku: 1801, quantity: 1 }
const placed: Report = { kind: 'placed', orderNumber: 'AAAA', totalCents: 4_321 }

const refused: Report = { kind: 'refused', why: 'AuthorizationFailure' }

const visit: Visit = { cart: 'a', lines: [mug], unsure: [], reported: [placed], reportedLast: [placed], cancels: [] }
const order: BookedOrder = { orderNumber: 'AAAA', cart: 'a', state: 'placed', totalCents: 4_321, lines: [mug] }
const thanks = { messageId: '<1@shop>', subject: 'CB order AAAA: thank you' }
const ended = { messageId: '<2@shop>', subject: 'CB order AAAA: cancelled' }
const books: Books = { orders: [order], carts: [{ cart: 'a', lines: [mug] }], mails: [thanks], scarce: [] }

const noOrders: Partial<Books> = { orders: [], mails: [] }
const orders = (change: Partial<BookedOrder>): Partial<Books> => ({ orders: [{ ...order, ...change }] })
const reported = (...answers: Report[]): Partial<Visit> => ({ reported: answers, reportedLast: answers.slice(-1) })
const cancelled = { ...orders({ state: 'cancelled' }), mails: [thanks, ended] }

test.each<[string, Partial<Visit>, Partial<Books>]>([
  ['an order', {}, {}],
  ['an order whose first answers were lost', reported({ kind: 'nothing' }, { kind: 'nothing' }, placed), {}],
  ['an order that was on its way at first', reported({ kind: 'onItsWay', orderNumber: 'AAAA' }, placed), {}],
  [
    'two tabs that were told the same',
    { reported: [placed, { kind: 'nothing' }, placed], reportedLast: [placed, placed] },
    {},
  ],
  ['a refusal, and the cart is as it was', reported(refused), noOrders],
  ['a refusal of the processor', reported(refused), { ...orders({ state: 'refused' }), mails: [] }],
  ['a cart that was left', reported(), noOrders],
  ['a line that was added without an answer and is there', { unsure: [shelf] }, orders({ lines: [mug, shelf] })],
  ['a line that was added without an answer and is not', { unsure: [shelf] }, {}],
  ['a cancelled order', { cancels: ['cancelled', 'nothing'] }, cancelled],
  ['an order cancelled before its mail went out', { cancels: ['cancelled'] }, { ...cancelled, mails: [ended] }],
  ['an order that could not be cancelled', { cancels: ['notCancelled'] }, {}],
  ['a mail that came twice', {}, { mails: [thanks, thanks] }],
  ['the last piece', {}, { scarce: [{ what: 'vase', there: 1, taken: 1 }] }],
])('SAFE-69: the drill finds nothing wrong with %s', (_what, change, booked) => {
  expect(judge([{ ...visit, ...change }], { ...books, ...booked })).toEqual([])
})

test.each<[string, Partial<Visit>, Partial<Books>, RegExp]>([
  ['an order of which nobody was told', reported({ kind: 'nothing' }), {}, /pressed, and was told last: nothing/],
  [
    'told no more than that it is on its way',
    reported({ kind: 'onItsWay', orderNumber: 'AAAA' }),
    {},
    /told last: onItsWay/,
  ],
  ['a second tab that was told nothing', { reportedLast: [placed, { kind: 'nothing' }] }, {}, /told last: nothing/],
  ["told 'placed' without an order", {}, noOrders, /there is no such order/],
  ["told 'placed' with another total", {}, orders({ totalCents: 4_320 }), /costs 4320 where 4321 was told/],
  ["told 'placed' and refused in the books", {}, orders({ state: 'refused' }), /but it is refused/],
  ["told 'placed' with the order of another cart", {}, orders({ cart: 'b' }), /the order of another cart/],
  ["told 'placed' and cancelled by nobody", {}, cancelled, /cancelled, and nobody asked/],
  ["told 'refused' and ordered all the same", reported(refused), {}, /told refused .*, but AAAA is placed/],
  [
    "told 'refused' and still on its way",
    reported(refused),
    orders({ state: 'pending' }),
    /told refused .*, but AAAA is pending/,
  ],
  ['told two orders', reported(placed, { ...placed, orderNumber: 'BBBB' }), {}, /answered with AAAA and BBBB/],
  ['an order for ever on its way', reported({ kind: 'nothing' }), orders({ state: 'pending' }), /still on its way/],
  ['an order that nobody asked for', reported(), {}, /ordered by nobody/],
  [
    'two orders of one cart',
    {},
    { orders: [order, { ...order, orderNumber: 'BBBB' }] },
    /BBBB is the second order of its cart/,
  ],
  ["told 'cancelled' and still placed", { cancels: ['cancelled'] }, {}, /told 'cancelled', but AAAA is placed/],
  ["told 'not cancelled' and cancelled", { cancels: ['notCancelled'] }, cancelled, /told 'not cancelled', but AAAA is/],
  ['a line of an open cart lost', reported(), { ...noOrders, carts: [{ cart: 'a', lines: [] }] }, /0 of 1101 where 2/],
  ['an open cart lost', reported(), { ...noOrders, carts: [] }, /cart a is gone/],
  ['a line lost on the way to the order', { lines: [mug, shelf] }, {}, /order AAAA: 0 of 1801 where 1/],
  ['a line doubled', {}, orders({ lines: [mug, mug] }), /4 of 1101, more than was put in/],
  ['an order without its mail', {}, { mails: [] }, /AAAA is placed and has 0 mails of an order/],
  [
    'an order with two mails',
    {},
    { mails: [thanks, { ...thanks, messageId: '<9@shop>' }] },
    /AAAA is placed and has 2 mails of an order/,
  ],
  [
    'a refused order with the mail of a placed one',
    reported(refused),
    orders({ state: 'refused' }),
    /AAAA is refused and has 1 mails of an order/,
  ],
  [
    'a cancelled order without the news',
    { cancels: ['cancelled'] },
    { ...cancelled, mails: [thanks] },
    /AAAA is cancelled and has 0 mails of a cancelled order/,
  ],
  [
    'a cancelled order with two mails',
    { cancels: ['cancelled'] },
    { ...cancelled, mails: [thanks, { ...thanks, messageId: '<9@shop>' }, ended] },
    /AAAA is cancelled and has 2 mails of an order/,
  ],
  [
    'a piece of a registry bought twice',
    {},
    { scarce: [{ what: 'wish 7', there: 1, taken: 2 }] },
    /wish 7: 2 taken of 1/,
  ],
])('SAFE-69: the drill finds a planted wrong answer: %s', (_what, change, booked, fault) => {
  expect(judge([{ ...visit, ...change }], { ...books, ...booked }).join('\n')).toMatch(fault)
})
