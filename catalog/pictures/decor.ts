import { type Canvas, chance, num, polygon } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { fillShape, roundLight } from './material.ts'
import { type ProfileName, profiles } from './profiles.ts'
import type { Skin } from './stage.ts'
import { drawTurned, turnedShape } from './vessels.ts'

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
