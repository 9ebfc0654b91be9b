import { type Canvas, num } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { roundLight } from './material.ts'
import { type ProfileName, profiles } from './profiles.ts'
import type { Skin } from './stage.ts'
import { ring } from './tables.ts'
import { drawTurned, turnedShape } from './vessels.ts'

export type LampShape = {
  readonly kind: 'table' | 'floor' | 'pendant' | 'sconce' | 'arc' | 'task'
  readonly shade: 'drum' | 'cone' | 'dome' | 'globe' | 'paper'
  readonly base?: ProfileName | 'rod'
}

type Skins = { readonly shade: Skin; readonly base: Skin }

/** Lamps of all kinds, lit. `unit` is pixels per inch. */
export function drawLamp(
  canvas: Canvas,
  measures: { width: number; height: number },
  shape: LampShape,
  skins: Skins,
  place: { cx: number; floor: number; unit: number },
): void {
  const { cx, floor, unit } = place
  const [width, height] = [measures.width * unit, measures.height * unit]
  switch (shape.kind) {
    case 'pendant':
      canvas.line(`M${cx} 0V${num(floor - height)}`, '#3b342d', 3)
      drawShade(canvas, shape, cx, floor, width / 2, Math.min(height, width * 0.9), skins)
      return
    case 'sconce':
      canvas.rect(
        cx - width * 0.16,
        floor - height * 0.66,
        width * 0.32,
        height * 0.5,
        metal(canvas, skins.base.color),
        { rx: 10 },
      )
      canvas.line(
        `M${cx} ${num(floor - height * 0.4)}V${num(floor - height * 0.55)}`,
        shaded(skins.base.color, 0.2),
        10,
      )
      drawShade(canvas, shape, cx, floor - height * 0.42, width / 2, height * 0.55, skins)
      return
    case 'arc':
      drawArc(canvas, cx, floor, width, height, shape, skins)
      return
    case 'floor': {
      const shadeHeight = Math.min(height * 0.24, width * 0.8)
      foot(canvas, cx, floor, width * 0.3, skins.base.color)
      canvas.rect(
        cx - unit * 0.4,
        floor - height + shadeHeight * 0.8,
        unit * 0.8,
        height - shadeHeight * 0.8,
        metal(canvas, skins.base.color),
      )
      drawShade(canvas, shape, cx, floor - height + shadeHeight, width / 2, shadeHeight, skins)
      return
    }
    case 'task': {
      foot(canvas, cx + width * 0.16, floor, width * 0.26, skins.base.color)
      canvas.line(
        `M${num(cx + width * 0.16)} ${num(floor - 10)}L${num(cx + width * 0.3)} ${num(floor - height * 0.5)}L${num(cx - width * 0.12)} ${num(floor - height * 0.9)}`,
        skins.base.color,
        unit * 0.5,
      )
      drawShade(canvas, shape, cx - width * 0.22, floor - height * 0.68, width * 0.26, height * 0.26, skins)
      return
    }
    case 'table': {
      const shadeHeight = height * 0.42
      const baseHeight = height * 0.6
      if (shape.base === undefined || shape.base === 'rod') {
        foot(canvas, cx, floor, width * 0.28, skins.base.color)
        canvas.rect(cx - unit * 0.35, floor - baseHeight, unit * 0.7, baseHeight, metal(canvas, skins.base.color))
      } else {
        drawTurned(
          canvas,
          profiles[shape.base],
          { cx, floor, radius: width * 0.3, height: baseHeight * 0.92, flat: 0.14 },
          skins.base,
          false,
        )
        canvas.rect(cx - unit * 0.3, floor - baseHeight - 6, unit * 0.6, baseHeight * 0.14, metal(canvas, '#b08d57'))
      }
      drawShade(canvas, shape, cx, floor - height + shadeHeight, width / 2, shadeHeight, skins)
    }
  }
}

function foot(canvas: Canvas, cx: number, floor: number, radius: number, color: string): void {
  canvas.ellipse(cx, floor + 5, radius * 1.15, radius * 0.24, '#1d1712', { opacity: 0.28, filter: canvas.blur(10) })
  canvas.path(ring(cx, floor, radius, radius * 0.17), roundLight(canvas, shaded(color, 0.2), 0.2))
  canvas.path(ring(cx, floor - 8, radius, radius * 0.17), roundLight(canvas, color, 0.4))
}

function metal(canvas: Canvas, color: string): string {
  return canvas.across([
    [0, shaded(color, 0.3)],
    [0.35, lit(color, 0.45)],
    [1, shaded(color, 0.4)],
  ])
}

function drawShade(
  canvas: Canvas,
  shape: LampShape,
  cx: number,
  low: number,
  radius: number,
  height: number,
  { shade }: Skins,
): void {
  glow(canvas, cx, low - height * 0.4, radius * 2.1)
  if (shape.shade === 'globe' || shape.shade === 'paper') {
    const r = Math.min(radius, height * 0.62)
    const cy = low - Math.min(height, r * 2) / 2
    canvas.ellipse(
      cx,
      cy,
      r,
      shape.shade === 'paper' ? r * 0.86 : r,
      canvas.radial(0.45, 0.42, 0.62, [
        [0, '#fffdf6'],
        [0.6, lit(shade.color, 0.55)],
        [1, shaded(shade.color, 0.08)],
      ]),
    )
    if (shape.shade === 'paper')
      for (const share of [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75]) {
        const wide = Math.sqrt(1 - share * share) * r
        canvas.line(
          `M${num(cx - wide)} ${num(cy + share * r * 0.86)}Q${num(cx)} ${num(cy + share * r * 0.86 + wide * 0.08)} ${num(cx + wide)} ${num(cy + share * r * 0.86)}`,
          '#8a7a62',
          1.6,
          0.3,
        )
      }
    return
  }
  const profile = profiles[shape.shade === 'drum' ? 'shade' : shape.shade]
  const turned = { cx, floor: low, radius, height, flat: 0.1 }
  const body = turnedShape(profile, turned)
  const isCloth = shade.material === 'fabric'
  canvas.path(ring(cx, low, profile[0]![1] * radius, profile[0]![1] * radius * 0.1), isCloth ? '#fff1d2' : '#ffe7b8')
  canvas.path(
    body,
    isCloth
      ? canvas.across([
          [0, shaded(shade.color, 0.16)],
          [0.3, lit(shade.color, 0.5)],
          [0.55, lit(shade.color, 0.6)],
          [1, shaded(shade.color, 0.2)],
        ])
      : roundLight(canvas, shade.color, 0.35),
  )
  if (isCloth)
    canvas.path(
      body,
      canvas.down([
        [0, '#ffdf9e', 0],
        [0.55, '#ffdf9e', 0.32],
        [1, '#ffe9bd', 0.12],
      ]),
    )
  else
    canvas.path(
      ring(cx, low, profile[0]![1] * radius * 0.96, radius * 0.085),
      canvas.radial(0.5, 0.5, 0.6, [
        [0, '#fff6dc'],
        [1, '#f0c987'],
      ]),
    )
}

function glow(canvas: Canvas, cx: number, cy: number, radius: number): void {
  canvas.ellipse(
    cx,
    cy,
    radius,
    radius,
    canvas.radial(0.5, 0.5, 0.5, [
      [0, '#ffe3a8', 0.5],
      [0.5, '#ffe3a8', 0.16],
      [1, '#ffe3a8', 0],
    ]),
  )
}

function drawArc(
  canvas: Canvas,
  cx: number,
  floor: number,
  width: number,
  height: number,
  shape: LampShape,
  skins: Skins,
): void {
  const [from, to] = [cx + width * 0.4, cx - width * 0.3]
  canvas.ellipse(from, floor + 5, width * 0.16, 18, '#1d1712', { opacity: 0.28, filter: canvas.blur(10) })
  canvas.path(ring(from, floor, width * 0.14, width * 0.03), '#d9d4cc')
  canvas.rect(
    from - width * 0.14,
    floor - 14,
    width * 0.28,
    14,
    canvas.across([
      [0, '#c9c2b8'],
      [0.4, '#f6f3ee'],
      [1, '#b5ada2'],
    ]),
  )
  canvas.path(ring(from, floor - 14, width * 0.14, width * 0.03), '#f3f0ea')
  const d = `M${num(from)} ${num(floor - 14)}C${num(from + width * 0.06)} ${num(floor - height * 0.9)} ${num(cx + width * 0.1)} ${num(floor - height * 1.12)} ${num(to)} ${num(floor - height * 0.74)}`
  canvas.line(d, shaded(skins.base.color, 0.15), 9)
  canvas.line(d, lit(skins.base.color, 0.4), 3)
  drawShade(canvas, shape, to, floor - height * 0.58, width * 0.2, height * 0.17, skins)
}
