import { type Canvas, num, type Point, smooth } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { grain, roundLight } from './material.ts'
import type { Profile } from './profiles.ts'
import type { Skin } from './stage.ts'
import { ring } from './tables.ts'

export type Turned = {
  readonly cx: number
  /** Pixel of the foot. */
  readonly floor: number
  readonly radius: number
  readonly height: number
  /** How much of a circle is seen: 0 from the side, 1 from above. */
  readonly flat?: number
}

/** The silhouette of a turned thing. */
export function turnedShape(profile: Profile, { cx, floor, radius, height, flat = 0.16 }: Turned): string {
  const side = (sign: number): Point[] => profile.map(([y, r]) => [cx + sign * r * radius, floor - y * height])
  const foot = profile[0]![1] * radius
  const rim = profile.at(-1)![1] * radius
  const left = smooth(side(-1).toReversed())
  const right = smooth(side(1), 'L')
  return `${left}A${num(foot)} ${num(foot * flat)} 0 0 0 ${num(cx + foot)} ${num(floor)}${right.slice(right.indexOf('C'))}A${num(rim)} ${num(rim * flat)} 0 0 0 ${num(cx - rim)} ${num(floor - height)}Z`
}

/** A solid turned thing with light across it; `open` shows its inside. */
export function drawTurned(
  canvas: Canvas,
  profile: Profile,
  turned: Turned,
  skin: Skin,
  open: string | false,
  shadow = 0.3,
): void {
  const { cx, floor, radius, height, flat = 0.16 } = turned
  const foot = profile[0]![1] * radius
  if (shadow > 0)
    canvas.ellipse(
      cx + radius * 0.06,
      floor + foot * flat * 0.5,
      Math.max(foot, radius * 0.8) * 1.1,
      Math.max(8, foot * flat * 1.5),
      '#1d1712',
      { opacity: shadow, filter: canvas.blur(12) },
    )
  const body = turnedShape(profile, turned)
  canvas.path(
    body,
    roundLight(canvas, skin.color, skin.material === 'metal' ? 0.62 : skin.material === 'ceramic' ? 0.4 : 0.18),
  )
  const texture = grain(canvas, skin.material === 'ceramic' ? 'plain' : skin.material, skin.color, 'turned')
  if (texture) canvas.path(body, texture)
  canvas.path(
    body,
    canvas.down([
      [0, '#fff8ec', 0.1],
      [0.6, '#1d1712', 0],
      [1, '#1d1712', 0.2],
    ]),
  )
  const rim = profile.at(-1)![1] * radius
  const top = floor - height
  if (open === false) {
    canvas.path(
      ring(cx, top, rim, rim * flat),
      canvas.linear(0, 0, 1, 0.4, [
        [0, lit(skin.color, 0.4)],
        [1, lit(skin.color, 0.06)],
      ]),
    )
    return
  }
  canvas.path(ring(cx, top, rim, rim * flat), lit(skin.color, 0.22))
  canvas.path(
    ring(cx, top + rim * flat * 0.06, rim * 0.94, rim * flat * 0.88),
    canvas.linear(0, 0, 0.3, 1, [
      [0, shaded(open, 0.42)],
      [1, lit(open, 0.05)],
    ]),
  )
}

/** A handle at the right of a cup or jug. */
export function drawHandle(
  canvas: Canvas,
  x: number,
  top: number,
  low: number,
  reach: number,
  thick: number,
  color: string,
): void {
  const d = `M${num(x)} ${num(top)}C${num(x + reach)} ${num(top - reach * 0.1)} ${num(x + reach)} ${num(low)} ${num(x - thick * 0.2)} ${num(low)}`
  canvas.line(d, shaded(color, 0.28), thick)
  canvas.line(d, lit(color, 0.12), thick * 0.5)
}

/** A plate from above: rim, well, and the light on its glaze. */
export function drawPlate(
  canvas: Canvas,
  cx: number,
  cy: number,
  radius: number,
  color: string,
  rim: string,
  flat = 1,
): void {
  const oval = (share: number, fill: string, dy = 0, more = {}) =>
    canvas.ellipse(cx, cy + dy, radius * share, radius * share * flat, fill, more)
  oval(1.01, '#1d1712', radius * 0.06, { opacity: 0.34, filter: canvas.blur(18) })
  oval(
    1,
    canvas.linear(0.1, 0, 0.8, 1, [
      [0, lit(rim, 0.4)],
      [0.6, rim],
      [1, shaded(rim, 0.2)],
    ]),
  )
  oval(
    0.985,
    canvas.linear(0.1, 0, 0.8, 1, [
      [0, lit(color, 0.24)],
      [0.6, color],
      [1, shaded(color, 0.12)],
    ]),
  )
  oval(
    0.73,
    canvas.linear(0.1, 0, 0.9, 1, [
      [0, shaded(color, 0.22)],
      [0.5, shaded(color, 0.06)],
      [1, lit(color, 0.4)],
    ]),
  )
  oval(
    0.705,
    canvas.radial(0.42, 0.38, 0.75, [
      [0, lit(color, 0.3)],
      [0.7, color],
      [1, shaded(color, 0.07)],
    ]),
  )
}

/** A stack of plates or bowls from the side. */
export function drawStack(
  canvas: Canvas,
  cx: number,
  floor: number,
  radius: number,
  count: number,
  color: string,
  profile: Profile,
  each: number,
): void {
  for (let index = 0; index < count; index += 1) {
    drawTurned(
      canvas,
      profile,
      { cx, floor: floor - index * each, radius, height: each * 1.5, flat: 0.14 },
      { material: 'ceramic', color },
      index === count - 1 ? color : shaded(color, 0.15),
      index === 0 ? 0.3 : 0,
    )
  }
}
