import type { LineRecord } from '#domain/cart/events.ts'
import { linesAt } from '#domain/cart/replay.ts'
import { formatCents } from '#domain/price-format.ts'
import type { Sql } from '#server/db/database.ts'
import { eventText, tenderName } from './event-text-view.ts'
import { type FoundCart, findCart, readSkuNames, readToldEvents, type ToldEvent } from './replay-store.ts'
import { type Standing, standingAfter } from './standing.ts'

/** Which cart, and when: after a version, at a time, or now. */
export type ReplayRequest = {
  readonly cart: { readonly cartId: string } | { readonly orderNumber: string }
  readonly moment: { readonly version: number } | { readonly at: Date } | null
}

/** What an operator is told; not found: why not. */
export type Replayed = { readonly isFound: boolean; readonly text: string }

/**
 * Tells how a cart stood and what changed it until then (BEYOND-13): each event with its time, who caused it and its facts. No
 * names, addresses, messages and tokens; of an address the state and postal code, which tax and shipping come from.
 */
export async function replayCart(sql: Sql, { cart: name, moment }: ReplayRequest): Promise<Replayed> {
  const cart = await findCart(sql, name)
  if (cart === undefined)
    return refused(`There is no ${'cartId' in name ? 'cart' : 'order'} ${Object.values(name)[0]}.`)
  const events = await readToldEvents(sql, cart)
  const last = events.at(-1)?.version ?? 1
  if (moment !== null && 'version' in moment && (moment.version < 1 || moment.version > last))
    return refused(`The cart has the versions 1 to ${last}.`)
  if (moment !== null && 'at' in moment && moment.at < cart.createdAt)
    return refused(`The cart began at ${cart.createdAt.toISOString()}; before that there was none.`)
  const version = versionAt(events, moment)
  const until = events.filter((event) => event.version <= version)
  const lines = linesAt(events, version)
  const names = await readSkuNames(sql, skusOf(events))
  const piece = (sku: number) => `${sku} ${names.get(sku) ?? ''}`.trim()
  const parts = [
    ...head(cart),
    '',
    ...until.flatMap((event) => told(event, events, cart, piece)),
    ...(until.length === 0 ? ['Nothing had changed it.'] : []),
    ...(until.length < events.length ? [`(changed ${events.length - until.length} times since)`] : []),
    '',
    `As it stood ${moment !== null && 'at' in moment ? `at ${moment.at.toISOString()}, ` : ''}at version ${version}:`,
    ...standing(lines, standingAfter(until), cart, piece),
  ]
  return { isFound: true, text: `${parts.join('\n')}\n` }
}

function refused(text: string): Replayed {
  return { isFound: false, text: `${text}\n` }
}

function versionAt(events: readonly ToldEvent[], moment: ReplayRequest['moment']): number {
  if (moment !== null && 'version' in moment) return moment.version
  const past = moment === null ? events : events.filter(({ at }) => at <= moment.at)
  return Math.max(1, ...past.map(({ version }) => version))
}

function head({ cartId, shopperId, isMember, brand, country, createdAt, state }: FoundCart): string[] {
  return [
    `Cart ${cartId} in the store ${brand} ${country}, of ${isMember ? 'member' : 'guest'} ${shopperId}.`,
    `Begun at ${createdAt.toISOString()}; now it is ${state}.`,
  ]
}

function told(event: ToldEvent, events: readonly ToldEvent[], { currency }: FoundCart, piece: (sku: number) => string) {
  const before = new Map(linesAt(events, event.version - 1).map((line) => [line.lineId, line.sku]))
  const skuOf = (lineId: string) => before.get(lineId) ?? 0
  const { by, lines } = eventText(event, { currency, piece, skuOf })
  const [what = '', ...more] = lines
  const columns = `${String(event.version).padStart(5)}  ${event.at.toISOString()}  ${by.padEnd(7)}  `
  return [columns + what, ...more.map((line) => ' '.repeat(columns.length) + line)]
}

function standing(
  lines: readonly LineRecord[],
  { state, zip, promoCode, tenders, step, isTaxExempt }: Standing,
  { currency }: FoundCart,
  piece: (sku: number) => string,
): string[] {
  const facts = [
    state,
    ...(step > 0 ? [`step ${step} of the checkout`] : []),
    ...(zip === '' ? [] : [`ZIP ${zip}`]),
    ...(promoCode === '' ? [] : [`promotion ${promoCode}`]),
    ...tenders.map(({ kind, label }) => `${tenderName(kind)} ending in ${label}`),
    ...(isTaxExempt ? ['without tax'] : []),
  ]
  const rows = lines.map((line) => `  ${line.list.padEnd(5)}  ${lineText(line, piece, currency)}`)
  return [`  ${facts.join(', ')}`, ...(rows.length === 0 ? ['  no lines'] : rows)]
}

function lineText(line: LineRecord, piece: (sku: number) => string, currency: FoundCart['currency']): string {
  const { sku, quantity, isPickup, locationId, installationType, personalization, giftRegistryId, donationCents } = line
  const facts = [
    `${quantity} x ${piece(sku)}`,
    ...(donationCents === null ? [] : [formatCents(donationCents, currency)]),
    isPickup ? `picked up at location ${locationId}` : 'shipped',
    ...(installationType === '' ? [] : [`installation ${installationType}`]),
    // the words themselves are the shopper's own
    ...(personalization === null ? [] : ['personalized']),
    ...(giftRegistryId === 0 ? [] : [`for registry ${giftRegistryId}`]),
  ]
  return facts.join(', ')
}

function skusOf(events: readonly ToldEvent[]): number[] {
  const all = events.flatMap(({ lines, facts, changes }) => [
    ...(lines?.put ?? []).map(({ sku }) => sku),
    ...(facts.lines ?? []).flatMap(({ sku }) => sku ?? []),
    ...(facts.sku === undefined ? [] : [facts.sku]),
    ...changes.map(({ sku }) => sku),
  ])
  return [...new Set(all)]
}
