import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { placeOnMap } from '#server/shipping/map-projection.ts'

/** A place from which local in-home delivery starts (OPEN-81); degrees north and east. */
export type DeliveryPoint = { readonly name: string; readonly latitude: number; readonly longitude: number }

const table = z
  .array(
    z.strictObject({
      name: z.string().trim().min(1).max(80),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    }),
  )
  .max(500)

/**
 * The table of delivery points from its file, JSON: [{ name, latitude, longitude }, …]; without a file there are none.
 * @throws Error that names the file and every row that is wrong: at start, so that no shopper sees half a map.
 */
export function readDeliveryPoints(file: string | null): readonly DeliveryPoint[] {
  if (file === null) return []
  const parsed = table.safeParse(jsonOf(file))
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `row ${Number(path[0] ?? 0) + 1}: ${message}`)
    throw new Error(`The delivery points of ${file} are not good:\n${wrong.join('\n')}`)
  }
  const outside = parsed.data.filter((point) => placeOnMap(point) === null)
  if (outside.length > 0) {
    throw new Error(`Not on the map of the United States, in ${file}: ${outside.map(({ name }) => name).join(', ')}`)
  }
  return parsed.data
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is no JSON' : String(error)
    throw new Error(`The delivery points of ${file.slice(0, 200)} cannot be read: ${why.slice(0, 300)}`)
  }
}
