import cluster from 'node:cluster'
import type { NotReady } from '#server/http/ops/health.ts'
import type { Metrics } from '#server/http/ops/metrics.ts'
import type { ToChild, ToParent } from './process-messages.ts'

/** What the parent is told of once the shop is put together. */
type Watched = {
  readonly metrics: Pick<Metrics, 'values'>
  readonly whyNotReady: () => Promise<NotReady | null>
  readonly status: () => Promise<string>
}

/** What a process of several hears from its parent. */
export type ParentLink = {
  /** Others serve already, so that nobody needs to be asked to wait. */
  readonly isServed: boolean
  /** This one is the first, and tells at the terminal where the stores are. */
  readonly tells: boolean
  /** Called once when another one serves. */
  onServed(then: () => void): void
  /** What is done when another one takes this one's place; the last one given counts. */
  onRetire(then: () => Promise<void>): void
  /** From now on the parent is told of this shop. */
  watch(shop: Watched): void
  /** Tells the parent that this one serves. */
  ready(): void
}

/** Whether this process is one of several that a parent has started. */
export const isChild = cluster.isWorker

/**
 * Reports to the parent and waits until it may begin. A parent that is gone is a signal to end.
 * @param whyNotYet why it is not ready before the shop is put together
 */
export async function followParent(whyNotYet: () => NotReady): Promise<ParentLink> {
  let watched: Watched | undefined
  let isServedBy = false
  let onServed: (() => void) | undefined
  let retire: () => Promise<void> = async () => undefined
  const { promise: mayBegin, resolve: begin } = Promise.withResolvers<Extract<ToChild, { say: 'begin' }>>()
  process.on('message', (message: ToChild) => {
    if (message.say === 'begin') begin(message)
    else if (message.say === 'served') {
      isServedBy = true
      onServed?.()
    } else if (message.say === 'retire') void retire()
    else if (message.say === 'tell') void tell(message)
  })
  // nothing else may hold this process yet
  process.channel?.ref()
  // Node would end this process at once, in the middle of its calls
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))

  async function tell({ nth, what }: Extract<ToChild, { say: 'tell' }>): Promise<void> {
    const whyNot = watched === undefined ? whyNotYet() : await watched.whyNotReady()
    const metrics = (what === 'metrics' && (await watched?.metrics.values())) || null
    const status = (what === 'status' && (await watched?.status())) || null
    await sendToParent({ say: 'told', nth, told: { whyNot, metrics, status } })
  }

  await sendToParent({ say: 'here' })
  const { isServed, tells } = await mayBegin
  return {
    isServed,
    tells,
    onServed(then) {
      onServed = then
      if (isServedBy) then()
    },
    onRetire(then) {
      retire = then
    },
    watch(shop) {
      watched = shop
    },
    ready: () => void sendToParent({ say: 'ready' }),
  }
}

/** Resolves when it was sent; one that could not be sent goes to nobody who could do anything with it. */
export function sendToParent(message: ToParent): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve()
    else process.send(message, undefined, undefined, () => resolve())
  })
}
