import { pieces } from '#catalog/demo-catalogue.ts'
import { colorOf } from '../data/palette.ts'
import { toneValue } from '../demo-skus.ts'
import { leftOut } from './left-out.ts'
import { roomAlts, settings } from './rooms.ts'

/** One photograph to be: of which render, in which colour. */
export type Wish = {
  readonly name: string
  readonly kind: 'studio' | 'detail' | 'room' | 'setting'
  readonly master: string
  /** '#rrggbb' of the option's part. */
  readonly color: string
  /** Of a room that is cut to a piece: its middle, from 0 at the left to 1. */
  readonly at?: number
}

/** Every piece in every colour, a close-up of each in its first, the rooms and what stands in them; but for those that came out badly. */
export function wishes(): Wish[] {
  const ofPieces = [...pieces.CB, ...pieces.CB2].flatMap(({ id, tones }): Wish[] => [
    ...tones.map((tone) => ({
      ...{ name: `${id}-${toneValue(tone)}`, kind: 'studio' as const, master: `${id}-studio` },
      color: colorOf(tone),
    })),
    { name: `${id}-detail`, kind: 'detail', master: `${id}-detail`, color: colorOf(tones[0] ?? 'oat') },
  ])
  const rooms = Object.keys(roomAlts).map((name): Wish => ({ name, kind: 'room', master: name, color: '#000000' }))
  const inRooms = Object.entries(settings).map(([id, { room, at }]): Wish => {
    return { name: `${id}-room`, kind: 'setting', master: room, color: '#000000', at }
  })
  return [...ofPieces, ...rooms, ...inRooms].filter(({ name }) => !leftOut.includes(name))
}
