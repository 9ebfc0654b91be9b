import { convertMeasure, type SystemOfMeasure, systemOfMeasure } from '#domain/catalog/measures.ts'

/** Greatest longest side and greatest width plus depth plus height, in the unit of the box (OPEN-50). */
export const oversizeLimits = {
  [systemOfMeasure.inches]: { maxSide: 48, sumOfSides: 108 },
  [systemOfMeasure.centimeters]: { maxSide: 122, sumOfSides: 274 },
} as const

export type BoxSides = {
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly systemOfMeasure: SystemOfMeasure
}

/** Whether a box is too large for most cars: above one of the limits (OPEN-50). */
export function isOversizedBox(box: BoxSides): boolean {
  const limits = oversizeLimits[box.systemOfMeasure]
  const sides = [box.width, box.depth, box.height]
  return Math.max(...sides) > limits.maxSide || sides.reduce((sum, side) => sum + side, 0) > limits.sumOfSides
}

/** Whether a line is listed in the oversized popup: only lines for pickup count (OPEN-50, OVERSIZE-09). */
export function isOversizedLine(line: { readonly isPickup: boolean; readonly boxes: readonly BoxSides[] }): boolean {
  return line.isPickup && line.boxes.some(isOversizedBox)
}

type Sides = Pick<BoxSides, 'width' | 'depth' | 'height'>

/** A box with its sides in another unit, in whole centimetres or half inches, as its popups show them (OVERSIZE-08, CALM-54). */
export function boxMeasuredIn<Box extends Sides>(box: Box, from: SystemOfMeasure, to: SystemOfMeasure): Box {
  if (from === to) return box
  const parts = to === systemOfMeasure.inches ? 2 : 1
  const measure = (side: number) => Math.round(convertMeasure(side, from, to) * parts) / parts
  return { ...box, width: measure(box.width), depth: measure(box.depth), height: measure(box.height) }
}
