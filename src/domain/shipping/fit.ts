import { convertMeasure, type SystemOfMeasure } from '#domain/catalog/measures.ts'
import { passesTilted, turnLength } from './passing.ts'

/** What a box must get through, with its measures in the order a shopper takes them; 'landing' may be left out. */
export const fitMeasures = {
  vehicle: { width: 'Opening width', height: 'Opening height', length: 'Cargo length' },
  doorway: { width: 'Width', height: 'Height' },
  stair: { width: 'Width', height: 'Headroom', landing: 'Landing depth' },
  elevator: {
    doorWidth: 'Door width',
    doorHeight: 'Door height',
    width: 'Cab width',
    depth: 'Cab depth',
    height: 'Cab height',
  },
} as const

export type FitPlace = keyof typeof fitMeasures
export const fitPlaces = Object.keys(fitMeasures) as readonly FitPlace[]

/** A shopper's own measures, all in one unit; 0 or missing: not given. */
export type FitSizes = {
  readonly systemOfMeasure: SystemOfMeasure
} & { readonly [Place in FitPlace]?: { readonly [Name in keyof (typeof fitMeasures)[Place]]?: number } }

/** A box of an item, its sides in its own unit. */
export type FitBox = {
  readonly boxNumber: number
  readonly width: number
  readonly depth: number
  readonly height: number
}

/** The side of a box that stands in the way, and what it meets; both in the shopper's unit. */
export type FitFault = {
  readonly place: FitPlace
  readonly boxNumber: number
  readonly side: 'width' | 'depth' | 'height'
  readonly measure: number
  /** The measure of the place, by its key; 'turn': the longest thing that turns on the landing. */
  readonly limit: string
  readonly limitMeasure: number
}

/** Less than a hair: what converting between units may leave. */
const hair = 0.001

type Side = { readonly side: FitFault['side']; readonly measure: number }
type Check = Side & { readonly limit: string; readonly limitMeasure: number }
/** One way to hold a box: what must be true of it, and whether leaning it to one side gets it through all the same. */
type Holding = { readonly checks: readonly Check[]; readonly passesLeaning: boolean }

/** Whether a shopper has given all that is needed to judge a place. */
export function isPlaceKnown(sizes: FitSizes, place: FitPlace): boolean {
  const given = sizes[place] as { readonly [name: string]: number } | undefined
  return Object.keys(fitMeasures[place]).every((name) => name === 'landing' || (given?.[name] ?? 0) > 0)
}

/**
 * What stands in the way of a box at a place (BEYOND-08): null when it passes, in any orientation, turned on its edge
 * or leant; else the side that is too long in the orientation that comes closest.
 */
export function fitFault(box: FitBox, unit: SystemOfMeasure, sizes: FitSizes, place: FitPlace): FitFault | null {
  if (!isPlaceKnown(sizes, place)) return null
  const sides = (['width', 'depth', 'height'] as const).map((side) => ({
    side,
    measure: convertMeasure(box[side], unit, sizes.systemOfMeasure),
  }))
  let closest: { readonly over: number; readonly worst: Check } | null = null
  for (const [x, y, z] of orders(sides)) {
    const { checks, passesLeaning } = holdings[place](x, y, z, sizes)
    const worst = checks.reduce((one, other) => (overOf(other) > overOf(one) + hair ? other : one))
    const over = overOf(worst)
    if (over <= hair || passesLeaning) return null
    if (closest === null || over < closest.over - hair) closest = { over, worst }
  }
  return closest === null ? null : { place, boxNumber: box.boxNumber, ...closest.worst }
}

/** Every fault of an item's boxes at the places asked about; none: all of it passes. */
export function fitFaults(
  boxes: readonly FitBox[],
  unit: SystemOfMeasure,
  sizes: FitSizes,
  places: readonly FitPlace[] = fitPlaces,
): readonly FitFault[] {
  return places.flatMap((place) => boxes.flatMap((box) => fitFault(box, unit, sizes, place) ?? []))
}

const holdings: {
  readonly [Place in FitPlace]: (x: Side, y: Side, z: Side, sizes: FitSizes) => Holding
} = {
  vehicle(x, y, z, { vehicle }) {
    const { width = 0, height = 0, length = 0 } = vehicle ?? {}
    return {
      checks: [check(x, 'width', width), check(y, 'height', height), check(z, 'length', length)],
      passesLeaning: z.measure <= length + hair && passesTilted(x.measure, y.measure, width, height),
    }
  },
  doorway(x, y, _, { doorway }) {
    const { width = 0, height = 0 } = doorway ?? {}
    return {
      checks: [check(x, 'width', width), check(y, 'height', height)],
      passesLeaning: passesTilted(x.measure, y.measure, width, height),
    }
  },
  stair(x, y, z, { stair }) {
    const { width = 0, height = 0, landing = 0 } = stair ?? {}
    const turn = landing > 0 ? [check(z, 'turn', turnLength(x.measure, width, landing))] : []
    return { checks: [check(x, 'width', width), check(y, 'height', height), ...turn], passesLeaning: false }
  },
  elevator(x, y, z, { elevator }) {
    const { doorWidth = 0, doorHeight = 0, width = 0, depth = 0, height = 0 } = elevator ?? {}
    const cab = Object.entries({ width, depth, height }).toSorted(([, one], [, other]) => one - other)
    // inside it can be set down anew: the shortest side meets the shortest of the cab, and so on
    const inside = [x, y, z]
      .toSorted((one, other) => one.measure - other.measure)
      .map((side, index) => check(side, cab[index]?.[0] ?? '', cab[index]?.[1] ?? 0))
    return {
      checks: [check(x, 'doorWidth', doorWidth), check(y, 'doorHeight', doorHeight), ...inside],
      passesLeaning:
        inside.every((one) => overOf(one) <= hair) && passesTilted(x.measure, y.measure, doorWidth, doorHeight),
    }
  },
}

function check(side: Side, limit: string, limitMeasure: number): Check {
  return { ...side, limit, limitMeasure }
}

function overOf({ measure, limitMeasure }: Check): number {
  return measure - limitMeasure
}

function orders(sides: readonly Side[]): readonly (readonly [Side, Side, Side])[] {
  const [a, b, c] = sides as readonly [Side, Side, Side]
  return [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ]
}
