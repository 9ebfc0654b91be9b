import { softShape } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { fillShape } from './material.ts'
import type { Measures } from './seating.ts'
import type { Skin, Stage } from './stage.ts'

export type BedShape = {
  readonly head: 'panel' | 'upholstered' | 'channel' | 'spindle' | 'cane' | 'arch'
  readonly isPlatform: boolean
}

/** A made bed seen from its foot: headboard, pillows, folded cover. */
export function drawBed(
  stage: Stage,
  { width, height }: Measures,
  shape: BedShape,
  frame: Skin,
  linen: { sheet: string; cover: string },
): void {
  const half = width / 2
  const reach = 84
  const { canvas } = stage
  stage.shadow(-half, half, 0, reach * 0.9, 0.3)
  drawHead(stage, shape, half, height, reach, frame)
  const sheet: Skin = { material: 'fabric', color: linen.sheet }
  const cover: Skin = { material: 'fabric', color: linen.cover }
  const mattressTop = shape.isPlatform ? 22 : 25
  // pillows lean against the headboard
  for (const row of [0, 1]) {
    for (const side of [-1, 1]) {
      const x = side * half * 0.47
      const wide = half * 0.86
      stage.cushion(
        x - wide / 2,
        x + wide / 2,
        mattressTop - 1 - row * 2,
        mattressTop + 15 - row * 5,
        reach - 10 - row * 8,
        row === 0 ? { ...sheet, color: lit(linen.cover, 0.45) } : sheet,
        { radius: 5, bulge: 1.4 },
      )
    }
  }
  // the cover lies over the mattress: top, then the fall at the foot
  const top = softShape(
    [
      stage.at([-half + 1, mattressTop, reach - 22]),
      stage.at([half - 1, mattressTop, reach - 22]),
      stage.at([half - 0.5, mattressTop, 2]),
      stage.at([-half + 0.5, mattressTop, 2]),
    ],
    stage.scale * 3,
    0,
  )
  fillShape(canvas, top, 'fabric', linen.cover, 'top', 'cover')
  const turn = softShape(
    [
      stage.at([-half + 1, mattressTop + 0.6, reach - 22]),
      stage.at([half - 1, mattressTop + 0.6, reach - 22]),
      stage.at([half - 0.8, mattressTop + 0.6, reach - 34]),
      stage.at([-half + 0.8, mattressTop + 0.6, reach - 34]),
    ],
    stage.scale * 2,
    0,
  )
  fillShape(canvas, turn, 'fabric', linen.sheet, 'top', 'turn')
  stage.cushion(-half + 0.4, half - 0.4, 9, mattressTop + 0.4, 1.4, cover, { radius: 3.2, bulge: 0.3 })
  for (const share of [-0.62, -0.2, 0.3, 0.7]) {
    const [x0, y0] = stage.at([share * half, mattressTop - 2, 1.2])
    const [x1, y1] = stage.at([share * half * 1.03, 10.5, 1.2])
    canvas.line(
      `M${x0.toFixed(1)} ${y0.toFixed(1)}Q${(x0 + 9).toFixed(1)} ${((y0 + y1) / 2).toFixed(1)} ${x1.toFixed(1)} ${y1.toFixed(1)}`,
      shaded(linen.cover, 0.5),
      2.4,
      0.16,
    )
  }
  // rail and feet
  if (shape.isPlatform) {
    for (const side of [-1, 1]) stage.post(side * (half - 3), 1, 0, 6, 2.6, 2, frame)
    stage.face(-half, half, 5.4, 10.5, 0.2, frame, 'front', 'rail')
  } else {
    stage.face(-half - 1, half + 1, 2, 12, 0.2, frame, 'front', 'rail')
    for (const side of [-1, 1]) stage.post(side * (half - 0.4), 0, 0, 14, 2.6, 2.4, frame)
  }
}

function drawHead(stage: Stage, shape: BedShape, half: number, height: number, z: number, frame: Skin): void {
  const wide = half + 2
  switch (shape.head) {
    case 'panel':
      stage.box(-wide, wide, 0, height, z, z + 3, frame, 'head')
      stage.face(
        -wide + 3,
        wide - 3,
        20,
        height - 3,
        z - 0.2,
        { ...frame, color: shaded(frame.color, 0.08) },
        'front',
        'inset',
      )
      return
    case 'upholstered':
      stage.cushion(-wide, wide, 4, height, z, frame, { radius: 5, bulge: 0.5 })
      stage.cushion(-wide + 3, wide - 3, 10, height - 3, z - 0.6, frame, { radius: 4, bulge: 0.4 })
      return
    case 'channel': {
      const count = Math.round((wide * 2) / 7)
      const each = (wide * 2) / count
      for (let index = 0; index < count; index += 1)
        stage.cushion(-wide + index * each, -wide + (index + 1) * each, 4, height, z, frame, {
          radius: 2.6,
          bulge: 0.3,
        })
      return
    }
    case 'spindle':
      for (const side of [-1, 1]) stage.post(side * wide, z, 0, height + 1, 2.4, 2, frame)
      for (let x = -wide + 4; x < wide - 2; x += 4.4) stage.post(x, z, 16, height - 1, 1, 1, frame)
      stage.box(-wide, wide, height - 3, height - 0.6, z, z + 1.6, frame, 'rail')
      return
    case 'cane':
      stage.cushion(-wide, wide, 4, height, z, frame, { radius: 3, bulge: 0 })
      for (const side of [-1, 1]) {
        const [a, b] = side < 0 ? [-wide + 3, -1.4] : [1.4, wide - 3]
        stage.cushion(a, b, 14, height - 3, z - 0.3, { material: 'cane', color: '#dcc79f' }, { radius: 1.4, bulge: 0 })
      }
      return
    case 'arch':
      stage.cushion(-wide, wide, 4, height, z, frame, { radius: wide * 0.55, bulge: 0 })
  }
}
