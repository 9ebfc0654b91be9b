import type { Drawing, Subject } from './drawing.ts'

/** Where a thing has its place: what its picture in a room looks like. */
export type Place = 'floor' | 'surface' | 'wall' | 'ceiling' | 'ground' | 'fromAbove' | 'none'

/** The middle of the picture that things are centred on. */
export const centre = 640

const onFloor: ReadonlySet<Drawing['kind']> = new Set([
  'sofa',
  'table',
  'chair',
  'frameSeat',
  'pouf',
  'cabinet',
  'shelf',
  'bed',
  'basket',
  'umbrella',
  'fire',
])
const onWall: ReadonlySet<Drawing['kind']> = new Set(['mirror', 'art', 'clock'])
const nowhere: ReadonlySet<Drawing['kind']> = new Set(['curtains', 'giftCard', 'ornament', 'sapling'])
const flat: ReadonlySet<string> = new Set(['plate', 'setting', 'board', 'knives', 'flatware', 'skillet'])

/** The place of a drawing. */
export function placeOf(drawing: Drawing): Place {
  if (drawing.kind === 'lamp') {
    if (drawing.lamp === 'pendant') return 'ceiling'
    if (drawing.lamp === 'sconce') return 'wall'
    return drawing.lamp === 'table' || drawing.lamp === 'task' ? 'surface' : 'floor'
  }
  if (drawing.kind === 'rug') return 'ground'
  if (flat.has(drawing.kind === 'cook' ? drawing.cook : drawing.kind)) return 'fromAbove'
  if (nowhere.has(drawing.kind)) return 'none'
  return onWall.has(drawing.kind) ? 'wall' : onFloor.has(drawing.kind) ? 'floor' : 'surface'
}

/** The pixel a standing thing stands on, in the picture that `drawSubject` makes. */
export function footOf(subject: Subject): number {
  switch (subject.drawing.kind) {
    case 'sofa':
    case 'table':
    case 'chair':
    case 'frameSeat':
    case 'cabinet':
    case 'shelf':
    case 'bed':
    case 'pouf':
    case 'lamp':
      return centre + (subject.height * unitOf(subject)) / 2 + (subject.drawing.kind === 'pouf' ? 20 : 0)
    case 'candle':
    case 'basket':
      return 890
    case 'umbrella':
      return 1040
    case 'sapling':
      return 960
    case 'fire':
      return 930
    case 'mug':
    case 'cook':
      return 870
    case 'vase':
      return 900
    default:
      return 850
  }
}

/** Pixels per inch at which a thing fills the picture. */
export function unitOf({ drawing, width, height, depth }: Subject): number {
  const seen = drawing.kind === 'bed' ? height + 10 : height + depth * 0.2
  const chaise = drawing.kind === 'sofa' && drawing.chaise ? 12 : 0
  return Math.min(810 / Math.max(width, 1), 760 / Math.max(seen + chaise, 1))
}
