import { createHash } from 'node:crypto'
import { designText, type NormalDesign } from '#domain/personalization/normal-design.ts'
import type { House } from '#domain/personalization/render-check.ts'
import { pictureSvg, productionSvg } from '#server/personalization/design-drawing.ts'
import { type DesignVector, vectorOf } from '#server/personalization/design-vector.ts'
import { colors, fonts } from '#server/personalization/house.ts'

/** The name of a design: equal designs have equal ones. 32 hexadecimal digits. */
export function hashOf(design: NormalDesign): string {
  return createHash('sha256').update(designText(design)).digest('hex').slice(0, 32)
}

/** The fonts and colours this renderer has. */
export const houseOfRenderer: House = {
  hasFont: (name) => Object.hasOwn(fonts, name),
  hasColor: (name) => Object.hasOwn(colors, name),
}

export type Renderer = {
  /** The picture of a design as SVG; null when it cannot be made. */
  readonly picture: (design: NormalDesign) => string | null
  /** Its production file as SVG; null when it cannot be made. */
  readonly production: (design: NormalDesign) => string | null
}

/** Draws designs, each vector once as long as it is asked for again before `most` others. */
export function createRenderer(most = 200): Renderer {
  const kept = new Map<string, DesignVector | null>()
  const vector = (hash: string, design: NormalDesign) => {
    const found = kept.get(hash)
    const made = found === undefined ? vectorOf(design) : found
    // the last one asked for is the last one forgotten
    kept.delete(hash)
    kept.set(hash, made)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return made
  }
  const draw = (of: typeof pictureSvg) => (design: NormalDesign) => {
    const hash = hashOf(design)
    const made = vector(hash, design)
    return made === null ? null : of(made, design, hash)
  }
  return { picture: draw(pictureSvg), production: draw(productionSvg) }
}

/** Opens the fonts and draws one word, so that the first shopper's preview is as quick as the next one's. */
export function warmUpRenderer(): void {
  const lines = Object.keys(fonts).map((font, at) => ({
    elementName: `Text${at}`,
    text: 'Ann',
    textColor: 'Navy',
    font,
  }))
  vectorOf({ version: 1, type: 700, template: 'warm-up', location: '', ground: '', lines })
}
