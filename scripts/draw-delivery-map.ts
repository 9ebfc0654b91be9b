// Draws the country of the delivery popup: `npm run map:draw` writes src/server/shipping/united-states.svg.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type GeoProjection, geoAlbersUsa, geoMercator, geoPath } from 'd3-geo'
import { feature, merge, mesh } from 'topojson-client'
import { drawingFile } from '#server/shipping/delivery-map.ts'
import { type Inset, insets, mapSheet, statesOnSheet } from '#server/shipping/map-projection.ts'

type Topology = Parameters<typeof mesh>[0]
type GeometryCollection = Extract<Parameters<typeof mesh>[1], { type: 'GeometryCollection' }>
type Atlas = Topology & { readonly objects: { readonly states: GeometryCollection } }

const alaskaAndHawaii = ['02', '15']
/** Drawn, but too small and far to be told apart: American Samoa and the Northern Marianas are named in words only. */
const notDrawn = ['60', '69', ...insets.flatMap(({ ids }) => ids as readonly string[])]

/** The projection of the fifty states as the atlas' library has it. */
export const statesProjection: GeoProjection = geoAlbersUsa()
  .scale(statesOnSheet.scale)
  .translate([statesOnSheet.x, statesOnSheet.y])

/** That of a territory drawn apart. */
export function insetProjection(inset: Inset): GeoProjection {
  const { west, east, south, north, left, top, right, bottom } = inset
  return geoMercator().fitExtent(
    [
      [left, top],
      [right, bottom],
    ],
    {
      type: 'MultiPoint',
      coordinates: [
        [west, south],
        [east, north],
      ],
    },
  )
}

/** `land`, `apart` (where standard shipping costs more) and `borders`, without a colour of their own. */
export function countryDrawing(): string {
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

if (import.meta.main) writeFileSync(drawingFile, countryDrawing())
