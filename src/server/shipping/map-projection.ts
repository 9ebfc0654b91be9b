import { type GeoProjection, geoAlbersUsa, geoMercator } from 'd3-geo'

/** The sheet of the map, in its own units. */
export const mapSheet = { width: 1005, height: 620 } as const

/** The fifty states: Alaska and Hawaii moved below the south-west, as readers know it. */
export const statesProjection: GeoProjection = geoAlbersUsa().scale(1300).translate([527.5, 305])

/** Territories drawn apart, each with the corners of its land in degrees and its place on the sheet. */
export const insets = [
  {
    /** FIPS codes of what is drawn in it. */
    ids: ['72', '78'],
    name: 'Puerto Rico',
    west: -67.3,
    east: -64.5,
    south: 17.6,
    north: 18.6,
    left: 878,
    top: 548,
    right: 998,
    bottom: 596,
  },
  {
    ids: ['66'],
    name: 'Guam',
    west: 144.6,
    east: 145,
    south: 13.2,
    north: 13.7,
    left: 412,
    top: 545,
    right: 460,
    bottom: 596,
  },
] as const

export type Inset = (typeof insets)[number]

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

/** Where a place stands on the sheet; null when the map does not show it. */
export function placeOnMap(place: { readonly latitude: number; readonly longitude: number }): {
  readonly x: number
  readonly y: number
} | null {
  const { latitude, longitude } = place
  const inset = insets.find(
    (one) => longitude >= one.west && longitude <= one.east && latitude >= one.south && latitude <= one.north,
  )
  const projection = inset === undefined ? statesProjection : insetProjection(inset)
  const spot = projection([longitude, latitude])
  return spot === null ? null : { x: tenth(spot[0]), y: tenth(spot[1]) }
}

/** A tenth is fine enough. */
function tenth(figure: number): number {
  return Math.round(figure * 10) / 10
}
