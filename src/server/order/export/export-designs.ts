import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Sql } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { readDesign } from '#server/personalization/design-picture-store.ts'
import { drawProduction } from '#server/personalization/renderer.ts'

const named = z.object({ orderNumber: z.string() })
const order = z.object({
  state: z.string(),
  lines: z.array(z.object({ personalization: z.object({ designHash: z.string().optional() }).nullable() })).nullable(),
})

/**
 * Writes the production file of every design in one exported order, by its hash: one file for equal ones; none of an order
 * that was cancelled. Answers the names written.
 */
export async function exportDesigns(sql: Sql, exported: string, folder: string): Promise<string[]> {
  const json: unknown = JSON.parse(exported)
  const orderNumber = named.safeParse(json).data?.orderNumber ?? 'without a number'
  const { lines, state } = parseStored(order, json, `the export of order ${orderNumber}`)
  if (state === 'cancelled') return []
  const hashes = new Set((lines ?? []).flatMap(({ personalization }) => personalization?.designHash ?? []))
  const written: string[] = []
  for (const hash of hashes) {
    const design = await readDesign(sql, hash)
    const svg = design === undefined ? null : drawProduction(hash, design)
    if (svg === null) throw new Error(`The design ${hash} of an order cannot be made`)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${hash}.svg`), svg)
    written.push(`${hash}.svg`)
  }
  return written
}
