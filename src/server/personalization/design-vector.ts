import type { PathCommand } from 'opentype.js'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { personalizationType } from '#domain/personalization/types.ts'
import { colors } from '#server/personalization/font-catalogue.ts'
import { type Lettering, setLines } from '#server/personalization/lettering.ts'
import { type Stitch, satin, threadSpacing } from '#server/personalization/satin.ts'

/** A design as it is made, whatever shows it: the one vector of picture and production file (BEYOND-09). Millimetres from the middle. */
export type DesignVector = {
  readonly lettering: Lettering
  readonly lines: readonly {
    readonly colorName: string
    /** '#rrggbb'. */
    readonly color: string
    /** The outline as the `d` of an SVG path. */
    readonly path: string
    /** Between two threads. */
    readonly spacing: number
    /** None for what is etched. */
    readonly stitches: readonly Stitch[]
  }[]
}

/** The vector of a design; null when it cannot be made (OPEN-104, E2001). */
export function vectorOf(design: NormalDesign): DesignVector | null {
  const lettering = setLines(design)
  if (lettering === null) return null
  const isSewn = design.type === personalizationType.inHouseEmbroidery
  const lines = lettering.lines.map(({ curve, color, size }) => ({
    colorName: color,
    color: colors[color] ?? '#000000',
    path: pathText(curve),
    spacing: threadSpacing(size),
    stitches: isSewn ? satin(curve, threadSpacing(size)) : [],
  }))
  return { lettering, lines }
}

/** A hundredth of a millimetre is finer than any needle. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function pathText(curve: readonly PathCommand[]): string {
  return curve
    .map((command) => {
      switch (command.type) {
        case 'Z':
          return 'Z'
        case 'C':
          return `C${[command.x1, command.y1, command.x2, command.y2, command.x, command.y].map(short).join(' ')}`
        case 'Q':
          return `Q${[command.x1, command.y1, command.x, command.y].map(short).join(' ')}`
        default:
          return `${command.type}${short(command.x)} ${short(command.y)}`
      }
    })
    .join('')
}
