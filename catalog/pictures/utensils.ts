import { type Canvas, num, softShape } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { roundLight } from './material.ts'
import { profiles } from './profiles.ts'
import type { Skin } from './stage.ts'
import { drawTurned } from './vessels.ts'

/** Four knives side by side. */
export function knives(canvas: Canvas, skin: Skin, wood: string): void {
  const kinds = [
    [300, 560, 66],
    [420, 500, 50],
    [530, 420, 40],
    [630, 340, 34],
  ] as const
  for (const [x, length, wide] of kinds) {
    const top = 300
    canvas.path(
      `M${x} ${top}h${wide}C${x + wide} ${top + length * 0.7} ${x + wide * 0.8} ${top + length * 0.9} ${x} ${top + length}Z`,
      '#1d1712',
      { opacity: 0.26, filter: canvas.blur(9), transform: 'translate(8 12)' },
    )
    canvas.path(
      `M${x} ${top}h${wide}C${x + wide} ${top + length * 0.7} ${x + wide * 0.8} ${top + length * 0.9} ${x} ${top + length}Z`,
      canvas.across([
        [0, '#f4f4f2'],
        [0.5, '#c9cac9'],
        [0.55, '#e8e8e6'],
        [1, '#a9abab'],
      ]),
    )
    canvas.rect(x - 2, top - 14, wide + 4, 16, lit(skin.color, 0.3))
    canvas.path(
      softShape(
        [
          [x + 2, top - 210],
          [x + wide * 0.8, top - 210],
          [x + wide - 2, top - 14],
          [x, top - 14],
        ],
        14,
        2,
      ),
      roundLight(canvas, wood, 0.2),
    )
  }
}

/** Spoons, a turner and a whisk in a crock. */
export function utensils(canvas: Canvas, skin: Skin, wood: string): void {
  for (const [x, lean, top, kind] of [
    [410, -70, 330, 0],
    [460, -16, 270, 1],
    [510, 30, 300, 2],
    [556, 84, 350, 0],
  ] as const) {
    canvas.line(`M${x} 720L${x + lean} ${top + 110}`, shaded(wood, 0.08), 20)
    canvas.line(`M${x - 4} 720L${x + lean - 4} ${top + 110}`, lit(wood, 0.3), 6, 0.7)
    const [cx, cy] = [x + lean * 1.2, top + 40]
    if (kind === 0)
      canvas.ellipse(
        cx,
        cy,
        46,
        76,
        canvas.radial(0.4, 0.35, 0.8, [
          [0, lit(wood, 0.3)],
          [1, shaded(wood, 0.16)],
        ]),
      )
    else if (kind === 1)
      canvas.path(
        softShape(
          [
            [cx - 42, cy - 80],
            [cx + 42, cy - 80],
            [cx + 30, cy + 80],
            [cx - 30, cy + 80],
          ],
          24,
          0,
        ),
        roundLight(canvas, wood, 0.2),
      )
    else
      for (const side of [-30, -10, 10, 30])
        canvas.line(`M${cx} ${cy + 80}Q${cx + side * 1.6} ${cy} ${cx + side} ${cy - 80}`, '#a8a9a8', 5)
  }
  drawTurned(
    canvas,
    profiles.cylinder,
    { cx: 480, floor: 930, radius: 150, height: 300, flat: 0.16 },
    { ...skin, material: 'ceramic' },
    skin.color,
  )
}

/** Two forks, a knife and two spoons. */
export function flatware(canvas: Canvas, skin: Skin): void {
  const steel = () =>
    canvas.across([
      [0, shaded(skin.color, 0.24)],
      [0.3, lit(skin.color, 0.6)],
      [0.6, skin.color],
      [1, shaded(skin.color, 0.34)],
    ])
  const handle = (x: number, top: number) =>
    canvas.path(
      `M${x - 9} ${top}C${x - 7} ${top + 200} ${x - 15} ${top + 300} ${x - 20} ${1000}Q${x} ${1018} ${x + 20} ${1000}C${x + 15} ${top + 300} ${x + 7} ${top + 200} ${x + 9} ${top}Z`,
      steel(),
    )
  canvas.group({ opacity: 0.3, filter: canvas.blur(8), transform: 'translate(9 14)' }, () => {
    for (const x of [230, 350, 480, 610, 730]) canvas.rect(x - 16, 320, 32, 680, '#1d1712', { rx: 16 })
  })
  for (const [x, small] of [
    [230, 0.82],
    [350, 1],
  ] as const) {
    handle(x, 520)
    for (const tine of [-27, -9, 9, 27])
      canvas.rect(x + tine * small - 5, 500 - 210 * small, 10, 150 * small, steel(), { rx: 5 })
    canvas.path(
      `M${num(x - 32 * small)} ${num(500 - 90 * small)}C${num(x - 36 * small)} 480 ${x - 10} 500 ${x - 9} 540H${x + 9}C${x + 10} 500 ${num(x + 36 * small)} 480 ${num(x + 32 * small)} ${num(500 - 90 * small)}Z`,
      steel(),
    )
  }
  handle(480, 560)
  canvas.path('M462 580C450 420 462 330 496 280C512 420 508 520 498 580Z', steel())
  for (const [x, small] of [
    [610, 1],
    [730, 0.78],
  ] as const) {
    handle(x, 500)
    canvas.ellipse(
      x,
      400,
      48 * small,
      104 * small,
      canvas.radial(0.38, 0.3, 0.9, [
        [0, lit(skin.color, 0.75)],
        [0.5, skin.color],
        [1, shaded(skin.color, 0.3)],
      ]),
    )
  }
}
