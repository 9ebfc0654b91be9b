import type { Country } from '#domain/variant.ts'

/** Inches or centimetres, sent as numbers (OVERSIZE-08, DATA-09). */
export const systemOfMeasure = { inches: 1, centimeters: 2 } as const
export type SystemOfMeasure = (typeof systemOfMeasure)[keyof typeof systemOfMeasure]

/** What a country measures in, where a figure carries no unit of its own. */
export function countryMeasure(country: Country): SystemOfMeasure {
  return country === 'US' ? systemOfMeasure.inches : systemOfMeasure.centimeters
}

/** The unit in full, as the popup of box sizes says it (OVERSIZE-08). */
export function unitName(system: SystemOfMeasure): 'inches' | 'centimeters' {
  return system === systemOfMeasure.inches ? 'inches' : 'centimeters'
}

/** The unit behind a number on the product page (PDP-10). */
export function unitSign(system: SystemOfMeasure): 'in' | 'cm' {
  return system === systemOfMeasure.inches ? 'in' : 'cm'
}

const cmPerInch = 2.54

/** A measure in another unit, unrounded. */
export function convertMeasure(measure: number, from: SystemOfMeasure, to: SystemOfMeasure): number {
  if (from === to) return measure
  return from === systemOfMeasure.inches ? measure * cmPerInch : measure / cmPerInch
}
