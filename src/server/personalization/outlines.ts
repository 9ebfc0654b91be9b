import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js'
import { fonts } from '#server/personalization/font-catalogue.ts'

/** One letter or line as closed curves; millimetres, y downwards. */
export type Curve = readonly PathCommand[]
/** A text's curves on a baseline at 0 and where its ink is. */
export type Outline = { readonly curve: Curve; readonly box: Box }
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

const opened = new Map<string, Font>()

/** The font of a name of the house, from its file when it is asked for first. */
export function openFont(name: string): Font | undefined {
  const cached = opened.get(name)
  const known = Object.hasOwn(fonts, name) ? fonts[name] : undefined
  if (cached !== undefined || known === undefined) return cached
  const file = readFileSync(fileURLToPath(import.meta.resolve(known.file)))
  const font = opentype.parse(new Uint8Array(file).buffer)
  opened.set(name, font)
  return font
}

/**
 * The outline of one line of text, set letter by letter (so that any character costs one glyph), `size` the em in
 * millimetres. Null when the font has no glyph for a character.
 */
export function outlineOf(
  text: string,
  fontName: string,
  size: number,
  scaleOf?: (at: number) => number,
): Outline | null {
  const font = openFont(fontName)
  if (font === undefined) return null
  const { spacing } = fonts[fontName] ?? { spacing: 0 }
  const curve: PathCommand[] = []
  let x = 0
  let before: Glyph | undefined
  for (const [at, character] of [...text].entries()) {
    const index = font.charToGlyphIndex(character)
    if (!index) return null
    const glyph = font.glyphs.get(index)
    const own = size * (scaleOf?.(at) ?? 1)
    if (before !== undefined) x += (font.getKerningValue(before, glyph) / font.unitsPerEm) * size + spacing * size
    const commands = glyph.getPath(x, 0, own).commands
    // a letter larger than its neighbours stands on their middle, not on their line
    const shift = own === size ? 0 : middleOf(commands) - middleOf(glyph.getPath(x, 0, size).commands)
    for (const command of commands) curve.push(moved(command, 0, -shift))
    x += (glyph.advanceWidth / font.unitsPerEm) * own
    before = glyph
  }
  return { curve, box: boxOf(curve) }
}

function middleOf(curve: Curve): number {
  const { top, bottom } = boxOf(curve)
  return (top + bottom) / 2
}

/** A command with its points scaled, then moved. */
export function moved(command: PathCommand, dx: number, dy: number, scale = 1): PathCommand {
  const x = (value: number) => value * scale + dx
  const y = (value: number) => value * scale + dy
  switch (command.type) {
    case 'Z':
      return command
    case 'C':
      return {
        type: 'C',
        ...{ x1: x(command.x1), y1: y(command.y1), x2: x(command.x2), y2: y(command.y2) },
        ...{ x: x(command.x), y: y(command.y) },
      }
    case 'Q':
      return { type: 'Q', x1: x(command.x1), y1: y(command.y1), x: x(command.x), y: y(command.y) }
    default:
      return { type: command.type, x: x(command.x), y: y(command.y) }
  }
}

/** Where the ink of a curve is; of none a point at 0. */
export function boxOf(curve: Curve): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of ringsOf(curve)) {
    for (const [x, y] of ring) {
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return left === Infinity ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom }
}

export type Point = readonly [x: number, y: number]

/** The closed polygons of a curve, its bends in steps too small to be seen at this size. */
export function ringsOf(curve: Curve, steps = 8): Point[][] {
  const rings: Point[][] = []
  let ring: Point[] = []
  let [x, y] = [0, 0]
  const end = () => {
    if (ring.length > 2) rings.push(ring)
    ring = []
  }
  for (const command of curve) {
    if (command.type === 'Z') {
      end()
      continue
    }
    if (command.type === 'M') {
      end()
      ring.push([command.x, command.y])
    } else if (command.type === 'L') {
      ring.push([command.x, command.y])
    } else if ('x1' in command) {
      for (let step = 1; step <= steps; step++) ring.push(bend(command, x, y, step / steps))
    }
    x = command.x
    y = command.y
  }
  end()
  return rings
}

function bend(command: Extract<PathCommand, { type: 'Q' | 'C' }>, x0: number, y0: number, t: number): Point {
  const u = 1 - t
  if (command.type === 'Q') {
    const [a, b, c] = [u * u, 2 * u * t, t * t]
    return [a * x0 + b * command.x1 + c * command.x, a * y0 + b * command.y1 + c * command.y]
  }
  const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
  return [
    a * x0 + b * command.x1 + c * command.x2 + d * command.x,
    a * y0 + b * command.y1 + c * command.y2 + d * command.y,
  ]
}
