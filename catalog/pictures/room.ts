import type { Brand } from '#domain/variant.ts'
import { type Canvas, createCanvas, num, polygon } from './canvas.ts'
import { lit, mix, shaded } from './color.ts'
import { drawArt, drawBranch, drawVase } from './decor.ts'
import { drawSubject, footOf, placeOf } from './draw.ts'
import type { Subject } from './drawing.ts'
import { grain } from './material.ts'
import { createStage } from './stage.ts'
import { drawTable } from './tables.ts'

/** The tones of a brand's rooms. */
type Tones = {
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

/** A picture of the piece in a room of the brand; undefined for things that have no place in one. */
export function roomPicture(brand: Brand, subject: Subject, seed: string): string | undefined {
  const place = placeOf(subject.drawing)
  const canvas = createCanvas()
  const tone = tones[brand]
  switch (place) {
    case 'none':
      return undefined
    case 'floor': {
      drawRoom(canvas, tone, 840)
      const isTall = subject.height > 60
      if (!isTall)
        drawArt(canvas, 480, 300, 250, 310, tone.dark, [lit(tone.wall, 0.4), tone.accent, tone.leaf, tone.floor], seed)
      canvas.ellipse(480, 1010, 500, 110, mix(tone.wall, '#ffffff', 0.3), { opacity: 0.75 })
      drawPlant(canvas, 845, 900, 300, tone.leaf, seed, tone.wall)
      placeIn(canvas, subject, footOf(subject), isTall ? 985 : 1000, isTall ? 0.94 : 0.74, isTall ? 440 : 450)
      return canvas.svg()
    }
    case 'surface': {
      drawTop(canvas, tone)
      drawVase(canvas, 210, 985, 82, 250, 'moon', { material: 'ceramic', color: lit(tone.accent, 0.24) }, true)
      placeIn(canvas, subject, footOf(subject), 1030, 0.74, 560)
      return canvas.svg()
    }
    case 'wall': {
      drawRoom(canvas, tone, 960)
      const stage = createStage(canvas, { scale: 9, floor: 1050 })
      drawTable(
        stage,
        { width: 70, depth: 16, height: 29 },
        { top: 'rect', legs: 'taper', drawer: true },
        { top: { material: 'wood', color: tone.dark }, legs: { material: 'wood', color: tone.dark } },
      )
      drawVase(canvas, 300, 762, 60, 150, 'urn', { material: 'ceramic', color: lit(tone.wall, 0.5) }, true)
      placeIn(canvas, subject, 600, 440, 0.66, 560)
      return canvas.svg()
    }
    case 'ceiling': {
      drawRoom(canvas, tone, 860)
      const stage = createStage(canvas, { scale: 9.4, floor: 1080 })
      drawTable(
        stage,
        { width: 84, depth: 38, height: 30 },
        { top: 'rect', legs: 'trestle' },
        { top: { material: 'wood', color: tone.dark }, legs: { material: 'wood', color: tone.dark } },
      )
      drawVase(canvas, 480, 776, 70, 120, 'moon', { material: 'ceramic', color: lit(tone.wall, 0.6) }, false)
      placeIn(canvas, subject, 760, 520, 0.66, 480)
      return canvas.svg()
    }
    case 'ground': {
      drawRoom(canvas, tone, 760)
      drawArt(canvas, 480, 290, 260, 320, tone.dark, [lit(tone.wall, 0.4), tone.accent, tone.leaf, tone.floor], seed)
      canvas.group({ transform: 'translate(-58 700) scale(1.12 .46)' }, () => drawSubject(canvas, subject))
      drawPlant(canvas, 830, 860, 320, tone.leaf, seed, tone.wall)
      return canvas.svg()
    }
  }
}

/** Draws the subject smaller, its foot on a line of the room. */
function placeIn(canvas: Canvas, subject: Subject, foot: number, line: number, size: number, middle: number): void {
  canvas.group(
    { transform: `translate(${num(middle - 480 * size)} ${num(line - foot * size)}) scale(${num(size)})` },
    () => drawSubject(canvas, subject),
  )
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
function drawTop(canvas: Canvas, tone: Tones): void {
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

/** A close look at the material in its colour. */
export function detailPicture(subject: Subject): string {
  const canvas = createCanvas()
  const { main, wood } = subject.paints
  const material = materialOf(subject)
  const color = subject.drawing.kind === 'candle' ? wood : main
  canvas.rect(
    0,
    0,
    960,
    1200,
    canvas.linear(0, 0, 1, 1, [
      [0, lit(color, 0.3)],
      [0.5, color],
      [1, shaded(color, 0.22)],
    ]),
  )
  const texture = grain(canvas, material, color, 'detail')
  if (texture)
    canvas.group({ transform: `scale(${material === 'wood' || material === 'marble' ? 2.4 : 3.4})` }, () =>
      canvas.rect(0, 0, 420, 520, texture),
    )
  if (['fabric', 'boucle', 'velvet', 'leather'].includes(material)) {
    for (const [x, wide, strength] of [
      [120, 200, 0.2],
      [430, 150, 0.14],
      [720, 240, 0.24],
    ] as const) {
      canvas.path(
        `M${x} 0C${x + 140} 400 ${x - 60} 800 ${x + 90} 1200H${x + 90 + wide}C${x + wide - 20} 800 ${x + wide + 160} 400 ${x + wide} 0Z`,
        canvas.across([
          [0, '#1d1712', 0],
          [0.5, '#1d1712', strength],
          [1, '#fffaf0', strength],
        ]),
      )
    }
  }
  canvas.rect(
    0,
    0,
    960,
    1200,
    canvas.radial(0.3, 0.22, 0.9, [
      [0, '#ffffff', 0.34],
      [0.5, '#ffffff', 0.04],
      [1, '#1d1712', 0.2],
    ]),
  )
  return canvas.svg()
}

function materialOf({ drawing }: Subject) {
  switch (drawing.kind) {
    case 'sofa':
    case 'pouf':
    case 'pillow':
    case 'folded':
      return drawing.cover ?? 'fabric'
    case 'bed':
      return drawing.cover ?? 'wood'
    case 'table':
      return drawing.surface ?? 'wood'
    case 'chair':
      return drawing.seat === 'frame' ? 'wood' : (drawing.seat ?? 'fabric')
    case 'cabinet':
    case 'shelf':
    case 'tray':
    case 'art':
      return 'wood'
    case 'frameSeat':
    case 'rug':
    case 'curtains':
    case 'umbrella':
      return 'fabric'
    case 'basket':
      return 'cane'
    case 'mirror':
      return drawing.frame ?? 'wood'
    case 'turned':
    case 'vase':
    case 'cook':
      return drawing.surface ?? 'stone'
    case 'plate':
    case 'setting':
    case 'stack':
    case 'mug':
    case 'jug':
      return 'stone'
    default:
      return 'plain'
  }
}
