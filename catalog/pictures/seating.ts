import type { Skin, Stage } from './stage.ts'

/** Inches of the set-up piece. */
export type Measures = { readonly width: number; readonly depth: number; readonly height: number }

export type SofaShape = {
  readonly seats: number
  readonly arm: 'track' | 'round' | 'slope' | 'none'
  readonly legs: 'block' | 'taper' | 'plinth' | 'metal'
  readonly back: 'cushion' | 'tight' | 'channel' | 'loose'
  readonly chaise?: 'left' | 'right'
}

type Skins = { readonly cover: Skin; readonly legs: Skin }

/** Sofas, loveseats, sectionals, armchairs: front to back they are legs, base, seat, back, arms. */
export function drawSofa(
  stage: Stage,
  { width, depth, height }: Measures,
  shape: SofaShape,
  { cover, legs }: Skins,
): void {
  const half = width / 2
  const legHeight = shape.legs === 'plinth' ? 1.2 : shape.legs === 'block' ? 3 : 6
  const armWidth = { track: 5, round: 7.5, slope: 5.5, none: 0 }[shape.arm] * Math.min(1, width / 60 + 0.25)
  const seatTop = 18
  const armTop = shape.arm === 'slope' ? 23 : 25
  const backDepth = depth * 0.28
  const chaiseReach = shape.chaise ? 22 : 0
  const inside = half - armWidth
  stage.shadow(-half, half, -chaiseReach * 0.2, depth)
  drawLegs(stage, shape.legs, half, depth, legHeight, legs)
  // back
  const backSoft = { radius: shape.arm === 'round' ? 5 : 2.6, bulge: 0.4 }
  stage.slab(
    -half + (shape.arm === 'none' ? 0 : armWidth * 0.4),
    half - (shape.arm === 'none' ? 0 : armWidth * 0.4),
    legHeight,
    height - (shape.back === 'loose' ? 4 : 1),
    depth - backDepth,
    depth,
    cover,
    backSoft,
  )
  stage.dusk(-inside, inside, seatTop - 1, seatTop + 5, depth - backDepth - 0.2, 0.28, true)
  drawBack(stage, shape, inside, seatTop, height, depth - backDepth, cover)
  // seat deck and cushions
  stage.dusk(-inside, inside, seatTop, seatTop + 1, depth - backDepth - 1, 0.2)
  const each = (inside * 2) / shape.seats
  for (let index = 0; index < shape.seats; index += 1) {
    const x0 = -inside + index * each + 0.25
    stage.slab(x0, x0 + each - 0.5, seatTop - 6, seatTop, 1.2, depth - backDepth, cover, { radius: 2.2, bulge: 0.35 })
  }
  // base
  stage.cushion(-half + armWidth * 0.5, half - armWidth * 0.5, legHeight, seatTop - 5.6, 1, cover, {
    radius: 0.8,
    bulge: 0,
  })
  stage.dusk(-inside, inside, seatTop - 7.4, seatTop - 5.6, 0.8, 0.22)
  if (shape.chaise) {
    const isLeft = shape.chaise === 'left'
    const x0 = isLeft ? -inside : inside - each
    stage.slab(x0, x0 + each, seatTop - 6, seatTop, -chaiseReach, depth - backDepth, cover, {
      radius: 2.2,
      bulge: 0.35,
    })
    stage.cushion(x0, x0 + each, legHeight, seatTop - 5.6, -chaiseReach, cover, { radius: 0.8, bulge: 0 })
    stage.post(x0 + 3, -chaiseReach, 0, legHeight, 1.8, 1.2, legs)
    stage.post(x0 + each - 3, -chaiseReach, 0, legHeight, 1.8, 1.2, legs)
  }
  if (shape.arm !== 'none')
    for (const side of [-1, 1]) drawArm(stage, shape, side, half, armWidth, legHeight, armTop, depth, cover)
}

function drawLegs(
  stage: Stage,
  legs: SofaShape['legs'],
  half: number,
  depth: number,
  height: number,
  skin: Skin,
): void {
  if (legs === 'plinth') {
    stage.box(-half + 3, half - 3, 0, height, 3, depth - 3, skin)
    return
  }
  const thick = legs === 'block' ? 3 : legs === 'metal' ? 0.9 : 2.1
  const foot = legs === 'taper' ? 1.1 : thick
  for (const z of [depth - 4, 2.5]) {
    for (const side of [-1, 1])
      stage.post(side * (half - 4), z, 0, height + 1, thick, foot, skin, legs === 'taper' ? side * 0.7 : 0)
  }
}

function drawBack(
  stage: Stage,
  shape: SofaShape,
  inside: number,
  seatTop: number,
  height: number,
  z: number,
  cover: Skin,
): void {
  const low = seatTop - 0.5
  if (shape.back === 'tight') {
    stage.cushion(-inside, inside, low, height - 2, z - 0.5, cover, { radius: 2.5, bulge: 0.3 })
    return
  }
  if (shape.back === 'channel') {
    const count = Math.max(5, Math.round((inside * 2) / 6))
    const each = (inside * 2) / count
    for (let index = 0; index < count; index += 1) {
      stage.cushion(-inside + index * each + 0.1, -inside + (index + 1) * each - 0.1, low, height - 1, z - 0.6, cover, {
        radius: 2.4,
        bulge: 0.25,
      })
    }
    return
  }
  const each = (inside * 2) / shape.seats
  const rise = shape.back === 'loose' ? 1 : 2
  for (let index = 0; index < shape.seats; index += 1) {
    const x0 = -inside + index * each + 0.4
    stage.cushion(x0, x0 + each - 0.8, low, height - rise, z - 3.5, cover, {
      radius: 4,
      bulge: shape.back === 'loose' ? 1 : 0.6,
    })
  }
}

function drawArm(
  stage: Stage,
  shape: SofaShape,
  side: number,
  half: number,
  width: number,
  low: number,
  top: number,
  depth: number,
  cover: Skin,
): void {
  const [outer, inner] = [side * half, side * (half - width)]
  const [x0, x1] = [Math.min(outer, inner), Math.max(outer, inner)]
  const radius = { track: 0.9, round: width * 0.48, slope: 2.4, none: 0 }[shape.arm]
  // the inner wall of the arm, then its top and front
  stage.box(x0 + radius * 0.2, x1 - radius * 0.2, low, top - radius, 1, depth - 4, cover)
  stage.slab(x0, x1, low, top, 0.4, depth - 3, cover, { radius, bulge: shape.arm === 'round' ? 0.5 : 0.15 })
}
