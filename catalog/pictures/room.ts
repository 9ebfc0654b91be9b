import type { Brand } from '#domain/variant.ts'
import { type Canvas, createCanvas, num, polygon } from './canvas.ts'
import { lit, mix, shaded } from './color.ts'
import { drawBranch, drawVase } from './decor.ts'
import { drawSubject } from './draw.ts'
import type { Subject } from './drawing.ts'
import { grain } from './material.ts'

/** The tones of a brand's rooms. */
export type Tones = {
  readonly wall: string
  readonly floor: string
  readonly studio: readonly [string, string, string]
  readonly accent: string
  readonly leaf: string
  readonly dark: string
}

export const tones: { readonly [Key in Brand]: Tones } = {
  CB: {
    wall: '#ece4d8',
    floor: '#c49a6c',
    studio: ['#f8f5f0', '#f2ede5', '#e9e2d7'],
    accent: '#9a4a2c',
    leaf: '#7d8668',
    dark: '#6f4a32',
  },
  CB2: {
    wall: '#dddcd9',
    floor: '#b8b4ae',
    studio: ['#f7f7f6', '#efefed', '#e2e2df'],
    accent: '#111111',
    leaf: '#5b6b1e',
    dark: '#2a2a2a',
  },
}

/** The quiet ground of the brand behind a single piece: paper that runs from wall to floor. */
export function drawStudio(canvas: Canvas, brand: Brand): void {
  const [high, middle, low] = tones[brand].studio
  canvas.rect(
    0,
    0,
    canvas.width,
    canvas.height,
    canvas.linear(0, 0, 0, 1, [
      [0, high],
      [0.52, middle],
      [0.7, low],
      [1, mix(middle, low, 0.4)],
    ]),
  )
  canvas.rect(
    0,
    0,
    canvas.width,
    canvas.height,
    canvas.radial(0.32, 0.28, 0.75, [
      [0, '#ffffff', 0.5],
      [1, '#ffffff', 0],
    ]),
  )
}

/** A picture of the piece alone. */
export function studioPicture(brand: Brand, subject: Subject): string {
  const canvas = createCanvas()
  drawStudio(canvas, brand)
  drawSubject(canvas, subject)
  return canvas.svg()
}

/** Wall, floor of boards, skirting, and light from a window at the left. */
export function drawRoom(canvas: Canvas, tone: Tones, edge: number): void {
  const { width, height } = canvas
  canvas.rect(
    0,
    0,
    width,
    edge,
    canvas.linear(0, 0, 1, 0.5, [
      [0, lit(tone.wall, 0.5)],
      [0.6, tone.wall],
      [1, shaded(tone.wall, 0.07)],
    ]),
  )
  canvas.path(
    polygon([
      [width * 0.04, 0],
      [width * 0.3, 0],
      [width * 0.62, edge],
      [width * 0.28, edge],
    ]),
    '#fffdf6',
    { opacity: 0.3 },
  )
  canvas.path(
    polygon([
      [width * 0.36, 0],
      [width * 0.46, 0],
      [width * 0.82, edge],
      [width * 0.7, edge],
    ]),
    '#fffdf6',
    { opacity: 0.2 },
  )
  canvas.rect(
    0,
    edge,
    width,
    height - edge,
    canvas.linear(0, 0, 0, 1, [
      [0, shaded(tone.floor, 0.1)],
      [0.4, tone.floor],
      [1, lit(tone.floor, 0.16)],
    ]),
  )
  for (let index = -14; index <= 14; index += 1)
    canvas.line(
      `M${num(width / 2 + index * width * 0.075)} ${edge}L${num(width / 2 + index * width * 0.16)} ${height}`,
      shaded(tone.floor, 0.4),
      1.4,
      0.28,
    )
  const boards = grain(canvas, 'wood', tone.floor, 'boards')
  if (boards) canvas.rect(0, edge, width, height - edge, boards)
  canvas.rect(
    0,
    edge - 26,
    width,
    26,
    canvas.down([
      [0, lit(tone.wall, 0.6)],
      [1, lit(tone.wall, 0.3)],
    ]),
  )
  canvas.rect(
    0,
    edge,
    width,
    46,
    canvas.down([
      [0, '#1d1712', 0.22],
      [1, '#1d1712', 0],
    ]),
  )
}

/** A table top in front of a wall. */
export function drawTop(canvas: Canvas, tone: Tones): void {
  canvas.rect(
    0,
    0,
    960,
    880,
    canvas.linear(0, 0, 1, 0.5, [
      [0, lit(tone.wall, 0.5)],
      [0.6, tone.wall],
      [1, shaded(tone.wall, 0.07)],
    ]),
  )
  canvas.path(
    polygon([
      [60, 0],
      [300, 0],
      [620, 880],
      [300, 880],
    ]),
    '#fffdf6',
    { opacity: 0.3 },
  )
  canvas.rect(
    0,
    880,
    960,
    240,
    canvas.down([
      [0, shaded(tone.dark, 0.05)],
      [1, lit(tone.dark, 0.14)],
    ]),
  )
  const wood = grain(canvas, 'wood', tone.dark, 'top')
  if (wood) canvas.rect(0, 880, 960, 240, wood)
  canvas.rect(0, 1120, 960, 80, shaded(tone.dark, 0.3))
  canvas.rect(
    0,
    880,
    960,
    30,
    canvas.down([
      [0, '#1d1712', 0.24],
      [1, '#1d1712', 0],
    ]),
  )
}

/** A plant in a pot on the floor. */
export function drawPlant(
  canvas: Canvas,
  cx: number,
  floor: number,
  tall: number,
  leaf: string,
  seed: string,
  pot: string,
): void {
  drawBranch(canvas, cx, floor - tall * 0.3, tall * 0.9, `${seed}a`, leaf)
  drawBranch(canvas, cx + 8, floor - tall * 0.3, tall * 0.72, `${seed}b`, shaded(leaf, 0.16))
  drawVase(canvas, cx, floor, tall * 0.2, tall * 0.34, 'planter', { material: 'ceramic', color: lit(pot, 0.3) }, false)
}
