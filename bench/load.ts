import { pathTable } from '#contracts/paths.ts'
import { Connection } from './connection.ts'
import { type Cookies, Visitor } from './http-client.ts'
import {
  actOfMany,
  checkOut,
  fillCart,
  fourthSku,
  orderAsGuest,
  placeOrder,
  promoOf,
  readCheckout,
  type Shop,
  saveOptions,
  toOptions,
} from './journey.ts'
import { measure, type Operation, type Sample, type Watched } from './measure.ts'
import { endOfLog } from './sql-log.ts'

/** A visitor prepared for what is measured: what her browser keeps, and the first line of her cart. */
export type Prepared = Cookies & {
  readonly lineItemId: string
  /** Whom her deliveries go to, once she has come to their options. */
  readonly recipientIds: readonly string[]
}

export type LoadKind =
  | 'productUncached'
  | 'getCart'
  | 'addItem'
  | 'changeQuantity'
  | 'getCart30'
  | 'changeQuantity30'
  | 'applyPromo'
  | 'readCheckout1'
  | 'readCheckout5'
  | 'saveOptions1'
  | 'saveOptions5'
  | 'placeOrder'
  | 'guestOrder'
  | 'mix'

/** What a visitor is prepared with: a cart of three lines, one of thirty, five lines to one home or to five, or a cart ready to be ordered. */
export type UpTo = keyof typeof lineCounts
const lineCounts = { cart: 3, cart30: 30, homes1: 5, homes5: 5, review: 3 } as const

type Job = { readonly shop: Shop; readonly watched: Watched }

/** What the load client is asked for, and what it answers. */
export type LoadJob = Job &
  (
    | { readonly kind: 'prepare'; readonly count: number; readonly upTo: UpTo }
    | Run
    /** Sequential; answers where in PostgreSQL's log each operation ended, the beginning first. */
    | { readonly kind: 'record'; readonly what: LoadKind; readonly visitors: readonly Prepared[]; readonly log: string }
  )
type Run = {
  readonly kind: 'run'
  readonly what: LoadKind
  readonly visitors: readonly Prepared[]
  /** The place of the first visitor among all, which decides what she buys. */
  readonly first: number
  readonly shoppers: number
  readonly seconds: number
  readonly isRepeatable: boolean
}
export type LoadAnswer = { readonly prepared: Prepared[] } | { readonly sample: Sample } | { readonly ends: number[] }

/** A program of its own, so that what it costs is not the server's; works on what comes over the channel. */
process.on('message', (job: LoadJob) => {
  work(job).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function work(job: LoadJob): Promise<LoadAnswer> {
  const { shop } = job
  switch (job.kind) {
    case 'prepare':
      return { prepared: await prepare(shop, job.count, job.upTo) }
    case 'run': {
      const { shoppers, seconds, watched } = job
      const { operation, hangUp } = operationOf(shop, job)
      const sample = await measure(operation, shoppers, seconds, watched)
      hangUp()
      return { sample }
    }
    case 'record': {
      const { operation, hangUp } = operationOf(shop, { ...job, first: 0, shoppers: 1, isRepeatable: false })
      const ends = [endOfLog(job.log)]
      while ((await operation(0)) !== undefined) ends.push(endOfLog(job.log))
      hangUp()
      return { ends }
    }
  }
}

/** Visitors made by the calls that a browser makes, eight at a time. */
async function prepare(shop: Shop, count: number, upTo: UpTo): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const connection = new Connection(shop.port)
      const gateway = new Connection(shop.gatewayPort)
      for (let nth = next++; nth < count; nth = next++) {
        const visitor = new Visitor(connection, shop.host)
        const lineItemId = await fillCart(visitor, shop, nth, lineCounts[upTo])
        if (upTo === 'review') await checkOut(visitor, gateway, shop)
        const recipientIds = upTo.startsWith('homes') ? await toOptions(visitor, upTo === 'homes5') : []
        prepared[nth] = { ...visitor.cookies, lineItemId, recipientIds }
      }
      connection.close()
      gateway.close()
    }),
  )
  return prepared
}

type Wanted = Pick<Run, 'what' | 'visitors' | 'first' | 'shoppers' | 'isRepeatable'>

/** One operation after the other, each with the next visitor, on one connection per shopper. */
function operationOf(
  shop: Shop,
  { what, visitors, first, shoppers, isRepeatable }: Wanted,
): { readonly operation: Operation; hangUp(): void } {
  const connections = Array.from({ length: shoppers }, () => new Connection(shop.port))
  const gateways = Array.from({ length: shoppers }, () => new Connection(shop.gatewayPort))
  let next = 0
  const operation: Operation = async (shopper) => {
    if (isRepeatable && next >= visitors.length) next = 0
    const nth = next++
    const cookies = visitors[nth]
    const connection = connections[shopper]
    const gateway = gateways[shopper]
    if (cookies === undefined || connection === undefined || gateway === undefined) return undefined
    const isNew = what === 'guestOrder' || what === 'mix'
    const visitor = new Visitor(connection, shop.host, isNew ? undefined : cookies)
    await perform(what, visitor, { ...cookies, shop, gateway, nth: first + nth })
    return visitor.spentMs
  }
  const hangUp = () => {
    for (const connection of [...connections, ...gateways]) connection.close()
  }
  return { operation, hangUp }
}

type Scene = Prepared & { readonly shop: Shop; readonly gateway: Connection; readonly nth: number }

async function perform(what: LoadKind, visitor: Visitor, scene: Scene): Promise<void> {
  const { shop, gateway, nth, lineItemId, recipientIds } = scene
  switch (what) {
    case 'productUncached':
      await visitor.page(shop.productPath)
      return
    case 'getCart':
    case 'getCart30':
      await visitor.get(pathTable.cart.getCartJsx.path)
      return
    case 'addItem':
      await visitor.call(pathTable.cart.addItems.path, { items: [{ Sku: fourthSku(shop, nth), Quantity: 1 }] })
      return
    case 'changeQuantity':
    case 'changeQuantity30':
      await visitor.call(pathTable.cart.updateItem.path, { lineItemId, quantity: 2 })
      return
    case 'applyPromo':
      await visitor.call(pathTable.cart.applyPromoCode.path, { promoCode: promoOf(nth) })
      return
    case 'readCheckout1':
    case 'readCheckout5':
      await readCheckout(visitor)
      return
    case 'saveOptions1':
    case 'saveOptions5':
      return saveOptions(visitor, recipientIds)
    case 'placeOrder':
      return placeOrder(visitor)
    case 'guestOrder':
      return orderAsGuest(visitor, gateway, shop)
    case 'mix':
      return actOfMany(visitor, gateway, shop, nth)
  }
}
