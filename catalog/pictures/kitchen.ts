import { type Canvas, num, softShape } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { fillShape, roundLight } from './material.ts'
import { profiles } from './profiles.ts'
import type { Skin } from './stage.ts'
import { flatware, knives, utensils } from './utensils.ts'
import { drawHandle, drawTurned } from './vessels.ts'

export type CookKind =
  | 'dutchOven'
  | 'skillet'
  | 'saucepan'
  | 'kettle'
  | 'board'
  | 'knives'
  | 'utensils'
  | 'canisters'
  | 'flatware'

/** Things to cook and serve with, on a kitchen top. */
export function drawCook(canvas: Canvas, kind: CookKind, skin: Skin, wood: string, letter: string): void {
  const cook = { dutchOven, skillet, saucepan, kettle, board, knives, utensils, canisters, flatware }[kind]
  cook(canvas, skin, wood, letter)
}

function lid(canvas: Canvas, cx: number, y: number, r: number, rise: number, color: string, knob: string): void {
  canvas.path(
    `M${num(cx - r)} ${num(y)}C${num(cx - r * 0.8)} ${num(y - rise)} ${num(cx + r * 0.8)} ${num(y - rise)} ${num(cx + r)} ${num(y)}A${num(r)} ${num(r * 0.14)} 0 0 1 ${num(cx - r)} ${num(y)}Z`,
    canvas.linear(0, 0, 0.4, 1, [
      [0, lit(color, 0.5)],
      [0.5, color],
      [1, shaded(color, 0.2)],
    ]),
  )
  canvas.rect(cx - 12, y - rise * 0.75 - 26, 24, 26, shaded(knob, 0.2), { rx: 4 })
  canvas.ellipse(
    cx,
    y - rise * 0.75 - 30,
    34,
    16,
    canvas.radial(0.4, 0.3, 0.8, [
      [0, lit(knob, 0.6)],
      [0.6, knob],
      [1, shaded(knob, 0.4)],
    ]),
  )
}

function dutchOven(canvas: Canvas, skin: Skin): void {
  const [cx, floor, r] = [480, 850, 290]
  for (const side of [-1, 1])
    canvas.line(
      `M${cx + side * r} ${floor - 250}C${cx + side * (r + 76)} ${floor - 262} ${cx + side * (r + 76)} ${floor - 196} ${cx + side * (r - 6)} ${floor - 196}`,
      shaded(skin.color, 0.15),
      26,
    )
  drawTurned(
    canvas,
    [
      [0, 0.9],
      [0.1, 0.97],
      [0.6, 1],
      [1, 1],
    ],
    { cx, floor, radius: r, height: 290, flat: 0.14 },
    { ...skin, material: 'ceramic' },
    '#f3ece0',
  )
  canvas.path(
    `M${cx - r - 6} ${floor - 290}A${r + 6} 46 0 0 0 ${cx + r + 6} ${floor - 290}v16A${r + 6} 46 0 0 1 ${cx - r - 6} ${floor - 274}Z`,
    shaded(skin.color, 0.12),
  )
  lid(canvas, cx, floor - 292, r + 4, 130, skin.color, '#b08d57')
}

function skillet(canvas: Canvas, skin: Skin, wood: string): void {
  const [cx, cy, r] = [400, 640, 285]
  canvas.ellipse(cx + 6, cy + 26, r, r * 0.98, '#1d1712', { opacity: 0.36, filter: canvas.blur(18) })
  canvas.line(`M${cx + r * 0.78} ${cy - r * 0.62}L${cx + r * 1.62} ${cy - r * 1.3}`, shaded(wood, 0.12), 52)
  canvas.line(`M${cx + r * 0.9} ${cy - r * 0.73}L${cx + r * 1.6} ${cy - r * 1.3}`, lit(wood, 0.16), 18, 0.6)
  canvas.ellipse(
    cx,
    cy,
    r,
    r,
    canvas.linear(0, 0, 1, 1, [
      [0, lit(skin.color, 0.5)],
      [0.5, skin.color],
      [1, shaded(skin.color, 0.4)],
    ]),
  )
  canvas.ellipse(
    cx,
    cy,
    r * 0.94,
    r * 0.94,
    canvas.linear(0, 0, 1, 1, [
      [0, shaded(skin.color, 0.55)],
      [1, lit(skin.color, 0.12)],
    ]),
  )
  canvas.ellipse(
    cx,
    cy + 6,
    r * 0.8,
    r * 0.8,
    canvas.radial(0.4, 0.36, 0.8, [
      [0, lit(skin.color, 0.2)],
      [0.6, shaded(skin.color, 0.12)],
      [1, shaded(skin.color, 0.34)],
    ]),
  )
}

function saucepan(canvas: Canvas, skin: Skin, wood: string): void {
  const [cx, floor, r] = [400, 850, 240]
  canvas.line(`M${cx + r} ${floor - 240}L${cx + r + 250} ${floor - 300}`, shaded(wood, 0.1), 34)
  canvas.line(`M${cx + r} ${floor - 250}L${cx + r + 246} ${floor - 308}`, lit(wood, 0.35), 9, 0.7)
  drawTurned(canvas, profiles.cylinder, { cx, floor, radius: r, height: 270, flat: 0.14 }, skin, skin.color)
  lid(canvas, cx, floor - 272, r, 86, skin.color, '#2f2a26')
}

function kettle(canvas: Canvas, skin: Skin, wood: string): void {
  const [cx, floor, r] = [470, 860, 230]
  canvas.path(
    `M${cx + r * 0.7} ${floor - 110}C${cx + r * 1.5} ${floor - 130} ${cx + r * 1.2} ${floor - 300} ${cx + r * 1.62} ${floor - 356}l34 16C${cx + r * 1.5} ${floor - 240} ${cx + r * 1.66} ${floor - 70} ${cx + r * 0.8} ${floor - 40}Z`,
    roundLight(canvas, skin.color, 0.4),
  )
  drawTurned(
    canvas,
    [
      [0, 0.92],
      [0.1, 1],
      [0.4, 0.96],
      [0.8, 0.62],
      [1, 0.4],
    ],
    { cx, floor, radius: r, height: 330, flat: 0.13 },
    skin,
    false,
  )
  lid(canvas, cx, floor - 330, 92, 40, skin.color, wood)
  canvas.line(
    `M${cx - 150} ${floor - 290}C${cx - 210} ${floor - 560} ${cx + 190} ${floor - 580} ${cx + 150} ${floor - 292}`,
    '#2f2a26',
    13,
  )
  canvas.line(
    `M${cx - 94} ${floor - 474}C${cx - 40} ${floor - 512} ${cx + 40} ${floor - 514} ${cx + 92} ${floor - 478}`,
    wood,
    30,
  )
}

function board(canvas: Canvas, skin: Skin, _wood: string, letter: string): void {
  const d = `${softShape(
    [
      [270, 420],
      [690, 420],
      [690, 1000],
      [270, 1000],
    ],
    46,
    0,
  )}`
  canvas.rect(278, 430, 420, 582, '#1d1712', { opacity: 0.34, filter: canvas.blur(18), rx: 40 })
  canvas.path(
    'M438 432V300q0 -44 42 -44t42 44V432Z',
    canvas.linear(0, 0, 1, 0.3, [
      [0, lit(skin.color, 0.1)],
      [1, shaded(skin.color, 0.12)],
    ]),
  )
  canvas.ellipse(480, 306, 16, 16, '#e9e2d6')
  fillShape(canvas, d, skin.material, skin.color, 'front', 'board')
  canvas.path(
    softShape(
      [
        [300, 450],
        [660, 450],
        [660, 970],
        [300, 970],
      ],
      34,
      0,
    ),
    'none',
    { stroke: shaded(skin.color, 0.45), 'stroke-width': 5, opacity: 0.35 },
  )
  if (letter)
    canvas.text(480, 770, letter, shaded(skin.color, 0.6), 150, {
      'font-family': 'Georgia, serif',
      'text-anchor': 'middle',
      opacity: 0.75,
    })
}

function canisters(canvas: Canvas, skin: Skin, wood: string): void {
  for (const [cx, r, h] of [
    [310, 120, 250],
    [565, 140, 350],
    [790, 90, 170],
  ] as const) {
    drawTurned(
      canvas,
      profiles.cylinder,
      { cx, floor: 900, radius: r, height: h, flat: 0.15 },
      { ...skin, material: 'ceramic' },
      false,
    )
    drawTurned(
      canvas,
      profiles.cylinder,
      { cx, floor: 900 - h, radius: r * 1.03, height: 34, flat: 0.15 },
      { material: 'wood', color: wood },
      false,
      0,
    )
  }
}

/** Cups in a row or one jug. */
export function drawMug(canvas: Canvas, skin: Skin, count: number): void {
  const r = count === 1 ? 210 : 135
  const spots = count === 1 ? [470] : [250, 480, 710]
  for (const [index, cx] of spots.entries()) {
    const floor = count === 1 ? 850 : 830 + (index % 2) * 50
    drawHandle(canvas, cx + r * 0.94, floor - r * 1.35, floor - r * 0.4, r * 0.62, r * 0.16, skin.color)
    drawTurned(
      canvas,
      profiles.cup,
      { cx, floor, radius: r, height: r * 1.75, flat: 0.18 },
      { ...skin, material: 'ceramic' },
      lit(skin.color, 0.3),
    )
  }
}
