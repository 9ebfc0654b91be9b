/** The sheet of the map, in its own units. */
export const mapSheet = { width: 1005, height: 620 } as const

/** The fifty states on the sheet: their scale, and where the middle of the lower 48 comes to stand. */
export const statesOnSheet = { scale: 1300, x: 527.5, y: 305 } as const

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

type Place = { readonly latitude: number; readonly longitude: number }
type Spot = { readonly x: number; readonly y: number }

/** A part of the country with a projection of its own; lengths in units of the scale, degrees else. */
type Part = {
  readonly meridian: number
  readonly centre: Place
  readonly parallels: readonly [number, number]
  /** How large it is drawn beside the others. */
  readonly scale: number
  /** Where its centre stands, from the middle of the lower 48. */
  readonly at: Spot
  /** What of the sheet is its own, from the middle of the lower 48. */
  readonly west: number
  readonly east: number
  readonly north: number
  readonly south: number
}

/**
 * The composite of Albers' projections in which the United States are drawn as readers know them, Alaska and Hawaii moved
 * below the south-west. The standard parallels are those of the U.S. Geological Survey.
 */
const parts: readonly Part[] = [
  {
    ...{ meridian: -96, centre: { longitude: -0.6, latitude: 38.7 }, parallels: [29.5, 45.5] },
    ...{ scale: 1, at: { x: 0, y: 0 }, west: -0.455, east: 0.455, north: -0.238, south: 0.238 },
  },
  {
    ...{ meridian: -154, centre: { longitude: -2, latitude: 58.5 }, parallels: [55, 65] },
    ...{ scale: 0.35, at: { x: -0.307, y: 0.201 }, west: -0.425, east: -0.214, north: 0.12, south: 0.234 },
  },
  {
    ...{ meridian: -157, centre: { longitude: -3, latitude: 19.9 }, parallels: [8, 18] },
    ...{ scale: 1, at: { x: -0.205, y: 0.212 }, west: -0.214, east: -0.115, north: 0.166, south: 0.234 },
  },
]

/** Where a place stands on the sheet; null when the map does not show it. */
export function placeOnMap(place: Place): Spot | null {
  const { latitude, longitude } = place
  const inset = insets.find(
    (one) => longitude >= one.west && longitude <= one.east && latitude >= one.south && latitude <= one.north,
  )
  const spot = inset === undefined ? spotInStates(place) : spotInInset(inset, place)
  return spot === null ? null : { x: tenth(spot.x), y: tenth(spot.y) }
}

function spotInStates(place: Place): Spot | null {
  for (const part of parts) {
    const { x, y } = spotInPart(part, place)
    if (x >= part.west && x <= part.east && y >= part.north && y <= part.south) {
      return { x: statesOnSheet.x + statesOnSheet.scale * x, y: statesOnSheet.y + statesOnSheet.scale * y }
    }
  }
  return null
}

function spotInPart({ meridian, centre, parallels, scale, at }: Part, { latitude, longitude }: Place): Spot {
  // the short way round from the part's own meridian
  const east = ((longitude - meridian + 540) % 360) - 180
  const spot = conicEqualArea(parallels, { latitude, longitude: east })
  const middle = conicEqualArea(parallels, centre)
  return { x: at.x + scale * (spot.x - middle.x), y: at.y - scale * (spot.y - middle.y) }
}

/** Albers' equal-area conic projection, north upwards. */
function conicEqualArea([south, north]: Part['parallels'], { latitude, longitude }: Place): Spot {
  const sine = Math.sin(radians(south))
  const cone = (sine + Math.sin(radians(north))) / 2
  const constant = 1 + sine * (2 * cone - sine)
  const radius = Math.sqrt(constant - 2 * cone * Math.sin(radians(latitude))) / cone
  const angle = cone * radians(longitude)
  return { x: radius * Math.sin(angle), y: Math.sqrt(constant) / cone - radius * Math.cos(angle) }
}

/** Mercator's projection, as large as the inset's place allows and in its middle. */
function spotInInset(inset: Inset, place: Place): Spot {
  const { left, top, right, bottom } = inset
  const [first, last] = [mercator(inset.west, inset.north), mercator(inset.east, inset.south)]
  const scale = Math.min((right - left) / (last.x - first.x), (bottom - top) / (last.y - first.y))
  const spot = mercator(place.longitude, place.latitude)
  return {
    x: (left + right) / 2 + scale * (spot.x - (first.x + last.x) / 2),
    y: (top + bottom) / 2 + scale * (spot.y - (first.y + last.y) / 2),
  }
}

function mercator(longitude: number, latitude: number): Spot {
  return { x: radians(longitude), y: -Math.log(Math.tan((Math.PI / 2 + radians(latitude)) / 2)) }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** A tenth is fine enough. */
function tenth(figure: number): number {
  return Math.round(figure * 10) / 10
}
