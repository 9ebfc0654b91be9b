import type { Brand } from '#domain/variant.ts'
import { type Canvas, chance, createCanvas, num } from './canvas.ts'
import { lightness, lit, mix, shaded } from './color.ts'
import { drawBranch, drawVase } from './decor.ts'
import { drawSubject } from './draw.ts'
import type { Subject } from './drawing.ts'
import { drawLamp } from './lighting.ts'
import { grain } from './material.ts'
import { drawArt, drawMirror } from './on-the-wall.ts'
import { footOf, placeOf, unitOf } from './place.ts'
import { drawPlant, drawRoom, drawTop, type Tones, tones } from './room.ts'
import { createStage } from './stage.ts'
import { drawPouf, drawTable } from './tables.ts'

/** A picture of the piece where it lives; undefined for things that have no such place. Rooms differ by the seed. */
export function roomPicture(brand: Brand, subject: Subject, seed: string, isOutside: boolean): string | undefined {
  const place = placeOf(subject.drawing)
  if (place === 'none') return undefined
  const canvas = createCanvas()
  const next = chance(`room${seed}`)
  const tone = painted(tones[brand], next())
  const setting = { canvas, subject, seed, tone, next }
  if (isOutside) terrace(setting)
  else settings[place](setting)
  return canvas.svg()
}

type Setting = {
  readonly canvas: Canvas
  readonly subject: Subject
  readonly seed: string
  readonly tone: Tones
  readonly next: () => number
}

/** One of three paints on the walls. */
function painted(tone: Tones, choice: number): Tones {
  if (choice < 0.4) return tone
  return { ...tone, wall: choice < 0.7 ? mix(tone.wall, tone.leaf, 0.16) : mix(tone.wall, tone.floor, 0.22) }
}

const settings: {
  readonly [Key in 'floor' | 'surface' | 'wall' | 'ceiling' | 'ground' | 'fromAbove']: (setting: Setting) => void
} = {
  floor(setting) {
    const { canvas, subject, seed, tone, next } = setting
    const edge = 830
    drawRoom(canvas, tone, edge)
    // a narrow piece is seen from nearer, but never so near that a stool looks like a tower
    const inch = Math.min(12, Math.max(7.4, 640 / subject.width), 820 / subject.height)
    const plantSide = next() > 0.5 ? 1 : -1
    rug(canvas, tone, next())
    const isLow = subject.height * inch < 430
    if (isLow) onTheWall(setting, 500 - subject.height * inch * 0.45)
    const seat = ['sofa', 'frameSeat'].includes(subject.drawing.kind)
    if (seat && subject.width < 70) {
      drawLamp(
        canvas,
        { width: 17, height: 60 },
        { kind: 'floor', shade: 'drum' },
        {
          shade: { material: 'fabric', color: '#efe6d6' },
          base: { material: 'metal', color: tone.accent === '#111111' ? '#26262a' : '#b08d57' },
        },
        { cx: 480 - plantSide * 290, floor: 905, unit: inch * 0.82 },
      )
    }
    drawPlant(canvas, 480 + plantSide * (seat ? 385 : 340), 900, Math.min(440, 36 * inch), tone.leaf, seed, tone.wall)
    placeIn(setting, footOf(subject), 1010, inch / unitOf(subject), 480 - plantSide * 30)
  },
  surface(setting) {
    const { canvas, subject, tone, next } = setting
    // a dark piece stands on a pale table
    drawTop(canvas, lightness(subject.paints.main) < 0.3 ? { ...tone, dark: mix(tone.floor, tone.wall, 0.5) } : tone)
    const side = next() > 0.5 ? 1 : -1
    if (subject.drawing.kind === 'vase' || subject.drawing.kind === 'glass')
      books(canvas, 480 - side * 270, 985, tone, next)
    else
      drawVase(
        canvas,
        480 - side * 290,
        985,
        84,
        240,
        next() > 0.5 ? 'moon' : 'urn',
        { material: 'ceramic', color: lit(tone.accent, next() > 0.5 ? 0.3 : 0.75) },
        true,
      )
    placeIn(setting, footOf(subject), 1040, 0.78, 480 + side * 90)
  },
  wall(setting) {
    const { canvas, subject, tone } = setting
    drawRoom(canvas, tone, 960)
    const skin = { material: 'wood', color: tone.dark } as const
    drawTable(
      createStage(canvas, { scale: 9, floor: 1050 }),
      { width: 70, depth: 16, height: 29 },
      { top: 'rect', legs: 'taper', drawer: true },
      { top: skin, legs: skin },
    )
    drawVase(canvas, 270, 762, 60, 150, 'urn', { material: 'ceramic', color: lit(tone.wall, 0.5) }, true)
    books(canvas, 690, 760, tone, setting.next)
    const size = subject.drawing.kind === 'lamp' ? 0.5 : Math.min(0.7, (9 / unitOf({ ...subject, depth: 0 })) * 1.15)
    placeIn(setting, 600, 420, size, 500)
  },
  ceiling(setting) {
    const { canvas, tone } = setting
    drawRoom(canvas, tone, 860)
    const skin = { material: 'wood', color: tone.dark } as const
    drawTable(
      createStage(canvas, { scale: 9.4, floor: 1080 }),
      { width: 84, depth: 38, height: 30 },
      { top: 'rect', legs: 'trestle' },
      { top: skin, legs: skin },
    )
    drawVase(canvas, 480, 776, 56, 90, 'moon', { material: 'ceramic', color: lit(tone.wall, 0.6) }, true)
    placeIn(setting, 760, 480, 0.6, 480)
  },
  fromAbove(setting) {
    const { canvas, subject, seed, tone, next } = setting
    const isPale = lightness(subject.paints.main) < 0.45
    const board = isPale ? lit(tone.floor, 0.45) : tone.floor
    canvas.rect(
      0,
      0,
      960,
      1200,
      canvas.linear(0, 0, 1, 1, [
        [0, lit(board, 0.3)],
        [0.6, board],
        [1, shaded(board, 0.16)],
      ]),
    )
    const wood = grain(canvas, 'wood', board, seed)
    if (wood) canvas.rect(0, 0, 960, 1200, wood)
    for (const x of [250, 520, 770]) canvas.line(`M${x} 0V1200`, shaded(board, 0.4), 2, 0.3)
    // a cloth at a corner and a sprig, as they lie on a table in use
    const cloth = next() > 0.5 ? lit(tone.wall, 0.5) : mix(tone.leaf, tone.wall, 0.55)
    canvas.group({ transform: `rotate(${num(-18 + next() * 12)} 700 960)` }, () => {
      canvas.rect(520, 800, 520, 420, '#1d1712', { opacity: 0.22, filter: canvas.blur(12) })
      canvas.rect(
        510,
        786,
        520,
        420,
        canvas.linear(0, 0, 1, 1, [
          [0, lit(cloth, 0.2)],
          [1, shaded(cloth, 0.08)],
        ]),
      )
      const weave = grain(canvas, 'fabric', cloth)
      if (weave) canvas.rect(510, 786, 520, 420, weave)
      for (const inset of [14, 24])
        canvas.rect(510 + inset, 786 + inset, 520 - inset * 2, 420 - inset * 2, 'none', {
          stroke: shaded(cloth, 0.3),
          'stroke-width': 2,
          opacity: 0.4,
        })
    })
    canvas.group({ transform: 'translate(150 330) rotate(38)' }, () =>
      drawBranch(canvas, 0, 0, 300, `${seed}sprig`, tone.leaf),
    )
    placeIn(setting, 600, 610, 0.84, 480)
  },
  ground(setting) {
    const { canvas, subject, seed, tone } = setting
    drawRoom(canvas, tone, 720)
    onTheWall(setting, 300)
    canvas.group({ transform: 'translate(-152 728) scale(1.32 .34)' }, () => drawSubject(canvas, subject))
    drawPouf(canvas, 350, 960, 250, 140, { material: 'boucle', color: lit(tone.leaf, 0.3) }, false)
    drawPlant(canvas, 830, 880, 380, tone.leaf, seed, tone.wall)
  },
}

/** Draws the subject smaller or larger, its foot on a line of the room. */
function placeIn({ canvas, subject }: Setting, foot: number, line: number, size: number, middle: number): void {
  canvas.group(
    { transform: `translate(${num(middle - 480 * size)} ${num(line - foot * size)}) scale(${num(size)})` },
    () => drawSubject(canvas, subject),
  )
}

function onTheWall({ canvas, tone, seed, next }: Setting, middle: number): void {
  const cy = Math.max(230, Math.min(330, middle))
  const colors = [lit(tone.wall, 0.4), tone.accent, tone.leaf, tone.floor]
  const choice = next()
  if (choice < 0.36) drawArt(canvas, 480, cy, 260, 320, tone.dark, colors, seed)
  else if (choice < 0.66) {
    drawArt(canvas, 350, cy, 210, 260, tone.dark, colors, `${seed}1`)
    drawArt(canvas, 610, cy, 210, 260, tone.dark, [colors[0]!, colors[3]!, colors[1]!, colors[2]!], `${seed}2`)
  } else if (choice < 0.86) drawMirror(canvas, 480, cy, 290, 290, 'round', { material: 'wood', color: tone.dark })
  else drawArt(canvas, 480, cy, 420, 270, tone.dark, [colors[0]!, colors[2]!, colors[3]!, colors[1]!], seed)
}

function rug(canvas: Canvas, tone: Tones, choice: number): void {
  const color = mix(tone.wall, '#ffffff', 0.4)
  const line = mix(tone.accent, color, 0.45)
  if (choice < 0.4) {
    canvas.ellipse(480, 1010, 520, 112, color, { opacity: 0.85 })
    canvas.ellipse(480, 1010, 486, 100, 'none', { stroke: line, 'stroke-width': 4, opacity: 0.5 })
    return
  }
  if (choice > 0.85) return
  canvas.path('M120 905H840L950 1120H10Z', color, { opacity: 0.9 })
  canvas.path('M146 920H814L904 1100H56Z', 'none', { stroke: line, 'stroke-width': 5, opacity: 0.55 })
}

function books(canvas: Canvas, cx: number, floor: number, tone: Tones, next: () => number): void {
  const colors = [tone.accent, lit(tone.leaf, 0.2), lit(tone.wall, 0.4), tone.floor]
  let y = floor
  for (let index = 0; index < 4; index += 1) {
    const [wide, tall] = [150 - index * 12 + next() * 20, 22 + next() * 10]
    const color = colors[index]!
    canvas.rect(
      cx - wide / 2 + next() * 12,
      y - tall,
      wide,
      tall,
      canvas.down([
        [0, lit(color, 0.16)],
        [1, shaded(color, 0.14)],
      ]),
      { rx: 3 },
    )
    y -= tall
  }
  drawVase(canvas, cx, y, 34, 60, 'bud', { material: 'ceramic', color: lit(tone.wall, 0.7) }, false)
}

/** Sky, a hedge and a deck. */
function terrace(setting: Setting): void {
  const { canvas, subject, tone, next } = setting
  canvas.rect(
    0,
    0,
    960,
    800,
    canvas.down([
      [0, '#dfe9ec'],
      [0.7, '#f4f1e8'],
      [1, '#f4efe2'],
    ]),
  )
  for (let index = 0; index < 26; index += 1) {
    const [x, y, r] = [next() * 1000 - 20, 640 + next() * 120, 70 + next() * 80]
    canvas.ellipse(x, y, r, r * 0.9, mix(index % 2 ? '#7f8f6a' : '#96a37e', tone.leaf, next() * 0.4), { opacity: 0.8 })
  }
  canvas.rect(
    0,
    780,
    960,
    420,
    canvas.down([
      [0, shaded(tone.floor, 0.12)],
      [1, lit(tone.floor, 0.2)],
    ]),
  )
  for (let y = 800, gap = 20; y < 1200; y += gap, gap *= 1.18)
    canvas.line(`M0 ${num(y)}H960`, shaded(tone.floor, 0.45), 2.4, 0.35)
  canvas.rect(
    0,
    780,
    960,
    30,
    canvas.down([
      [0, '#1d1712', 0.26],
      [1, '#1d1712', 0],
    ]),
  )
  drawBranch(canvas, 60, 820, 420, `${setting.seed}bush`, tone.leaf)
  const inch = Math.min(11, Math.max(7.4, 640 / subject.width), 820 / subject.height)
  const isMeasured = ['frameSeat', 'table'].includes(subject.drawing.kind)
  drawPlant(canvas, 850, 930, 300, tone.leaf, setting.seed, '#c98a63')
  placeIn(setting, footOf(subject), 1030, isMeasured ? inch / unitOf(subject) : 0.8, 450)
}
