import { type Canvas, chance, num, polygon, smooth, softShape } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { fillShape, grain, roundLight } from './material.ts'
import type { Skin } from './stage.ts'
import { ring } from './tables.ts'
import { drawTurned, type ProfileName, profiles, turnedShape } from './vessels.ts'

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

/** A woven basket or planter box. */
export function drawBasket(
  canvas: Canvas,
  cx: number,
  floor: number,
  radius: number,
  height: number,
  color: string,
  hasHandles: boolean,
): void {
  const turned = { cx, floor, radius, height, flat: 0.18 }
  drawTurned(canvas, profiles.planter, turned, { material: 'plain', color }, shaded(color, 0.35))
  const body = turnedShape(profiles.planter, turned)
  const dark = shaded(color, 0.5)
  canvas.group({ 'clip-path': canvas.clip(body) }, () => {
    for (let row = 0; row * 17 < height; row += 1) {
      const y = floor - row * 17
      canvas.line(
        `M${num(cx - radius)} ${num(y - radius * 0.02)}Q${num(cx)} ${num(y + radius * 0.3)} ${num(cx + radius)} ${num(y - radius * 0.02)}`,
        dark,
        2.2,
        0.34,
      )
    }
    for (let column = -14; column <= 14; column += 1) {
      const x = cx + Math.sign(column) * radius * Math.abs(column / 14) ** 0.8
      canvas.line(`M${num(x)} ${num(floor - height + radius * 0.16)}V${num(floor + radius * 0.16)}`, dark, 2, 0.22)
    }
  })
  if (hasHandles)
    for (const side of [-1, 1])
      canvas.line(
        `M${num(cx + side * radius * 0.86)} ${num(floor - height)}q${num(side * 56)} -84 ${num(side * 8)} -96q${num(-side * 62)} -4 ${num(-side * 66)} 84`,
        shaded(color, 0.12),
        15,
      )
}

/** A vase, with a branch when wanted. */
export function drawVase(
  canvas: Canvas,
  cx: number,
  floor: number,
  radius: number,
  height: number,
  profile: ProfileName,
  skin: Skin,
  hasBranch: boolean,
): void {
  if (hasBranch) drawBranch(canvas, cx, floor - height + 10, Math.min(height * 0.95, 420), `branch${profile}`)
  drawTurned(canvas, profiles[profile], { cx, floor, radius, height, flat: 0.15 }, skin, shaded(skin.color, 0.2))
}

/** A few twigs with leaves. */
export function drawBranch(
  canvas: Canvas,
  cx: number,
  foot: number,
  tall: number,
  seed: string,
  leaf = '#7d8668',
): void {
  const next = chance(seed)
  for (const lean of [-0.42, -0.08, 0.3]) {
    const [x, y] = [cx + lean * tall, foot - tall * (0.8 + next() * 0.25)]
    canvas.line(
      `M${num(cx)} ${num(foot)}Q${num(cx + lean * tall * 0.2)} ${num(foot - tall * 0.55)} ${num(x)} ${num(y)}`,
      '#6b5a45',
      4,
    )
    for (let at = 0.35; at < 1.02; at += 0.13) {
      const px = cx + lean * tall * (0.28 * at + 0.72 * at * at)
      const py = foot + (y - foot) * at
      const side = next() > 0.5 ? 1 : -1
      const size = tall * (0.075 + next() * 0.04)
      canvas.path(
        `M${num(px)} ${num(py)}q${num(side * size * 0.3)} ${num(-size * 0.8)} ${num(side * size * 1.25)} ${num(-size * 0.7)}q${num(-side * size * 0.2)} ${num(size * 0.8)} ${num(-side * size * 1.25)} ${num(size * 0.7)}Z`,
        lit(leaf, next() * 0.3),
      )
    }
  }
}

/** A candle, in a glass or as a pillar, or holders with tapers. */
export function drawCandle(canvas: Canvas, skin: Skin, kind: 'jar' | 'pillar' | 'taper'): void {
  const flame = (x: number, y: number) => {
    canvas.ellipse(
      x,
      y - 30,
      110,
      130,
      canvas.radial(0.5, 0.5, 0.5, [
        [0, '#ffd98a', 0.55],
        [1, '#ffd98a', 0],
      ]),
    )
    canvas.path(
      `M${x} ${y - 66}C${x + 20} ${y - 34} ${x + 15} ${y - 8} ${x} ${y - 4}C${x - 15} ${y - 8} ${x - 20} ${y - 34} ${x} ${y - 66}Z`,
      canvas.down([
        [0, '#fff3c8'],
        [0.6, '#ffce6b'],
        [1, '#f0a04b'],
      ]),
    )
  }
  if (kind === 'taper') {
    for (const [x, tall] of [
      [340, 250],
      [490, 360],
      [640, 190],
    ] as const) {
      drawTurned(
        canvas,
        [
          [0, 1],
          [0.06, 0.9],
          [0.14, 0.2],
          [0.86, 0.18],
          [0.92, 0.4],
          [1, 0.4],
        ],
        { cx: x, floor: 920, radius: 74, height: tall, flat: 0.18 },
        skin,
        false,
      )
      canvas.rect(x - 14, 920 - tall - 210, 28, 214, roundLight(canvas, '#efe6d6', 0.3), { rx: 5 })
      flame(x, 920 - tall - 214)
    }
    return
  }
  if (kind === 'pillar') {
    for (const [x, r, tall] of [
      [360, 105, 300],
      [570, 120, 450],
    ] as const) {
      drawTurned(canvas, profiles.cylinder, { cx: x, floor: 900, radius: r, height: tall, flat: 0.18 }, skin, false)
      flame(x, 900 - tall)
    }
    return
  }
  drawTurned(
    canvas,
    profiles.tumbler,
    { cx: 480, floor: 880, radius: 200, height: 340, flat: 0.18 },
    { ...skin, material: 'ceramic' },
    '#f6efe2',
  )
  canvas.rect(390, 660, 180, 110, '#fbf8f1')
  canvas.line('M420 700H540M436 730H524', '#6b6258', 5, 0.8)
  flame(480, 552)
}

/** A tray or a lidded box seen from the front above. */
export function drawTray(canvas: Canvas, skin: Skin, isBox: boolean, letter: string): void {
  const tall = isBox ? 190 : 56
  const top: [number, number][] = [
    [210, 620],
    [750, 620],
    [830, 800],
    [130, 800],
  ]
  canvas.path(
    polygon([
      [120, 815 + tall],
      [840, 815 + tall],
      [760, 700],
      [200, 700],
    ]),
    '#1d1712',
    { opacity: 0.36, filter: canvas.blur(18) },
  )
  fillShape(
    canvas,
    polygon([
      [130, 800],
      [830, 800],
      [824, 800 + tall],
      [136, 800 + tall],
    ]),
    skin.material,
    skin.color,
    'front',
    'tray',
  )
  fillShape(canvas, polygon(top), skin.material, skin.color, 'top', 'tray')
  if (isBox) canvas.line(`M132 ${800 + tall * 0.3}H828`, '#1d1712', 4, 0.4)
  else {
    canvas.path(
      polygon([
        [226, 634],
        [734, 634],
        [802, 784],
        [158, 784],
      ]),
      canvas.linear(0, 0, 0.2, 1, [
        [0, shaded(skin.color, 0.42)],
        [1, shaded(skin.color, 0.1)],
      ]),
    )
    for (const x of [178, 782])
      canvas.ellipse(x, 708, 10, 30, shaded(skin.color, 0.5), { transform: `rotate(${x < 480 ? 22 : -22} ${x} 708)` })
  }
  if (letter)
    canvas.text(480, isBox ? 742 : 740, letter, isBox ? shaded(skin.color, 0.55) : lit(skin.color, 0.3), 92, {
      'font-family': 'Georgia, serif',
      'text-anchor': 'middle',
      opacity: 0.85,
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
