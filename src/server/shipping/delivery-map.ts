import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeliveryPoint } from '#server/shipping/delivery-points.ts'
import { insets, mapSheet, placeOnMap } from '#server/shipping/map-projection.ts'

/** The drawn country: an SVG of three parts, which a page uses in its own colours; named after its contents. */
export type DeliveryMap = {
  readonly path: string
  readonly svg: Buffer
  readonly width: number
  readonly height: number
  readonly labels: readonly { readonly name: string; readonly x: number; readonly y: number }[]
  readonly points: readonly (DeliveryPoint & { readonly x: number; readonly y: number })[]
}

/** The drawing, made by scripts/draw-delivery-map.ts: what draws it is not needed to serve it. */
export const drawingFile: string = join(import.meta.dirname, 'united-states.svg')

/** Puts the map together once, when it is first asked for. */
export function createDeliveryMap(points: readonly DeliveryPoint[]): () => DeliveryMap {
  let drawn: DeliveryMap | undefined
  return () => {
    drawn ??= mapOf(points)
    return drawn
  }
}

function mapOf(points: readonly DeliveryPoint[]): DeliveryMap {
  const svg = readFileSync(drawingFile)
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12)
  return {
    path: `/maps/united-states.${hash}.svg`,
    svg,
    width: mapSheet.width,
    height: mapSheet.height,
    labels: insets.map(({ name, left, right, bottom }) => ({ name, x: (left + right) / 2, y: bottom + 18 })),
    points: points.flatMap((point) => {
      const spot = placeOnMap(point)
      return spot === null ? [] : [{ ...point, ...spot }]
    }),
  }
}
