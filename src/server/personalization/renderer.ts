import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import type { House } from '#domain/personalization/render-check.ts'
import { pictureSvg, productionSvg } from '#server/personalization/design-drawing.ts'
import { vectorOf } from '#server/personalization/design-vector.ts'
import { colors, fonts } from '#server/personalization/font-catalogue.ts'
import { openFont } from '#server/personalization/outlines.ts'

/** The fonts and colours this renderer has. */
export const houseOfRenderer: House = {
  hasFont: (name) => Object.hasOwn(fonts, name),
  hasColor: (name) => Object.hasOwn(colors, name),
}

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

/** Opens the fonts, one at a time so that nobody waits for all: texts are checked against them. */
export async function openFonts(): Promise<void> {
  for (const name of Object.keys(fonts)) {
    openFont(name)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
