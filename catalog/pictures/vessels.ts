import { type Canvas, num, type Point, smooth } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { grain, roundLight } from './material.ts'
import type { Skin } from './stage.ts'
import { ring } from './tables.ts'

/** A turned thing: radius at each height from foot to rim, in shares of its largest radius and its height. */
export type Profile = readonly (readonly [height: number, radius: number])[]

/** The shapes of turned things. */
export const profiles = {
  bowl: [
    [0, 0.42],
    [0.05, 0.44],
    [0.3, 0.78],
    [0.65, 0.95],
    [1, 1],
  ],
  deepBowl: [
    [0, 0.5],
    [0.12, 0.72],
    [0.5, 0.96],
    [1, 1],
  ],
  cup: [
    [0, 0.7],
    [0.06, 0.86],
    [0.4, 0.98],
    [1, 1],
  ],
  tumbler: [
    [0, 0.82],
    [0.5, 0.92],
    [1, 1],
  ],
  cylinder: [
    [0, 1],
    [0.5, 1],
    [1, 1],
  ],
  taper: [
    [0, 0.7],
    [0.5, 0.86],
    [1, 1],
  ],
  bottle: [
    [0, 0.9],
    [0.1, 1],
    [0.5, 0.96],
    [0.7, 0.5],
    [0.8, 0.32],
    [1, 0.34],
  ],
  urn: [
    [0, 0.5],
    [0.1, 0.62],
    [0.4, 1],
    [0.68, 0.94],
    [0.84, 0.5],
    [0.92, 0.42],
    [1, 0.52],
  ],
  moon: [
    [0, 0.4],
    [0.12, 0.72],
    [0.42, 1],
    [0.74, 0.78],
    [0.9, 0.36],
    [1, 0.34],
  ],
  bud: [
    [0, 0.6],
    [0.14, 0.9],
    [0.34, 1],
    [0.54, 0.7],
    [0.72, 0.3],
    [1, 0.34],
  ],
  flare: [
    [0, 0.5],
    [0.3, 0.44],
    [0.7, 0.66],
    [1, 1],
  ],
  jug: [
    [0, 0.74],
    [0.08, 0.88],
    [0.36, 1],
    [0.64, 0.76],
    [0.82, 0.62],
    [1, 0.72],
  ],
  jar: [
    [0, 0.9],
    [0.08, 1],
    [0.8, 1],
    [0.92, 0.9],
    [1, 0.86],
  ],
  planter: [
    [0, 0.72],
    [0.4, 0.9],
    [0.94, 1],
    [1, 1],
  ],
  egg: [
    [0, 0.34],
    [0.1, 0.56],
    [0.4, 0.92],
    [0.7, 1],
    [1, 0.84],
  ],
  ball: [
    [0, 0.3],
    [0.12, 0.66],
    [0.5, 1],
    [0.88, 0.66],
    [1, 0.3],
  ],
  shade: [
    [0, 1],
    [0.5, 0.87],
    [1, 0.74],
  ],
  dome: [
    [0, 1],
    [0.3, 0.95],
    [0.7, 0.7],
    [0.94, 0.28],
    [1, 0.16],
  ],
  cone: [
    [0, 1],
    [0.85, 0.28],
    [1, 0.2],
  ],
  disc: [
    [0, 0.96],
    [0.5, 1],
    [1, 0.96],
  ],
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles

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
