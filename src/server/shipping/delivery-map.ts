import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { geoPath } from 'd3-geo'
import { feature, merge, mesh } from 'topojson-client'
import type { DeliveryPoint } from '#server/shipping/delivery-points.ts'
import { insetProjection, insets, mapSheet, placeOnMap, statesProjection } from '#server/shipping/map-projection.ts'

type Topology = Parameters<typeof mesh>[0]
type GeometryCollection = Extract<Parameters<typeof mesh>[1], { type: 'GeometryCollection' }>
type Atlas = Topology & { readonly objects: { readonly states: GeometryCollection } }

/** The drawn country: an SVG of three parts, which a page uses in its own colours; named after its contents. */
export type DeliveryMap = {
  readonly path: string
  readonly svg: Buffer
  readonly width: number
  readonly height: number
  readonly labels: readonly { readonly name: string; readonly x: number; readonly y: number }[]
  readonly points: readonly (DeliveryPoint & { readonly x: number; readonly y: number })[]
}

const alaskaAndHawaii = ['02', '15']
/** Drawn, but too small and far to be told apart: American Samoa and the Northern Marianas are named in words only. */
const notDrawn = ['60', '69', ...insets.flatMap(({ ids }) => ids as readonly string[])]

/** Draws the map once, when it is first asked for. */
export function createDeliveryMap(points: readonly DeliveryPoint[]): () => DeliveryMap {
  let drawn: DeliveryMap | undefined
  return () => {
    drawn ??= draw(points)
    return drawn
  }
}

function draw(points: readonly DeliveryPoint[]): DeliveryMap {
  const svg = Buffer.from(countryDrawing())
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

/** `land`, `apart` (where standard shipping costs more) and `borders`, without a colour of their own. */
function countryDrawing(): string {
  const file = fileURLToPath(import.meta.resolve('us-atlas/states-10m.json'))
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas
  const { states } = atlas.objects
  const some = (keep: (id: string) => boolean): GeometryCollection => ({
    type: 'GeometryCollection',
    geometries: states.geometries.filter(({ id }) => keep(String(id))),
  })
  const drawing = geoPath(statesProjection).digits(1)
  const contiguous = some((id) => !notDrawn.includes(id) && !alaskaAndHawaii.includes(id))
  const far = some((id) => alaskaAndHawaii.includes(id))
  const apart = [
    drawing(feature(atlas, far)),
    ...insets.map((inset) => {
      const territory = some((id) => (inset.ids as readonly string[]).includes(id))
      return geoPath(insetProjection(inset)).digits(1)(feature(atlas, territory))
    }),
  ]
  const borders = drawing(mesh(atlas, contiguous, (one, other) => one !== other))
  const land = drawing(merge(atlas, contiguous.geometries as Parameters<typeof merge>[1]))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mapSheet.width} ${mapSheet.height}">`,
    `<path id="land" d="${land ?? ''}"/>`,
    `<path id="apart" d="${apart.join('')}"/>`,
    `<path id="borders" fill="none" stroke-linejoin="round" d="${borders ?? ''}"/>`,
    '</svg>',
  ].join('')
}
