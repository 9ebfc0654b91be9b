import type { CartLine } from './cart.ts'
import type { CartEventKind, LineRecord, LineRecords } from './events.ts'

/** One event as it was kept: the cart's version after it. */
export type StoredEvent = { readonly version: number; readonly kind: CartEventKind; readonly lines: LineRecords | null }

/** What is kept of a line of a list. */
export function recordOf(line: CartLine, list: LineRecord['list']): LineRecord {
  const { lineId, sku, quantity, optionChoice, shipMethod, isPickup, locationId } = line
  const { installationType, personalization, giftRegistryId, donationCents } = line
  const delivery = { optionChoice, shipMethod, isPickup, locationId }
  return { lineId, list, sku, quantity, ...delivery, installationType, personalization, giftRegistryId, donationCents }
}

/** The lines of a cart as they stood at a version, from its events (BEYOND-13); in the order they came. */
export function linesAt(events: readonly StoredEvent[], version: number): readonly LineRecord[] {
  const lines = new Map<string, LineRecord>()
  for (const event of [...events].sort((one, other) => one.version - other.version)) {
    if (event.version > version) break
    for (const lineId of event.lines?.gone ?? []) lines.delete(lineId)
    for (const line of event.lines?.put ?? []) lines.set(line.lineId, line)
  }
  return [...lines.values()]
}
