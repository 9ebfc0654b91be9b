import { type Canvas, num, polygon } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { drawBranch } from './decor.ts'
import { roundLight } from './material.ts'
import { profiles } from './profiles.ts'
import type { Measures } from './seating.ts'
import type { Skin, Stage } from './stage.ts'
import { drawTurned } from './vessels.ts'

/** A seat of posts and slats with loose cushions: outdoor chairs and sofas, open-frame armchairs. */
export function drawFrameSeat(
  stage: Stage,
  { width, depth, height }: Measures,
  seats: number,
  frame: Skin,
  cushion: Skin,
): void {
  const half = width / 2
  stage.shadow(-half, half, 0, depth, 0.28)
  for (const side of [-1, 1]) {
    stage.post(side * (half - 1.2), depth - 2, 0, height - 3, 2.2, 1.8, frame)
  }
  for (let y = 15; y < height - 3; y += 4.2)
    stage.face(-half + 2, half - 2, y, y + 2, depth - 2.4, frame, 'side', `slat${y}`)
  const each = (width - 6) / seats
  for (let index = 0; index < seats; index += 1) {
    const x0 = -half + 3 + index * each + 0.2
    stage.cushion(x0, x0 + each - 0.4, 16, height, depth - 6, cushion, { radius: 3, bulge: 0.7 })
  }
  for (let index = 0; index < seats; index += 1) {
    const x0 = -half + 3 + index * each + 0.2
    stage.slab(x0, x0 + each - 0.4, 11.5, 17, 0.8, depth - 6, cushion, { radius: 2, bulge: 0.35 })
  }
  stage.box(-half + 1.4, half - 1.4, 8.4, 11.4, 0.6, depth - 4, frame, 'rail')
  for (const side of [-1, 1]) {
    stage.post(side * (half - 1.2), 1.2, 0, 23, 2.3, 2, frame)
    stage.box(
      Math.min(side * half, side * (half - 3.2)),
      Math.max(side * half, side * (half - 3.2)),
      22.4,
      24,
      -0.4,
      depth - 1,
      frame,
      `arm${side}`,
    )
  }
}

/** A market umbrella. */
export function drawUmbrella(canvas: Canvas, color: string, wood: string): void {
  canvas.ellipse(480, 1040, 150, 20, '#1d1712', { opacity: 0.3, filter: canvas.blur(10) })
  drawTurned(
    canvas,
    profiles.disc,
    { cx: 480, floor: 1036, radius: 120, height: 34, flat: 0.2 },
    { material: 'metal', color: '#4a4744' },
    false,
    0,
  )
  canvas.rect(471, 300, 18, 726, roundLight(canvas, wood, 0.2))
  const tips = [60, 228, 396, 564, 732, 900]
  for (let index = 0; index < 5; index += 1) {
    const [a, b] = [tips[index]!, tips[index + 1]!]
    const tone = [0.02, 0.2, 0.3, 0.12, -0.12][index]!
    canvas.path(
      `M480 170Q${num((480 + a * 2) / 3)} ${num(250)} ${a} 430Q${num((a + b) / 2)} ${num(404)} ${b} 430Q${num((480 + b * 2) / 3)} 250 480 170Z`,
      tone < 0 ? shaded(color, -tone) : lit(color, tone),
    )
  }
  canvas.line('M60 430Q144 404 228 430T396 430T564 430T732 430T900 430', shaded(color, 0.2), 5, 0.7)
  canvas.ellipse(480, 164, 12, 16, wood)
}

/** A fire bowl with flames. */
export function drawFire(canvas: Canvas, skin: Skin): void {
  canvas.ellipse(
    480,
    560,
    330,
    300,
    canvas.radial(0.5, 0.6, 0.5, [
      [0, '#ffc873', 0.55],
      [1, '#ffc873', 0],
    ]),
  )
  for (const [x, tall, wide] of [
    [380, 150, 58],
    [480, 240, 76],
    [575, 170, 60],
    [430, 110, 50],
    [530, 130, 52],
  ] as const) {
    canvas.path(
      `M${x} ${700 - tall}C${x + wide} ${700 - tall * 0.5} ${x + wide * 0.8} 690 ${x} 700C${x - wide * 0.8} 690 ${x - wide} ${700 - tall * 0.4} ${x} ${700 - tall}Z`,
      canvas.down([
        [0, '#ffedb8', 0.9],
        [0.5, '#ffb95a', 0.9],
        [1, '#e8823a', 0.9],
      ]),
    )
  }
  drawTurned(canvas, profiles.bowl, { cx: 480, floor: 930, radius: 330, height: 240, flat: 0.12 }, skin, '#3b3129')
}

/** A lantern of frame and glass. */
export function drawLantern(canvas: Canvas, color: string): void {
  canvas.path(
    polygon([
      [300, 930],
      [660, 930],
      [690, 900],
      [330, 900],
    ]),
    '#1d1712',
    { opacity: 0.3, filter: canvas.blur(14) },
  )
  canvas.line('M420 330C420 240 540 240 540 330', color, 12)
  canvas.path(
    polygon([
      [400, 330],
      [560, 330],
      [640, 430],
      [320, 430],
    ]),
    canvas.linear(0, 0, 1, 0, [
      [0, lit(color, 0.2)],
      [1, shaded(color, 0.3)],
    ]),
  )
  canvas.rect(
    330,
    430,
    300,
    440,
    canvas.linear(0, 0, 1, 1, [
      [0, '#ffffff', 0.7],
      [1, '#f0e6d2', 0.6],
    ]),
  )
  drawTurned(
    canvas,
    profiles.cylinder,
    { cx: 480, floor: 860, radius: 70, height: 200, flat: 0.18 },
    { material: 'plain', color: '#f3ead9' },
    false,
    0,
  )
  canvas.ellipse(
    480,
    620,
    150,
    170,
    canvas.radial(0.5, 0.5, 0.5, [
      [0, '#ffd98a', 0.6],
      [1, '#ffd98a', 0],
    ]),
  )
  canvas.path('M480 592C498 624 494 652 480 656C466 652 462 624 480 592Z', '#ffce6b')
  for (const x of [322, 470, 620]) canvas.rect(x, 430, x === 470 ? 8 : 18, 450, color)
  for (const y of [424, 640, 864]) canvas.rect(322, y, 316, y === 640 ? 8 : 20, color)
}

/** A gift card leaning on its envelope. */
export function drawGiftCard(canvas: Canvas, color: string, mark: string, amount: string): void {
  canvas.group({ transform: 'rotate(-7 480 640)' }, () => {
    canvas.rect(190, 420, 580, 400, '#1d1712', {
      opacity: 0.28,
      filter: canvas.blur(16),
      rx: 14,
      transform: 'translate(8 18)',
    })
    canvas.rect(
      190,
      420,
      580,
      400,
      canvas.linear(0, 0, 1, 1, [
        [0, '#fbf8f2'],
        [1, '#e7dfd2'],
      ]),
      { rx: 6 },
    )
    canvas.path('M190 420L480 640L770 420', '#f5f0e7', { stroke: '#d4c8b5', 'stroke-width': 3 })
  })
  canvas.group({ transform: 'rotate(5 480 700)' }, () => {
    canvas.rect(220, 560, 540, 340, '#1d1712', {
      opacity: 0.32,
      filter: canvas.blur(16),
      rx: 20,
      transform: 'translate(8 18)',
    })
    canvas.rect(
      220,
      560,
      540,
      340,
      canvas.linear(0, 0, 1, 1, [
        [0, lit(color, 0.16)],
        [0.6, color],
        [1, shaded(color, 0.2)],
      ]),
      { rx: 20 },
    )
    canvas.text(262, 640, mark, '#fffaf2', 40, { 'font-family': 'Georgia, serif' })
    canvas.text(718, 862, amount, '#fffaf2', 54, { 'font-family': 'Georgia, serif', 'text-anchor': 'end' })
    canvas.line('M262 840H420', '#fffaf2', 3, 0.6)
  })
}

/** What a donation is for: a sapling in a pot. */
export function drawSapling(canvas: Canvas, color: string): void {
  drawBranch(canvas, 480, 720, 430, 'sapling', '#6d7f57')
  drawTurned(
    canvas,
    profiles.planter,
    { cx: 480, floor: 960, radius: 150, height: 250, flat: 0.17 },
    { material: 'ceramic', color },
    '#5a4332',
  )
}

/** A hanging ornament. */
export function drawOrnament(canvas: Canvas, color: string, letter: string): void {
  canvas.line('M480 0V380', '#b08d57', 4)
  canvas.rect(450, 380, 60, 46, roundLight(canvas, '#b08d57', 0.5), { rx: 8 })
  canvas.ellipse(
    480,
    640,
    224,
    224,
    canvas.radial(0.36, 0.3, 0.8, [
      [0, lit(color, 0.7)],
      [0.45, color],
      [1, shaded(color, 0.45)],
    ]),
  )
  canvas.line('M268 600Q480 690 692 600M262 690Q480 780 698 690', '#f4e6c8', 6, 0.75)
  if (letter)
    canvas.text(480, 676, letter, '#fff7e6', 120, { 'font-family': 'Georgia, serif', 'text-anchor': 'middle' })
}
