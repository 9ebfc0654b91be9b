import { type Canvas, chance, num, polygon, smooth, softShape } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { grain } from './material.ts'
import type { Skin } from './stage.ts'
import { ring } from './tables.ts'

/** A mirror on the wall: round, arched or with square corners. */
export function drawMirror(
  canvas: Canvas,
  cx: number,
  cy: number,
  w: number,
  h: number,
  shape: 'round' | 'arch' | 'rect',
  frame: Skin,
): void {
  const outline = (inset: number): string => {
    const [x0, x1, y0, y1] = [cx - w / 2 + inset, cx + w / 2 - inset, cy - h / 2 + inset, cy + h / 2 - inset]
    if (shape === 'round') return ring(cx, cy, w / 2 - inset, h / 2 - inset)
    if (shape === 'rect')
      return softShape(
        [
          [x0, y0],
          [x1, y0],
          [x1, y1],
          [x0, y1],
        ],
        10,
        0,
      )
    const r = (x1 - x0) / 2
    return `M${num(x0)} ${num(y1)}V${num(y0 + r)}A${num(r)} ${num(r)} 0 0 1 ${num(x1)} ${num(y0 + r)}V${num(y1)}Z`
  }
  canvas.path(outline(0), '#1d1712', { opacity: 0.34, filter: canvas.blur(16), transform: 'translate(10 18)' })
  canvas.path(
    outline(0),
    canvas.linear(0, 0, 1, 1, [
      [0, lit(frame.color, 0.45)],
      [0.5, frame.color],
      [1, shaded(frame.color, 0.35)],
    ]),
  )
  const texture = grain(canvas, frame.material, frame.color)
  if (texture) canvas.path(outline(0), texture)
  const glass = outline(frame.material === 'metal' ? 10 : 26)
  canvas.path(
    glass,
    canvas.linear(0, 0, 1, 1, [
      [0, '#f4f5f3'],
      [0.42, '#dfe3e1'],
      [0.5, '#eceeec'],
      [1, '#c9cfcd'],
    ]),
  )
  canvas.group({ 'clip-path': canvas.clip(glass) }, () => {
    canvas.path(
      polygon([
        [cx - w, cy + h * 0.5],
        [cx + w * 0.35, cy - h],
        [cx + w * 0.6, cy - h],
        [cx - w * 0.6, cy + h * 0.7],
      ]),
      '#ffffff',
      { opacity: 0.34 },
    )
    canvas.path(
      polygon([
        [cx - w * 0.4, cy + h * 0.8],
        [cx + w * 0.8, cy - h * 0.6],
        [cx + w * 0.86, cy - h * 0.6],
        [cx - w * 0.3, cy + h * 0.8],
      ]),
      '#ffffff',
      { opacity: 0.26 },
    )
  })
}

/** A framed print of quiet shapes. */
export function drawArt(
  canvas: Canvas,
  cx: number,
  cy: number,
  w: number,
  h: number,
  frame: string,
  colors: readonly string[],
  seed: string,
): void {
  const [x, y] = [cx - w / 2, cy - h / 2]
  canvas.rect(x, y, w, h, '#1d1712', { opacity: 0.34, filter: canvas.blur(14), transform: 'translate(9 16)' })
  canvas.rect(
    x,
    y,
    w,
    h,
    canvas.linear(0, 0, 1, 1, [
      [0, lit(frame, 0.3)],
      [1, shaded(frame, 0.2)],
    ]),
  )
  canvas.rect(x + 14, y + 14, w - 28, h - 28, '#fbf9f4')
  const [ix, iy, iw, ih] = [x + w * 0.15, y + h * 0.13, w * 0.7, h * 0.74]
  canvas.rect(ix, iy, iw, ih, colors[0]!)
  canvas.group({ 'clip-path': canvas.clip(`M${num(ix)} ${num(iy)}h${num(iw)}v${num(ih)}h${num(-iw)}Z`) }, () => {
    const next = chance(seed)
    canvas.ellipse(ix + iw * (0.3 + next() * 0.4), iy + ih * 0.3, iw * 0.2, iw * 0.2, colors[1] ?? '#c98a5a')
    for (let index = 0; index < 4; index += 1) {
      const base = iy + ih * (0.44 + index * 0.14)
      const points = [0, 0.25, 0.5, 0.75, 1].map(
        (share) => [ix + iw * share, base + (next() - 0.5) * ih * 0.14] as const,
      )
      canvas.path(
        `${smooth(points)}V${num(iy + ih)}H${num(ix)}Z`,
        colors[(index % Math.max(1, colors.length - 2)) + Math.min(2, colors.length - 1)] ?? '#8b8f7a',
        { opacity: 0.86 },
      )
    }
  })
}

/** A wall clock. */
export function drawClock(canvas: Canvas, skin: Skin): void {
  canvas.ellipse(492, 620, 300, 300, '#1d1712', { opacity: 0.32, filter: canvas.blur(16) })
  canvas.ellipse(
    480,
    600,
    300,
    300,
    canvas.linear(0, 0, 1, 1, [
      [0, lit(skin.color, 0.4)],
      [1, shaded(skin.color, 0.3)],
    ]),
  )
  canvas.ellipse(480, 600, 276, 276, '#faf8f3')
  for (let hour = 0; hour < 12; hour += 1) {
    const a = (hour * Math.PI) / 6
    canvas.line(
      `M${num(480 + Math.sin(a) * 240)} ${num(600 - Math.cos(a) * 240)}L${num(480 + Math.sin(a) * (hour % 3 ? 222 : 206))} ${num(600 - Math.cos(a) * (hour % 3 ? 222 : 206))}`,
      '#3a352f',
      hour % 3 ? 4 : 8,
    )
  }
  canvas.line('M480 600L392 508', '#2c2823', 12)
  canvas.line('M480 600L566 430', '#2c2823', 8)
  canvas.ellipse(480, 600, 14, 14, skin.color)
}
