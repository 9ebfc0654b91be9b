import { type Canvas, num } from './canvas.ts'
import { fillShape, roundLight } from './material.ts'
import type { Measures } from './seating.ts'
import type { Skin, Stage } from './stage.ts'

export type TableShape = {
  readonly top: 'rect' | 'round' | 'oval'
  readonly legs: 'straight' | 'taper' | 'trestle' | 'pedestal' | 'drum' | 'slab' | 'hairpin'
  readonly drawer?: boolean
  readonly shelf?: boolean
}

type Skins = { readonly top: Skin; readonly legs: Skin }

/** Dining, coffee and side tables, desks, consoles, benches. */
export function drawTable(stage: Stage, measures: Measures, shape: TableShape, { top, legs }: Skins): void {
  if (shape.top !== 'rect') {
    drawRoundTable(stage, measures, shape, { top, legs })
    return
  }
  const { width, depth, height } = measures
  const half = width / 2
  const thick = Math.min(2.2, Math.max(1, height * 0.06))
  stage.shadow(-half * 0.96, half * 0.96, 1, depth, 0.26)
  drawSupports(stage, measures, shape, legs, height - thick)
  if (shape.shelf) stage.box(-half + 2, half - 2, height * 0.22, height * 0.22 + 1, 2, depth - 2, legs, 's')
  if (shape.legs !== 'slab') {
    stage.box(
      -half + 2.5,
      half - 2.5,
      height - thick - (shape.drawer ? 4.5 : 2.4),
      height - thick,
      1.6,
      depth - 2,
      legs,
      'apron',
    )
    if (shape.drawer) drawDrawers(stage, half - 3, height - thick - 4.2, height - thick - 0.6, width > 40 ? 2 : 1, legs)
  }
  stage.box(-half, half, height - thick, height, 0, depth, top, 'top')
}

function drawDrawers(stage: Stage, half: number, low: number, high: number, count: number, skin: Skin): void {
  const each = (half * 2) / count
  for (let index = 0; index < count; index += 1) {
    const x0 = -half + index * each + 0.3
    stage.face(x0, x0 + each - 0.6, low, high, 1.5, skin, 'front', `drawer${index}`)
    const [x, y] = stage.at([x0 + each / 2 - 0.3, (low + high) / 2, 1.4])
    stage.canvas.ellipse(x, y, stage.scale * 0.5, stage.scale * 0.5, '#3a2f26', { opacity: 0.75 })
  }
}

function drawSupports(stage: Stage, { width, depth }: Measures, shape: TableShape, skin: Skin, top: number): void {
  const half = width / 2
  switch (shape.legs) {
    case 'slab':
      stage.box(-half + 1, -half + 3.6, 0, top, 0.5, depth - 1, skin, 'l')
      stage.box(half - 3.6, half - 1, 0, top, 0.5, depth - 1, skin, 'r')
      return
    case 'trestle':
      for (const side of [-1, 1]) {
        const x = side * (half * 0.62)
        stage.box(x - 1.6, x + 1.6, 0, 2, 1, depth - 1, skin, 'foot')
        stage.box(x - 1.4, x + 1.4, 2, top, depth * 0.35, depth * 0.65, skin, 'post')
      }
      stage.box(-half * 0.62, half * 0.62, top * 0.3, top * 0.3 + 2.2, depth * 0.46, depth * 0.54, skin, 'beam')
      return
    case 'hairpin':
    case 'straight':
    case 'taper': {
      const thick = shape.legs === 'hairpin' ? 0.7 : Math.max(1.4, Math.min(3, width * 0.04))
      const foot = shape.legs === 'taper' ? thick * 0.5 : thick
      for (const z of [depth - 3, 1.6]) {
        for (const side of [-1, 1])
          stage.post(
            side * (half - 2.2 - thick / 2),
            z,
            0,
            top,
            thick,
            foot,
            skin,
            shape.legs === 'taper' ? side * 0.8 : 0,
          )
      }
      return
    }
    case 'pedestal':
    case 'drum':
      stage.box(-half * 0.5, half * 0.5, 0, top, depth * 0.25, depth * 0.75, skin, 'block')
  }
}

function drawRoundTable(
  stage: Stage,
  { width, depth, height }: Measures,
  shape: TableShape,
  { top, legs }: Skins,
): void {
  const { canvas, scale } = stage
  const [cx, floor] = stage.at([0, 0, depth / 2])
  const rx = (width / 2) * scale
  const flat = Math.max(0.2, Math.min(0.3, (depth / width) * 0.26))
  const ry = rx * flat
  const thick = Math.min(1.8, height * 0.09) * scale
  const topY = floor - height * scale * 0.94
  canvas.ellipse(cx, floor + ry * 0.1, rx * (shape.legs === 'drum' ? 1.04 : 0.8), ry * 0.9, '#1d1712', {
    opacity: 0.26,
    filter: canvas.blur(14),
  })
  if (shape.legs === 'drum') {
    canvas.path(tube(cx, topY + thick, floor, rx * 0.94, rx * 0.94, flat), roundLight(canvas, legs.color, 0.2))
  } else if (shape.legs === 'pedestal') {
    const [waist, foot] = [rx * 0.1, rx * 0.46]
    canvas.ellipse(cx, floor, foot, foot * flat, roundLight(canvas, legs.color, 0.2))
    canvas.path(
      `M${num(cx - waist * 2.2)} ${num(topY + thick)}C${num(cx - waist * 0.6)} ${num(topY + (floor - topY) * 0.45)} ${num(cx - waist)} ${num(floor - (floor - topY) * 0.2)} ${num(cx - foot)} ${num(floor)}H${num(cx + foot)}C${num(cx + waist)} ${num(floor - (floor - topY) * 0.2)} ${num(cx + waist * 0.6)} ${num(topY + (floor - topY) * 0.45)} ${num(cx + waist * 2.2)} ${num(topY + thick)}Z`,
      roundLight(canvas, legs.color, 0.2),
    )
  } else {
    const spots = [-0.62, 0.62, -0.34, 0.34]
    for (const [index, share] of spots.entries()) {
      const isBack = index < 2
      const x = cx + rx * share * (isBack ? 0.7 : 1.5)
      const foot = floor + (isBack ? -ry * 0.4 : ry * 0.45)
      const wide = scale * (shape.legs === 'hairpin' ? 0.35 : 0.9)
      canvas.path(
        `M${num(x - wide)} ${num(topY)}L${num(x + wide)} ${num(topY)}L${num(x + wide * 0.6 + share * 14)} ${num(foot)}L${num(x - wide * 0.6 + share * 14)} ${num(foot)}Z`,
        roundLight(canvas, legs.color, isBack ? 0.02 : 0.2),
      )
    }
  }
  canvas.path(tube(cx, topY, topY + thick, rx, rx, flat), roundLight(canvas, top.color, 0.12))
  const disc = ring(cx, topY, rx, ry)
  fillShape(canvas, disc, top.material, top.color, 'top', 'round')
}

/** The outside of an upright tube between two heights. */
export function tube(cx: number, topY: number, lowY: number, topR: number, lowR: number, flat: number): string {
  return `M${num(cx - topR)} ${num(topY)}L${num(cx - lowR)} ${num(lowY)}A${num(lowR)} ${num(lowR * flat)} 0 0 0 ${num(cx + lowR)} ${num(lowY)}L${num(cx + topR)} ${num(topY)}A${num(topR)} ${num(topR * flat)} 0 0 1 ${num(cx - topR)} ${num(topY)}Z`
}

/** An ellipse as a path. */
export function ring(cx: number, cy: number, rx: number, ry: number): string {
  return `M${num(cx - rx)} ${num(cy)}A${num(rx)} ${num(ry)} 0 1 1 ${num(cx + rx)} ${num(cy)}A${num(rx)} ${num(ry)} 0 1 1 ${num(cx - rx)} ${num(cy)}Z`
}

export type ChairShape = {
  readonly back: 'slats' | 'panel' | 'wishbone' | 'upholstered' | 'cane' | 'none' | 'low'
  readonly arms?: boolean
  readonly frame: 'wood' | 'metal' | 'sled'
}

/** Dining chairs, counter stools, benches without a back. */
export function drawChair(
  stage: Stage,
  { width, depth, height }: Measures,
  shape: ChairShape,
  seat: Skin,
  frame: Skin,
): void {
  const half = width / 2
  const isStool = height - (shape.back === 'none' ? 0 : shape.back === 'low' ? 6 : 14) > 22
  const seatTop = shape.back === 'none' ? height : isStool ? height - (shape.back === 'low' ? 7 : 13) : 18.5
  const thick = shape.frame === 'metal' || shape.frame === 'sled' ? 0.8 : 1.5
  stage.shadow(-half, half, 0, depth * 0.9, 0.26)
  for (const side of [-1, 1]) {
    stage.post(
      side * (half - 1.6),
      depth - 2.5,
      0,
      shape.back === 'none' ? seatTop - 1 : height - 1,
      thick,
      thick * 0.8,
      frame,
      side * 0.4,
    )
  }
  if (isStool) {
    stage.face(-half + 1.5, half - 1.5, 8, 9, depth - 3, frame, 'side')
    stage.face(-half + 1.2, half - 1.2, 7, 8.1, 1.2, frame)
  }
  drawChairBack(stage, shape, half, seatTop, height, depth - 2, seat, frame)
  for (const side of [-1, 1])
    stage.post(side * (half - 1.4), 1.4, 0, seatTop - 1, thick * 1.15, thick * 0.75, frame, side * 0.5)
  stage.box(-half + 1.2, half - 1.2, seatTop - 3.4, seatTop - 1.6, 1, depth - 3, frame, 'rail')
  stage.slab(-half + 0.4, half - 0.4, seatTop - 2.4, seatTop, 0, depth - 2.5, seat, { radius: 1.1, bulge: 0.1 })
  if (shape.arms) {
    for (const side of [-1, 1]) {
      stage.post(side * (half - 0.8), 2, seatTop - 1, seatTop + 7.5, thick, thick, frame)
      stage.box(
        Math.min(side * half, side * (half - 1.6)),
        Math.max(side * half, side * (half - 1.6)),
        seatTop + 7,
        seatTop + 8.2,
        1,
        depth - 2.5,
        frame,
        'arm',
      )
    }
  }
}

function drawChairBack(
  stage: Stage,
  shape: ChairShape,
  half: number,
  seatTop: number,
  height: number,
  z: number,
  seat: Skin,
  frame: Skin,
): void {
  const inside = half - 1.6
  switch (shape.back) {
    case 'none':
      return
    case 'slats':
      for (let index = 0; index < 7; index += 1) {
        const x = -inside + 0.8 + (index * (inside * 2 - 1.6)) / 6
        stage.post(x, z, seatTop - 1, height - 2, 0.7, 0.7, frame)
      }
      stage.cushion(-half + 0.6, half - 0.6, height - 3, height, z - 0.4, frame, { radius: 1.2, bulge: 0.2 })
      return
    case 'wishbone':
      stage.post(0, z, seatTop - 1, height - 2, 3.4, 1.2, frame)
      stage.cushion(-half - 0.6, half + 0.6, height - 2.6, height - 0.6, z - 1, frame, { radius: 1, bulge: 0.3 })
      return
    case 'panel':
      stage.cushion(-half + 0.8, half - 0.8, seatTop + 6, height, z - 0.5, frame, { radius: 1.4, bulge: 0.3 })
      return
    case 'cane':
      stage.cushion(-half + 0.6, half - 0.6, seatTop + 3, height, z - 0.5, frame, { radius: 1.6, bulge: 0.2 })
      stage.cushion(
        -half + 2.2,
        half - 2.2,
        seatTop + 4.6,
        height - 1.6,
        z - 0.7,
        { material: 'cane', color: '#dcc79f' },
        { radius: 1, bulge: 0 },
      )
      return
    case 'low':
      stage.cushion(-half + 0.4, half - 0.4, seatTop + 1.5, height, z - 0.5, seat, { radius: 1.8, bulge: 0.3 })
      return
    case 'upholstered':
      stage.cushion(-half + 0.4, half - 0.4, seatTop - 0.5, height, z - 0.5, seat, { radius: 2.4, bulge: 0.3 })
  }
}

/** A soft round seat without a frame: poufs and ottomans. */
export function drawPouf(
  canvas: Canvas,
  cx: number,
  floor: number,
  width: number,
  height: number,
  skin: Skin,
  isSquare: boolean,
): void {
  const flat = isSquare ? 0.16 : 0.22
  const rx = width / 2
  canvas.ellipse(cx, floor, rx * 1.02, rx * flat, '#1d1712', { opacity: 0.3, filter: canvas.blur(14) })
  const top = floor - height
  const swell = isSquare ? rx * 0.03 : rx * 0.1
  const body = `M${num(cx - rx)} ${num(top + rx * flat)}C${num(cx - rx - swell)} ${num(top + height * 0.4)} ${num(cx - rx - swell)} ${num(top + height * 0.8)} ${num(cx - rx * 0.94)} ${num(floor - rx * flat * 0.4)}Q${num(cx)} ${num(floor + rx * flat * 1.3)} ${num(cx + rx * 0.94)} ${num(floor - rx * flat * 0.4)}C${num(cx + rx + swell)} ${num(top + height * 0.8)} ${num(cx + rx + swell)} ${num(top + height * 0.4)} ${num(cx + rx)} ${num(top + rx * flat)}Z`
  canvas.path(body, roundLight(canvas, skin.color, 0.12))
  fillShape(canvas, ring(cx, top + rx * flat, rx, rx * flat), skin.material, skin.color, 'top', 'pouf')
  canvas.line(
    `M${num(cx - rx)} ${num(top + rx * flat)}A${num(rx)} ${num(rx * flat)} 0 0 0 ${num(cx + rx)} ${num(top + rx * flat)}`,
    '#241a12',
    2,
    0.18,
  )
}
