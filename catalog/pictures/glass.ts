import { type Canvas, num } from './canvas.ts'
import { lit, shaded } from './color.ts'
import type { Profile } from './profiles.ts'
import { ring } from './tables.ts'
import { type Turned, turnedShape } from './vessels.ts'

/** Glass of any shape: mostly light, a stronger rim and foot. `stem` in shares of the height lifts the bowl on a foot. */
export function drawGlass(
  canvas: Canvas,
  profile: Profile,
  turned: Turned,
  tint: string,
  stem = 0,
  fill?: string,
): void {
  const { cx, floor, radius, height, flat = 0.16 } = turned
  const lift = height * stem
  const bowl = { ...turned, floor: floor - lift, height: height - lift }
  canvas.ellipse(cx + radius * 0.1, floor + 4, radius * 0.9, Math.max(8, radius * flat), '#1d1712', {
    opacity: 0.2,
    filter: canvas.blur(12),
  })
  if (stem > 0) {
    const base = radius * 0.78
    canvas.path(
      ring(cx, floor, base, base * flat),
      canvas.linear(0, 0, 1, 0, [
        [0, tint, 0.5],
        [0.4, '#ffffff', 0.7],
        [1, tint, 0.6],
      ]),
      { stroke: shaded(tint, 0.35), 'stroke-width': 1.4, 'stroke-opacity': 0.5 },
    )
    canvas.path(
      `M${num(cx - 5)} ${num(floor - lift)}Q${num(cx - 4)} ${num(floor - 14)} ${num(cx - 26)} ${num(floor)}H${num(cx + 26)}Q${num(cx + 4)} ${num(floor - 14)} ${num(cx + 5)} ${num(floor - lift)}Z`,
      canvas.across([
        [0, shaded(tint, 0.2), 0.6],
        [0.45, '#ffffff', 0.85],
        [1, shaded(tint, 0.25), 0.6],
      ]),
    )
  }
  const body = turnedShape(profile, bowl)
  canvas.path(
    body,
    canvas.across([
      [0, shaded(tint, 0.3), 0.62],
      [0.08, tint, 0.4],
      [0.3, '#ffffff', 0.42],
      [0.55, tint, 0.22],
      [0.9, tint, 0.42],
      [1, shaded(tint, 0.35), 0.66],
    ]),
    { stroke: shaded(tint, 0.4), 'stroke-width': 1.6, 'stroke-opacity': 0.45 },
  )
  if (fill) {
    canvas.group({ 'clip-path': canvas.clip(body) }, () => {
      const level = bowl.floor - bowl.height * 0.52
      const wide = radiusAt(profile, 0.52) * radius
      canvas.rect(
        cx - radius,
        level,
        radius * 2,
        height,
        canvas.across([
          [0, shaded(fill, 0.3), 0.85],
          [0.35, lit(fill, 0.18), 0.8],
          [1, shaded(fill, 0.34), 0.88],
        ]),
      )
      canvas.path(ring(cx, level, wide * 0.98, wide * flat * 0.9), lit(fill, 0.26), { opacity: 0.9 })
    })
  }
  const rim = profile.at(-1)![1] * radius
  canvas.path(ring(cx, bowl.floor - bowl.height, rim, rim * flat), '#ffffff', {
    'fill-opacity': 0.24,
    stroke: shaded(tint, 0.35),
    'stroke-width': 2,
    'stroke-opacity': 0.5,
  })
  const x = cx - radius * 0.62
  canvas.line(
    `M${num(x)} ${num(bowl.floor - bowl.height * 0.9)}Q${num(x - radius * 0.1)} ${num(bowl.floor - bowl.height * 0.55)} ${num(x + radius * 0.04)} ${num(bowl.floor - bowl.height * 0.24)}`,
    '#ffffff',
    radius * 0.07,
    0.7,
  )
}

function radiusAt(profile: Profile, share: number): number {
  const after = profile.findIndex(([y]) => y >= share)
  const [high, low] = [profile[after]!, profile[Math.max(0, after - 1)]!]
  return low[1] + ((high[1] - low[1]) * (share - low[0])) / (high[0] - low[0] || 1)
}
