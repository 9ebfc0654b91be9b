import { pieces } from '#catalog/demo-catalogue.ts'
import { colorOf } from '../data/palette.ts'
import { toneValue } from '../demo-skus.ts'
import { leftOut } from './left-out.ts'
import { roomAlts } from './rooms.ts'

/** One photograph to be: of which render, in which colour. */
export type Wish = {
  readonly name: string
  readonly kind: 'studio' | 'detail' | 'room'
  readonly master: string
  /** '#rrggbb' of the option's part. */
  readonly color: string
}

/** Every piece in every colour, a close-up of each in its first, and the rooms; but for those that came out badly. */
export function wishes(): Wish[] {
  const ofPieces = [...pieces.CB, ...pieces.CB2].flatMap(({ id, tones }): Wish[] => [
    ...tones.map((tone) => ({
      ...{ name: `${id}-${toneValue(tone)}`, kind: 'studio' as const, master: `${id}-studio` },
      color: colorOf(tone),
    })),
    { name: `${id}-detail`, kind: 'detail', master: `${id}-detail`, color: colorOf(tones[0] ?? 'oat') },
  ])
  const rooms = Object.keys(roomAlts).map((name): Wish => ({ name, kind: 'room', master: name, color: '#000000' }))
  return [...ofPieces, ...rooms].filter(({ name }) => !leftOut.includes(name))
}
