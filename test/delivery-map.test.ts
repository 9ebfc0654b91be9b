import { readFileSync } from 'node:fs'
import type { GeoProjection } from 'd3-geo'
import { describe, expect, test } from 'vitest'
import { drawingFile } from '#server/shipping/delivery-map.ts'
import { insets, placeOnMap } from '#server/shipping/map-projection.ts'
import { countryDrawing, insetProjection, statesProjection } from '../scripts/draw-delivery-map.ts'

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, nth) => from + nth * step)

describe('SHIPPOP-14: the drawn map', () => {
  test('is what the atlas gives; else npm run map:draw draws it anew', () => {
    expect(readFileSync(drawingFile, 'utf8') === countryDrawing()).toBe(true)
  })

  test("places every point of the world where the atlas' own projection does, and none that it does not show", () => {
    const places = range(-180, 180, 0.9).flatMap((longitude) =>
      range(-89, 89, 0.7).map((latitude) => ({ longitude, latitude })),
    )
    const mainland = places.filter((place) => !insets.some((one) => isInside(one, place)))
    expect(mainland.filter((place) => placeOnMap(place) !== null).length).toBeGreaterThan(2_000)
    expect(mainland.filter((place) => !isPlacedAsBy(statesProjection, place))).toEqual([])
  })

  test.each(insets)('places every point of $name where its own projection does', (inset) => {
    const { west, east, south, north } = inset
    const places = range(west + 0.001, east - 0.001, (east - west - 0.002) / 40).flatMap((longitude) =>
      range(south + 0.001, north - 0.001, (north - south - 0.002) / 40).map((latitude) => ({ longitude, latitude })),
    )
    expect(places.filter((place) => !isPlacedAsBy(insetProjection(inset), place))).toEqual([])
  })
})

type Place = { readonly longitude: number; readonly latitude: number }

function isInside({ west, east, south, north }: (typeof insets)[number], { longitude, latitude }: Place): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}

/** The same tenth, or its neighbour where the figure is halfway between two. */
function isPlacedAsBy(projection: GeoProjection, place: Place): boolean {
  const [expected, found] = [projection([place.longitude, place.latitude]), placeOnMap(place)]
  if (expected === null || found === null) return expected === found
  return Math.abs(expected[0] - found.x) < 0.050001 && Math.abs(expected[1] - found.y) < 0.050001
}
