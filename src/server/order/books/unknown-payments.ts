import { userInfo } from 'node:os'
import { processorsOf } from '#server/order/order-deps.ts'
import { refundOrphan } from '#server/order/place/refund-orphan.ts'
import type { ModificationResult } from '#server/providers/card-gateway/port.ts'
import { endHold, leavePaymentAlone, readHold } from './hold-store.ts'
import { findOrphans, type ReconcileDeps } from './reconcile.ts'
import { type Orphan, storeDecidedRound } from './reconcile-round-store.ts'

/** A payment that the processor holds and for which this database has no order, with whose it is. */
export type UnknownPayment = Orphan & { readonly provider: string }

/** What the processors know and we do not; and those that could not be asked, with why. */
export type UnknownPayments = {
  readonly payments: readonly UnknownPayment[]
  readonly unasked: readonly { readonly provider: string; readonly why: string }[]
}

/** Asks every processor for what it holds and no order of ours stands for, since a moment. */
export async function findUnknownPayments(deps: ReconcileDeps, since: Date): Promise<UnknownPayments> {
  const payments: UnknownPayment[] = []
  const unasked: { provider: string; why: string }[] = []
  for (const processor of processorsOf(deps)) {
    const { provider } = processor
    const found = await findOrphans(deps, processor, since)
    if (found.state === 'listed') payments.push(...found.orphans.map((orphan) => ({ ...orphan, provider })))
    if (found.state !== 'listed') unasked.push({ provider, why: found.state })
    else if (!found.isWhole) unasked.push({ provider, why: 'notOffered' })
  }
  return { payments, unasked }
}

export type Decided =
  | { readonly state: 'decided'; readonly payments: readonly (UnknownPayment & { readonly answer?: string })[] }
  /** The processors hold nothing by this reference that no order of ours knows. */
  | { readonly state: 'notListed'; readonly unasked: UnknownPayments['unasked'] }

/** Lets what is held by a reference stand for good: it is no order's, and is not given back. */
export async function letPaymentStand(deps: ReconcileDeps, reference: string, since: Date): Promise<Decided> {
  const { payments, unasked } = await ofReference(deps, reference, since)
  if (payments.length === 0) return { state: 'notListed', unasked }
  for (const payment of payments) await leavePaymentAlone(deps.database, payment, operator())
  return { state: 'decided', payments }
}

/** Gives back what is held by a reference, because a person has looked at it. */
export async function voidPaymentOf(deps: ReconcileDeps, reference: string, since: Date): Promise<Decided> {
  const { payments, unasked } = await ofReference(deps, reference, since)
  if (payments.length === 0) return { state: 'notListed', unasked }
  const answers: (UnknownPayment & { readonly answer: ModificationResult['state'] })[] = []
  for (const { provider, ...orphan } of payments) {
    const processor = processorsOf(deps).find((each) => each.provider === provider)
    if (processor === undefined) continue
    // written first: what a crash leaves half done can be found
    await storeDecidedRound(deps.database, { provider, since, compared: 1, would: [orphan] })
    answers.push({ ...orphan, provider, answer: await refundOrphan(deps, processor, orphan) })
  }
  return { state: 'decided', payments: answers }
}

async function ofReference(deps: ReconcileDeps, reference: string, since: Date): Promise<UnknownPayments> {
  const { payments, unasked } = await findUnknownPayments(deps, since)
  return { payments: payments.filter((payment) => payment.reference === reference), unasked }
}

/** Ends the hold by a person's word; false when there is none. */
export async function releaseHold({ database }: Pick<ReconcileDeps, 'database'>): Promise<boolean> {
  return endHold(database, operator())
}

/** From when on payments are looked at: an hour before what this database has lost may begin; everything where nobody knows. */
export async function unknownSince({ database }: Pick<ReconcileDeps, 'database'>): Promise<Date> {
  const { unknownSince: since } = await readHold(database)
  return new Date(since === null ? 3_600_000 : since.getTime() - 3_600_000)
}

/** Who types the command. */
function operator(): string {
  return userInfo().username
}
