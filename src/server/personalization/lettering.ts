import type { PathCommand } from 'opentype.js'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { type Arrangement, arrangementOf } from '#server/personalization/font-catalogue.ts'
import { type Box, boxOf, moved, type Outline, openFont, outlineOf } from '#server/personalization/outlines.ts'

/** Lines set on a piece, the middle of their ink at 0, 0; millimetres. */
export type Lettering = {
  readonly lines: readonly { readonly curve: readonly PathCommand[]; readonly color: string; readonly size: number }[]
  readonly box: Box
  readonly arrangement: Arrangement
}

const lineHeight = 1.12
/** Of the middle one of three letters. */
const monogramScale = 1.42

/** Whether the lines of a design can be set at all, without the work of setting them. */
export function canBeSet({ lines }: Pick<NormalDesign, 'lines'>): boolean {
  let hasInk = false
  for (const { text, font: fontName } of lines) {
    const font = openFont(fontName)
    for (const character of text) {
      const index = font?.charToGlyphIndex(character) ?? 0
      if (font === undefined || index === 0) return false
      hasInk ||= font.glyphs.get(index).getPath(0, 0, 1).commands.length > 0
    }
  }
  return hasInk
}

/** Sets the lines of a design; null when a font lacks a character or nothing has ink. */
export function setLines({ type, template, lines }: NormalDesign): Lettering | null {
  const arrangement = arrangementOf(type, template)
  const sizes = lines.map((_, at) => arrangement.sizes[at] ?? arrangement.sizes.at(-1) ?? 1)
  const first = stack(lines, sizes, arrangement)
  if (first === null) return null
  const least = arrangement.leastSize / first.scale
  // a long first line makes the others small: below what a needle can do they no longer shrink with it
  const isTooSmall = first.lines.some(({ size }) => size < least)
  const grown = isTooSmall ? sizes.map((size) => Math.max(size, Math.min(least, 1))) : sizes
  const { scale, box, lines: set } = (isTooSmall ? stack(lines, grown, arrangement) : null) ?? first
  const dx = (-(box.left + box.right) / 2) * scale
  const dy = (-(box.top + box.bottom) / 2) * scale
  const placed = set.map(({ curve, color, size }) => {
    return { curve: curve.map((command) => moved(command, dx, dy, scale)), color, size: size * scale }
  })
  const [w, h] = [((box.right - box.left) * scale) / 2, ((box.bottom - box.top) * scale) / 2]
  return { lines: placed, box: { left: -w, top: -h, right: w, bottom: h }, arrangement }
}

type Stacked = Pick<Lettering, 'lines' | 'box'> & { readonly scale: number }

/** The lines one below the other in units of the first one's size, and by how many millimetres that fills the room. */
function stack(lines: NormalDesign['lines'], sizes: readonly number[], arrangement: Arrangement): Stacked | null {
  const set: { readonly outline: Outline; readonly size: number; readonly color: string }[] = []
  for (const [at, { text, font, textColor }] of lines.entries()) {
    if (text === '') continue
    const size = sizes[at] ?? 1
    const isTriple = arrangement.isMonogram === true && [...text].length === 3
    const outline = outlineOf(text, font, size, isTriple ? (letter) => (letter === 1 ? monogramScale : 1) : undefined)
    if (outline === null) return null
    set.push({ outline, size, color: textColor })
  }
  let baseline = 0
  const stacked = set.map(({ outline, size, color }, at) => {
    if (at > 0) baseline += (size + (set[at - 1]?.size ?? size)) * 0.5 * lineHeight
    const middle = (outline.box.left + outline.box.right) / 2
    return { curve: outline.curve.map((command) => moved(command, -middle, baseline)), color, size }
  })
  const box = boxOf(stacked.flatMap(({ curve }) => curve))
  const width = box.right - box.left
  const height = box.bottom - box.top
  if (width <= 0 || height <= 0) return null
  const scale = Math.min(arrangement.width / width, arrangement.height / height, arrangement.maxSize)
  return { lines: stacked, box, scale }
}
