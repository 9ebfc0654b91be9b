import { z } from 'zod'
import type { RemovedLine } from '#domain/cart/cart.ts'
import { type CartEventKind, isCartEventKind, type LineRecords, upgradeFacts } from '#domain/cart/events.ts'
import type { LineChange } from '#domain/cart/lines/change-line.ts'
import { parseStored, StoredJsonFault } from '#server/db/stored-json.ts'

/**
 * The month with which the changes of a cart are kept, which is a part of their key: that in which it was made, or the one they were
 * carried to while it was open for longer than changes are kept (docs/decisions/0149). `cart` is its name in the statement.
 */
export const cartMonth = (cart: string) => `coalesce(${cart}.events_month, shop.month_of(${cart}.created_at))`

/** The condition that a change is kept with this month, or was there before there were months; few partitions are then looked at. */
export const isOfMonth = (event: string, month: string) =>
  `(${event}.cart_month = ${month} or ${event}.cart_month = '-infinity')`

/** A row of shop.cart_event as it is stored, by whichever version of the shop. */
export type EventRow = {
  readonly version: number
  readonly kind: string
  readonly factsVersion: number
  readonly event: { readonly [fact: string]: unknown }
}

const personalization = z.object({
  type: z.number(),
  id: z.string(),
  lines: z.array(z.object({ elementName: z.string(), text: z.string(), textColor: z.string(), font: z.string() })),
  designHash: z.string().exactOptional(),
})

const list = z.enum(['cart', 'saved'])

const record = z.object({
  lineId: z.string(),
  list,
  sku: z.number(),
  quantity: z.number(),
  optionChoice: z.string(),
  shipMethod: z.number(),
  isPickup: z.boolean(),
  locationId: z.number().nullable(),
  installationType: z.string(),
  personalization: personalization.nullable(),
  giftRegistryId: z.number(),
  donationCents: z.number().nullable(),
})

const removed = record.extend({
  position: z.number(),
  mergeKey: z.string(),
  part: z.number(),
  recipientId: z.string().nullable(),
  seenUnitCents: z.number().nullable(),
})

const facts = z.object({
  records: z.object({ put: z.array(record), gone: z.array(z.string()) }).optional(),
  removed: removed.nullish(),
  becameLineId: z.string().optional(),
  sku: z.number().optional(),
  quantity: z.number().optional(),
})

/** What is read of an event: its kind, the lines it put and took, and the line that a removal or a change keeps. */
export type ReadEvent = {
  readonly version: number
  readonly kind: CartEventKind
  readonly lines: LineRecords | null
  readonly removed: RemovedLine | null
  /** What a change of a line did (CALM-12). */
  readonly changed?: LineChange | undefined
}

/** An event of a row in the shape of today; a `StoredJsonFault` when it cannot be read. */
export function readEventRow({ version, kind, factsVersion, event }: EventRow, cartId: string): ReadEvent {
  const row = `shop.cart_event.event ${version} of cart ${cartId}`
  const upgraded = isCartEventKind(kind) ? upgradeFacts(kind, factsVersion, event) : null
  if (!isCartEventKind(kind) || upgraded === null) {
    throw new StoredJsonFault(`A newer program wrote ${row}: kind ${kind}, version ${factsVersion} of its facts`)
  }
  const { records = null, removed: line = null, ...became } = parseStored(facts, upgraded, row)
  return {
    version,
    kind,
    lines: records,
    removed: line,
    changed: kind === 'lineChanged' ? changeOf(line, became) : undefined,
  }
}

function changeOf(
  line: RemovedLine | null,
  { becameLineId, sku, quantity }: Pick<z.output<typeof facts>, 'becameLineId' | 'sku' | 'quantity'>,
): LineChange | undefined {
  if (line === null || becameLineId === undefined || sku === undefined || quantity === undefined) return undefined
  const { list: _, ...before } = line
  return { before, becameLineId, sku, quantity }
}
