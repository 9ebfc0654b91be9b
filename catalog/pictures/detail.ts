import { createCanvas } from './canvas.ts'
import { lit, shaded } from './color.ts'
import type { Subject } from './drawing.ts'
import { grain } from './material.ts'

/** A close look at the material in its colour; undefined where there is no grain to see. */
export function detailPicture(subject: Subject): string | undefined {
  const canvas = createCanvas()
  const { main, wood } = subject.paints
  const material = materialOf(subject)
  if (material === 'plain' || material === 'metal') return undefined
  const color = subject.drawing.kind === 'candle' ? wood : main
  canvas.rect(
    0,
    0,
    960,
    1200,
    canvas.linear(0, 0, 1, 1, [
      [0, lit(color, 0.3)],
      [0.5, color],
      [1, shaded(color, 0.22)],
    ]),
  )
  const texture = grain(canvas, material, color, 'detail')
  if (texture)
    canvas.group({ transform: `scale(${material === 'wood' || material === 'marble' ? 2.4 : 3.4})` }, () =>
      canvas.rect(0, 0, 420, 520, texture),
    )
  if (['fabric', 'boucle', 'velvet', 'leather'].includes(material)) {
    for (const [x, wide, strength] of [
      [120, 200, 0.2],
      [430, 150, 0.14],
      [720, 240, 0.24],
    ] as const) {
      canvas.path(
        `M${x} 0C${x + 140} 400 ${x - 60} 800 ${x + 90} 1200H${x + 90 + wide}C${x + wide - 20} 800 ${x + wide + 160} 400 ${x + wide} 0Z`,
        canvas.across([
          [0, '#1d1712', 0],
          [0.5, '#1d1712', strength],
          [1, '#fffaf0', strength],
        ]),
      )
    }
  }
  canvas.rect(
    0,
    0,
    960,
    1200,
    canvas.radial(0.3, 0.22, 0.9, [
      [0, '#ffffff', 0.34],
      [0.5, '#ffffff', 0.04],
      [1, '#1d1712', 0.2],
    ]),
  )
  return canvas.svg()
}

function materialOf({ drawing }: Subject) {
  switch (drawing.kind) {
    case 'sofa':
    case 'pouf':
    case 'pillow':
    case 'folded':
      return drawing.cover ?? 'fabric'
    case 'bed':
      return drawing.cover ?? 'wood'
    case 'table':
      return drawing.surface ?? 'wood'
    case 'chair':
      return drawing.seat === 'frame' ? 'wood' : (drawing.seat ?? 'fabric')
    case 'cabinet':
    case 'shelf':
    case 'tray':
    case 'art':
      return 'wood'
    case 'frameSeat':
    case 'rug':
    case 'curtains':
    case 'umbrella':
      return 'fabric'
    case 'basket':
      return 'cane'
    case 'mirror':
      return drawing.frame ?? 'wood'
    case 'turned':
    case 'vase':
    case 'cook':
      return drawing.surface === 'ceramic' ? 'stone' : (drawing.surface ?? 'stone')
    case 'plate':
    case 'setting':
    case 'stack':
    case 'mug':
    case 'jug':
      return 'stone'
    default:
      return 'plain'
  }
}
