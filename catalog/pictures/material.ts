import type { Canvas, Point } from './canvas.ts'
import { chance, num, polygon } from './canvas.ts'
import { lightness, lit, shaded } from './color.ts'

/** What a surface is made of. */
export type Material =
  | 'fabric'
  | 'boucle'
  | 'velvet'
  | 'leather'
  | 'wood'
  | 'metal'
  | 'ceramic'
  | 'stone'
  | 'marble'
  | 'glass'
  | 'cane'
  | 'plain'

/** The three ways light falls on a face: from above, at the viewer, at a side turned away. */
export type Face = 'top' | 'front' | 'side'

/** The fill of a face of a colour: lit from the upper left. */
export function paint(canvas: Canvas, material: Material, color: string, face: Face): string {
  const sheen = material === 'leather' || material === 'velvet' ? 1.5 : material === 'metal' ? 2 : 1
  if (face === 'top')
    return canvas.linear(0, 0, 1, 0.3, [
      [0, lit(color, 0.26 * sheen)],
      [1, lit(color, 0.08)],
    ])
  if (face === 'side')
    return canvas.linear(0, 0, 0, 1, [
      [0, shaded(color, 0.16)],
      [1, shaded(color, 0.34)],
    ])
  return canvas.linear(0.1, 0, 0.25, 1, [
    [0, lit(color, 0.1 * sheen)],
    [0.45, color],
    [1, shaded(color, 0.2)],
  ])
}

/** The fine grain laid over a face; undefined for a plain one. */
export function grain(canvas: Canvas, material: Material, color: string, seed = 'g'): string | undefined {
  const dark = shaded(color, lightness(color) > 0.3 ? 0.5 : 0.8)
  const light = lit(color, 0.5)
  switch (material) {
    case 'fabric':
      return canvas.pattern(
        6,
        6,
        `<path d="M0 1.5H6M0 4.5H6" stroke="${dark}" stroke-width=".7" opacity=".13"/><path d="M1.5 0V6M4.5 0V6" stroke="${light}" stroke-width=".7" opacity=".2"/>`,
      )
    case 'boucle': {
      const next = chance(seed)
      const curls = Array.from({ length: 26 }, () => {
        const [x, y, r] = [next() * 36, next() * 36, 2 + next() * 2.4]
        return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}"/>`
      }).join('')
      return canvas.pattern(36, 36, `<g fill="none" stroke="${dark}" stroke-width="1" opacity=".13">${curls}</g>`)
    }
    case 'velvet':
      return canvas.pattern(5, 40, `<path d="M1 0V40" stroke="${light}" stroke-width="1" opacity=".07"/>`)
    case 'wood':
      return canvas.pattern(340, 46, woodLines(seed, dark))
    case 'marble':
      return canvas.pattern(420, 300, veins(seed, lightness(color) > 0.4 ? shaded(color, 0.4) : lit(color, 0.5)))
    case 'stone':
      return canvas.pattern(60, 60, specks(seed, dark, 34))
    case 'cane':
      return canvas.pattern(
        14,
        14,
        `<path d="M0 0L14 14M14 0L0 14" stroke="${dark}" stroke-width="1.6" opacity=".42"/><path d="M7 0V14M0 7H14" stroke="${dark}" stroke-width="1.1" opacity=".3"/>`,
      )
    default:
      return undefined
  }
}

function woodLines(seed: string, dark: string): string {
  const next = chance(`wood${seed}`)
  const lines = Array.from({ length: 6 }, (_, index) => {
    const y = 4 + index * 7.6 + next() * 3
    const bend = (next() - 0.5) * 5
    return `<path d="M0 ${num(y)}C110 ${num(y + bend)} 230 ${num(y - bend)} 340 ${num(y)}" stroke-width="${num(0.6 + next())}" opacity="${num(0.07 + next() * 0.12)}"/>`
  })
  return `<g fill="none" stroke="${dark}">${lines.join('')}</g>`
}

function veins(seed: string, color: string): string {
  const next = chance(`vein${seed}`)
  const paths = Array.from({ length: 7 }, () => {
    const [x, y] = [next() * 420, next() * 300]
    const [a, b] = [60 + next() * 120, 30 + next() * 80]
    return `<path d="M${num(x - a)} ${num(y - b)}q${num(a * 0.7)} ${num(b * 0.3)} ${num(a)} ${num(b)}t${num(a)} ${num(b * 0.8)}" stroke-width="${num(0.8 + next() * 2.4)}" opacity="${num(0.1 + next() * 0.22)}"/>`
  })
  return `<g fill="none" stroke="${color}">${paths.join('')}</g>`
}

function specks(seed: string, color: string, count: number): string {
  const next = chance(`speck${seed}`)
  const dots = Array.from(
    { length: count },
    () =>
      `<circle cx="${num(next() * 60)}" cy="${num(next() * 60)}" r="${num(0.5 + next() * 1)}" opacity="${num(0.1 + next() * 0.25)}"/>`,
  )
  return `<g fill="${color}">${dots.join('')}</g>`
}

/** Fills a shape with a material: its light, then its grain. */
export function fillShape(canvas: Canvas, d: string, material: Material, color: string, face: Face, seed = 'g'): void {
  canvas.path(d, paint(canvas, material, color, face))
  const texture = grain(canvas, material, color, seed)
  if (texture !== undefined) canvas.path(d, texture)
}

/** The light across a round body: an edge in shade, a bright stripe, the far edge darker. */
export function roundLight(canvas: Canvas, color: string, gloss = 0.3): string {
  return canvas.across([
    [0, shaded(color, 0.3)],
    [0.16, shaded(color, 0.06)],
    [0.34, lit(color, gloss)],
    [0.58, color],
    [0.86, shaded(color, 0.24)],
    [1, shaded(color, 0.42)],
  ])
}

/** The soft shadow of a footprint. */
export function castShadow(canvas: Canvas, points: readonly Point[], strength = 0.3, radius = 16): void {
  canvas.path(polygon(points), '#1d1712', { opacity: strength, filter: canvas.blur(radius) })
}
