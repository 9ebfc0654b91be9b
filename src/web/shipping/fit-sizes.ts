import { convertMeasure } from '#domain/catalog/measures.ts'
import { type FitSizes, fitMeasures, fitPlaces } from '#domain/shipping/fit.ts'
import { readStoredSizes, writeStoredSizes } from '#web/shipping/fit-storage.ts'

/** The kept measures; none in the unit of the country when nothing, or nothing of use, is kept. */
export function readFitSizes(systemOfMeasure: FitSizes['systemOfMeasure']): FitSizes {
  try {
    return fitSizesOf(JSON.parse(readStoredSizes()), systemOfMeasure)
  } catch {
    return { systemOfMeasure }
  }
}

/** Keeps the measures for every item to come. */
export function storeFitSizes(sizes: FitSizes): void {
  writeStoredSizes(JSON.stringify(sizes))
}

/** The same measures in another unit, to a tenth, as people measure. */
export function inUnit(sizes: FitSizes, systemOfMeasure: FitSizes['systemOfMeasure']): FitSizes {
  const converted = fitPlaces.map((place) => [
    place,
    Object.fromEntries(
      Object.entries(sizes[place] ?? {}).map(([name, measure]) => [
        name,
        Math.round(convertMeasure(measure, sizes.systemOfMeasure, systemOfMeasure) * 10) / 10,
      ]),
    ),
  ])
  return { systemOfMeasure, ...Object.fromEntries(converted) }
}

/** What was kept may be of another time or of another hand: only whole measures of known names are taken. */
function fitSizesOf(stored: unknown, systemOfMeasure: FitSizes['systemOfMeasure']): FitSizes {
  const { systemOfMeasure: unit, ...places } = stored as { readonly [name: string]: unknown }
  const known = fitPlaces.map((place) => {
    const given = (places[place] ?? {}) as { readonly [name: string]: unknown }
    const names = Object.keys(fitMeasures[place]).filter((name) => isMeasure(given[name]))
    return [place, Object.fromEntries(names.map((name) => [name, given[name]]))]
  })
  return { systemOfMeasure: unit === 1 || unit === 2 ? unit : systemOfMeasure, ...Object.fromEntries(known) }
}

function isMeasure(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value < 10_000
}
