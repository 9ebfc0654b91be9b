import { z } from 'zod'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { parseStored } from '#server/db/stored-json.ts'

const lines = z.array(z.object({ elementName: z.string(), text: z.string(), textColor: z.string(), font: z.string() }))
const design = z.object({
  version: z.literal(1),
  type: z.number(),
  template: z.string(),
  location: z.string(),
  ground: z.string(),
  lines,
})

/** A saved design as its row has it. */
export type StoredDesign = { readonly designId: string; readonly lines: unknown }

/** A saved design of a row; a `StoredJsonFault` when its lines cannot be read. */
export function savedDesignOf<Row extends StoredDesign>(row: Row) {
  return { ...row, lines: parseStored(lines, row.lines, `shop.saved_design.lines of ${row.designId}`) }
}

/** The design that a picture and a production file are drawn of; a `StoredJsonFault` when it cannot be read. */
export function normalDesignOf(stored: unknown, hash: string): NormalDesign {
  return parseStored(design, stored, `shop.design.design of ${hash}`)
}
