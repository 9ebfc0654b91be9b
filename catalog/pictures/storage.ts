import { chance } from './canvas.ts'
import { shaded } from './color.ts'
import type { Measures } from './seating.ts'
import type { Skin, Stage } from './stage.ts'

export type CabinetShape = {
  /** Columns from left to right: 'door', 'open' or a number of drawers. */
  readonly columns: readonly ('door' | 'open' | 'glass' | number)[]
  readonly base: 'legs' | 'plinth' | 'metal' | 'none'
  readonly knob: 'round' | 'bar' | 'none'
  readonly front?: 'plain' | 'cane' | 'fluted'
}

/** Cabinets, dressers, nightstands, media consoles, sideboards. */
export function drawCabinet(
  stage: Stage,
  { width, depth, height }: Measures,
  shape: CabinetShape,
  skin: Skin,
  metal: Skin,
): void {
  const half = width / 2
  const legHeight = { legs: Math.min(6, height * 0.2), metal: Math.min(6, height * 0.2), plinth: 2, none: 0 }[
    shape.base
  ]
  stage.shadow(-half, half, 0, depth)
  if (shape.base === 'plinth')
    stage.box(-half + 1, half - 1, 0, legHeight, 1.4, depth - 1, { ...skin, color: shaded(skin.color, 0.3) })
  else if (shape.base !== 'none') {
    const leg = shape.base === 'metal' ? metal : skin
    for (const z of [depth - 2, 1.6])
      for (const side of [-1, 1])
        stage.post(
          side * (half - 2.4),
          z,
          0,
          legHeight + 0.5,
          shape.base === 'metal' ? 0.9 : 1.9,
          shape.base === 'metal' ? 0.9 : 1.2,
          leg,
          shape.base === 'legs' ? side * 0.5 : 0,
        )
  }
  stage.box(-half, half, legHeight, height, 0, depth, skin, 'case')
  const each = (width - 1.6) / shape.columns.length
  shape.columns.forEach((column, index) => {
    const x0 = -half + 0.8 + index * each
    drawColumn(stage, column, [x0 + 0.15, x0 + each - 0.15, legHeight + 0.9, height - 1.1], shape, skin, metal, index)
  })
}

type Box = readonly [x0: number, x1: number, y0: number, y1: number]

function drawColumn(
  stage: Stage,
  column: CabinetShape['columns'][number],
  [x0, x1, y0, y1]: Box,
  shape: CabinetShape,
  skin: Skin,
  metal: Skin,
  index: number,
): void {
  if (column === 'open') {
    stage.face(x0, x1, y0, y1, -0.05, { ...skin, color: shaded(skin.color, 0.42) }, 'front', `in${index}`)
    stage.dusk(x0, x1, (y0 + y1) / 2, y1, -0.06, 0.35)
    stage.face(x0, x1, (y0 + y1) / 2 - 0.4, (y0 + y1) / 2 + 0.4, -0.07, skin)
    books(stage, [x0 + 1, x1 - 1, y0, (y0 + y1) / 2 - 1], `b${index}`)
    return
  }
  const fronts = typeof column === 'number' ? column : 1
  const tall = (y1 - y0) / fronts
  for (let nth = 0; nth < fronts; nth += 1) {
    const box: Box = [x0, x1, y0 + nth * tall + 0.15, y0 + (nth + 1) * tall - 0.15]
    drawFront(stage, box, shape, skin, column === 'glass', `${index}-${nth}`)
    if (shape.knob === 'none') continue
    const y = typeof column === 'number' ? (box[2] + box[3]) / 2 : (box[2] + box[3]) / 2 + tall * 0.12
    const spots =
      typeof column === 'number'
        ? x1 - x0 > 24
          ? [x0 + (x1 - x0) * 0.25, x0 + (x1 - x0) * 0.75]
          : [(x0 + x1) / 2]
        : [index % 2 === 0 ? x1 - 1.4 : x0 + 1.4]
    for (const x of spots) drawKnob(stage, x, y, shape.knob, typeof column === 'number', metal)
  }
}

function drawFront(
  stage: Stage,
  [x0, x1, y0, y1]: Box,
  shape: CabinetShape,
  skin: Skin,
  isGlass: boolean,
  seed: string,
): void {
  const { canvas } = stage
  stage.face(x0 - 0.1, x1 + 0.1, y0 - 0.1, y1 + 0.1, -0.02, {
    ...skin,
    material: 'plain',
    color: shaded(skin.color, 0.5),
  })
  stage.face(x0, x1, y0, y1, -0.05, skin, 'front', seed)
  if (isGlass) {
    stage.face(x0 + 1.4, x1 - 1.4, y0 + 1.4, y1 - 1.4, -0.06, { material: 'plain', color: shaded(skin.color, 0.62) })
    books(stage, [x0 + 1.8, x1 - 1.8, y0 + 1.4, y0 + (y1 - y0) * 0.42], seed)
    const [a, b] = [stage.at([x0 + 1.4, y1 - 1.4, -0.1]), stage.at([x1 - 1.4, y0 + 1.4, -0.1])]
    canvas.rect(
      a[0],
      a[1],
      b[0] - a[0],
      b[1] - a[1],
      canvas.linear(0, 0, 1, 1, [
        [0, '#ffffff', 0.3],
        [0.4, '#ffffff', 0.06],
        [1, '#ffffff', 0.14],
      ]),
    )
  }
  if (shape.front === 'cane')
    stage.face(x0 + 1.6, x1 - 1.6, y0 + 1.6, y1 - 1.6, -0.06, { material: 'cane', color: '#dcc79f' })
  if (shape.front === 'fluted') {
    const count = Math.max(3, Math.round((x1 - x0) / 1.3))
    const each = (x1 - x0) / count
    for (let index = 0; index < count; index += 1)
      stage.post(x0 + (index + 0.5) * each, -0.1, y0, y1, each * 0.94, each * 0.94, skin)
  }
}

function drawKnob(
  stage: Stage,
  x: number,
  y: number,
  knob: CabinetShape['knob'],
  isDrawer: boolean,
  metal: Skin,
): void {
  const [px, py] = stage.at([x, y, -0.3])
  const size = Math.max(3, stage.scale * 0.5)
  if (knob === 'round') {
    stage.canvas.ellipse(px + 1, py + 2, size, size, '#1d1712', { opacity: 0.3 })
    stage.canvas.ellipse(
      px,
      py,
      size,
      size,
      stage.canvas.radial(0.35, 0.3, 0.8, [
        [0, '#fff3dc'],
        [0.4, metal.color],
        [1, shaded(metal.color, 0.4)],
      ]),
    )
    return
  }
  const [w, h] = isDrawer ? [stage.scale * 4, size * 0.7] : [size * 0.7, stage.scale * 5]
  stage.canvas.rect(px - w / 2 + 1, py - h / 2 + 2, w, h, '#1d1712', { opacity: 0.3, rx: 2 })
  stage.canvas.rect(px - w / 2, py - h / 2, w, h, metal.color, { rx: 2 })
}

const spines = ['#8a6b52', '#c7b9a3', '#5e6a5c', '#b08968', '#e3d9c8', '#7b4a38', '#9aa39a', '#3e4a52']

function books(stage: Stage, [x0, x1, y0, y1]: Box, seed: string): void {
  const next = chance(seed)
  let x = x0 + next() * 2
  while (x < x1 - 2) {
    const wide = 0.9 + next() * 1.1
    if (x + wide > x1) break
    const tall = (y1 - y0) * (0.55 + next() * 0.35)
    stage.face(x, x + wide, y0, y0 + tall, -0.08, {
      material: 'plain',
      color: spines[Math.floor(next() * spines.length)]!,
    })
    x += wide + (next() > 0.8 ? 3 : 0.12)
  }
}

/** Open bookcases: shelves between sides, with books and a vessel on them. */
export function drawShelf(
  stage: Stage,
  { width, depth, height }: Measures,
  shelves: number,
  skin: Skin,
  isOpen: boolean,
): void {
  const half = width / 2
  stage.shadow(-half, half, 0, depth)
  if (!isOpen)
    stage.face(-half + 1, half - 1, 1, height, depth - 1, { ...skin, color: shaded(skin.color, 0.3) }, 'front', 'rear')
  for (const side of [-1, 1]) {
    if (isOpen) stage.post(side * (half - 0.6), depth - 1, 0, height, 1, 1, skin)
    else
      stage.box(
        Math.min(side * half, side * (half - 1.2)),
        Math.max(side * half, side * (half - 1.2)),
        0,
        height,
        0,
        depth,
        skin,
        `side${side}`,
      )
  }
  const gap = (height - 4) / shelves
  for (let index = 0; index <= shelves; index += 1) {
    const y = 2 + index * gap
    stage.box(
      -half + (isOpen ? 0 : 1.2),
      half - (isOpen ? 0 : 1.2),
      y,
      y + 1.1,
      0.2,
      depth - 0.6,
      skin,
      `shelf${index}`,
    )
    if (index < shelves) {
      if (!isOpen) stage.dusk(-half + 1.2, half - 1.2, y + gap * 0.6, y + gap, 1, 0.2)
      const isLeft = index % 2 === 0
      books(
        stage,
        isLeft ? [-half + 2, half * 0.15, y + 1.1, y + gap * 0.95] : [-half * 0.1, half - 2, y + 1.1, y + gap * 0.95],
        `s${index}`,
      )
      pot(stage, isLeft ? half * 0.55 : -half * 0.55, y + 1.1, gap * 0.5, index)
    }
  }
  if (isOpen) for (const side of [-1, 1]) stage.post(side * (half - 0.6), 0.4, 0, height, 1, 1, skin)
}

function pot(stage: Stage, x: number, y: number, size: number, nth: number): void {
  const [cx, floor] = stage.at([x, y, 2])
  const r = size * 0.32 * stage.scale
  const color = ['#e9e1d3', '#9a5a41', '#6f7864', '#d8cbb8', '#4b4a47'][nth % 5]!
  stage.canvas.path(
    `M${cx - r * 0.5} ${floor - r * 2.2}C${cx - r * 1.5} ${floor - r * 1.6} ${cx - r * 1.2} ${floor - r * 0.3} ${cx - r * 0.6} ${floor}H${cx + r * 0.6}C${cx + r * 1.2} ${floor - r * 0.3} ${cx + r * 1.5} ${floor - r * 1.6} ${cx + r * 0.5} ${floor - r * 2.2}Z`.replace(
      /\d+\.\d+/g,
      (n) => Number(n).toFixed(1),
    ),
    stage.canvas.across([
      [0, shaded(color, 0.2)],
      [0.35, color],
      [1, shaded(color, 0.35)],
    ]),
  )
}
