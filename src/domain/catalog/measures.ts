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

/**
 * A measure as a country reads it: in Canada centimetres with the inches in brackets, each converted from the data's own
 * unit where it is not it; in the United States as the data has it (CALM-54, PDP-10).
 */
export function measureText(measure: number, system: SystemOfMeasure, country: Country): string {
  if (country === 'US') return `${measure} ${unitSign(system)}`
  const { cm, inches } = bothMeasures(measure, system)
  return `${cm} cm (${inches} in)`
}

/** The same without the units, which a table says once above its figures: '157 (62)'. */
export function measureFigures(measure: number, system: SystemOfMeasure, country: Country): string {
  if (country === 'US') return String(measure)
  const { cm, inches } = bothMeasures(measure, system)
  return `${cm} (${inches})`
}

/** The units of such a table: 'inches', 'centimeters (inches)'. */
export function measureUnits(system: SystemOfMeasure, country: Country): string {
  return country === 'US' ? unitName(system) : 'centimeters (inches)'
}

/** Whole centimetres, below one their tenths; half inches: what was measured in half inches comes back as itself. */
function bothMeasures(measure: number, system: SystemOfMeasure): { readonly cm: number; readonly inches: number } {
  if (system === systemOfMeasure.centimeters) {
    return { cm: measure, inches: Math.round(convertMeasure(measure, system, systemOfMeasure.inches) * 2) / 2 }
  }
  const cm = convertMeasure(measure, system, systemOfMeasure.centimeters)
  return { cm: cm < 1 ? Math.round(cm * 10) / 10 : Math.round(cm), inches: measure }
}
