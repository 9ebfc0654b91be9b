// What shoppers were told in a drill, held against the books: pure, so that each check can be shown to find a wrong answer.

export type Line = { readonly sku: number; readonly quantity: number }

/** What a press of the button was answered with; 'nothing' when no answer came, or one that says to try again. */
export type Report =
  | { readonly kind: 'placed'; readonly orderNumber: string; readonly totalCents: number }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'onItsWay'; readonly orderNumber: string }
  | { readonly kind: 'nothing' }

/** One shopper with one cart: what she did, and what she was told, in the order of the answers. */
export type Visit = {
  readonly cart: string
  /** What she was told is in the cart. */
  readonly lines: readonly Line[]
  /** What she added without an answer: it may be there. */
  readonly unsure: readonly Line[]
  /** Answers to one press and its repeats, which all carry the same key. */
  readonly reported: readonly Report[]
  /** Of them what each tab that pressed was told last. */
  readonly reportedLast: readonly Report[]
  readonly cancels: readonly ('cancelled' | 'notCancelled' | 'nothing')[]
}

export type BookedOrder = {
  readonly orderNumber: string
  readonly cart: string
  readonly state: 'pending' | 'placed' | 'refused' | 'cancelled'
  readonly totalCents: number
  readonly lines: readonly Line[]
}

export type Books = {
  readonly orders: readonly BookedOrder[]
  readonly carts: readonly { readonly cart: string; readonly lines: readonly Line[] }[]
  /** The mailbox: each mail once by its Message-ID. */
  readonly mails: readonly { readonly messageId: string; readonly subject: string }[]
  /** Things of which there are so many: pieces of a registry's wish, places of a trip, the last piece of its kind. */
  readonly scarce: readonly { readonly what: string; readonly there: number; readonly taken: number }[]
}

type Check = (visits: readonly Visit[], books: Books) => string[]

/** Every contradiction between what shoppers were told and the books, in words; none is how a drill must end. */
export function judge(visits: readonly Visit[], books: Books): string[] {
  return checks.flatMap((check) => check(visits, books))
}

const isLive = ({ state }: BookedOrder) => state !== 'refused'

/** Who was told 'placed' has that order, with that total, of that cart; cancelled only if she asked for it. */
const placedIsThere: Check = (visits, { orders }) =>
  visits.flatMap(({ cart, reported, cancels }) =>
    reported.flatMap((answer) => {
      if (answer.kind !== 'placed') return []
      const { orderNumber, totalCents } = answer
      const order = orders.find((one) => one.orderNumber === orderNumber)
      const say = (what: string) => [`told 'placed' ${orderNumber}, but ${what}`]
      if (order === undefined) return say('there is no such order')
      if (order.cart !== cart) return say('it is the order of another cart')
      if (order.state === 'cancelled' && cancels.length === 0) return say('it is cancelled, and nobody asked for that')
      if (order.state !== 'placed' && order.state !== 'cancelled') return say(`it is ${order.state}`)
      return order.totalCents === totalCents ? [] : say(`it costs ${order.totalCents} where ${totalCents} was told`)
    }),
  )

/** Who was told 'refused' has no order: all her presses are one press. */
const refusedIsNot: Check = (visits, { orders }) =>
  visits.flatMap(({ cart, reported }) => {
    const refused = reported.find((answer) => answer.kind === 'refused')
    if (refused === undefined) return []
    const live = orders.find((order) => order.cart === cart && isLive(order))
    return live === undefined
      ? []
      : [
          `told ${reported.map(({ kind }) => kind).join(', ')} (${refused.why}), but ${live.orderNumber} is ${live.state}`,
        ]
  })

/** Who pressed is told in the end how it ended, in each tab. */
const allAreReported: Check = (visits) =>
  visits.flatMap(({ cart, reportedLast }) =>
    reportedLast.flatMap(({ kind }) =>
      kind === 'placed' || kind === 'refused' ? [] : [`cart ${cart}: pressed, and was told last: ${kind}`],
    ),
  )

/** All answers to one press name one order. */
const oneAnswer: Check = (visits) =>
  visits.flatMap(({ cart, reported }) => {
    const numbers = new Set(reported.flatMap((answer) => (answer.kind === 'placed' ? [answer.orderNumber] : [])))
    return numbers.size > 1 ? [`cart ${cart}: one press was answered with ${[...numbers].join(' and ')}`] : []
  })

/** No order is on its way for ever, none has come of a cart whose button nobody pressed, and no cart has two. */
const ordersWereRequested: Check = (visits, { orders }) => {
  const pressed = new Set(visits.filter(({ reported }) => reported.length > 0).map(({ cart }) => cart))
  const live = orders.filter(isLive)
  return live.flatMap(({ orderNumber, cart, state }) => [
    ...(state === 'pending' ? [`${orderNumber} is still on its way`] : []),
    ...(pressed.has(cart) ? [] : [`${orderNumber} was ordered by nobody`]),
    ...(live.find((other) => other.cart === cart)?.orderNumber === orderNumber
      ? []
      : [`${orderNumber} is the second order of its cart`]),
  ])
}

/** Who was told 'cancelled' has a cancelled order; who was told 'not cancelled' every time has it still. */
const cancelsAreTrue: Check = (visits, { orders }) =>
  visits.flatMap(({ cart, cancels }) => {
    const order = orders.find((one) => one.cart === cart && isLive(one))
    if (cancels.includes('cancelled') && order?.state !== 'cancelled')
      return [`told 'cancelled', but ${order?.orderNumber ?? 'the order'} is ${order?.state ?? 'gone'}`]
    const isRefused = cancels.length > 0 && cancels.every((answer) => answer === 'notCancelled')
    return isRefused && order?.state === 'cancelled' ? [`told 'not cancelled', but ${order.orderNumber} is`] : []
  })

/** What was put into a cart is in it, or in its order: no line lost, none more than was put in. */
const linesArePresent: Check = (visits, { orders, carts }) =>
  visits.flatMap(({ cart, lines, unsure }) => {
    const order = orders.find((one) => one.cart === cart && isLive(one))
    const now = order?.lines ?? carts.find((one) => one.cart === cart)?.lines
    const where = order === undefined ? `cart ${cart}` : `order ${order.orderNumber}`
    if (now === undefined) return [`${where} is gone`]
    const skus = new Set([...lines, ...unsure, ...now].map(({ sku }) => sku))
    return [...skus].flatMap((sku) => {
      const [least, is] = [pieces(lines, sku), pieces(now, sku)]
      if (is < least) return [`${where}: ${is} of ${sku} where ${least} were put in`]
      return is > least + pieces(unsure, sku) ? [`${where}: ${is} of ${sku}, more than was put in`] : []
    })
  })

function pieces(lines: readonly Line[], sku: number): number {
  return lines.reduce((sum, line) => (line.sku === sku ? sum + line.quantity : sum), 0)
}

/** Each order has its mail once; a cancelled one the news of that once, and its first mail if that was sooner; others none. */
const mailsAreSent: Check = (_visits, { orders, mails }) => {
  const sent = new Map<string, Set<string>>()
  for (const { messageId, subject } of mails) sent.set(subject, (sent.get(subject) ?? new Set()).add(messageId))
  const countOf = (orderNumber: string, words: RegExp) =>
    [...sent].reduce(
      (sum, [subject, ids]) => (subject.includes(orderNumber) && words.test(subject) ? sum + ids.size : sum),
      0,
    )
  return orders.flatMap(({ orderNumber, state }) => {
    const [thanks, ends] = [countOf(orderNumber, /thank you/), countOf(orderNumber, /cancelled/)]
    const isRight = state === 'cancelled' ? thanks <= 1 : thanks === (state === 'placed' ? 1 : 0)
    return [
      ...(isRight ? [] : [`${orderNumber} is ${state} and has ${thanks} mails of an order`]),
      ...(ends === (state === 'cancelled' ? 1 : 0)
        ? []
        : [`${orderNumber} is ${state} and has ${ends} mails of a cancelled order`]),
    ]
  })
}

const scarceIsNotOversold: Check = (_visits, { scarce }) =>
  scarce.flatMap(({ what, there, taken }) => (taken > there ? [`${what}: ${taken} taken of ${there}`] : []))

const checks: readonly Check[] = [
  ...[placedIsThere, refusedIsNot, allAreReported, oneAnswer, ordersWereRequested],
  ...[cancelsAreTrue, linesArePresent, mailsAreSent, scarceIsNotOversold],
]
