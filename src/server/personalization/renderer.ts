import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { pictureSvg, productionSvg } from '#server/personalization/design-drawing.ts'
import { vectorOf } from '#server/personalization/design-vector.ts'

/** The picture of a design as SVG; null when it cannot be made. Takes up to a second of its thread. */
export function drawPicture(hash: string, design: NormalDesign): string | null {
  const vector = vectorOf(design)
  return vector === null ? null : pictureSvg(vector, design, hash)
}

/** Its production file as SVG; null when it cannot be made. */
export function drawProduction(hash: string, design: NormalDesign): string | null {
  const vector = vectorOf(design)
  return vector === null ? null : productionSvg(vector, design, hash)
}
