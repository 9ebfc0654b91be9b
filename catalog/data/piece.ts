import type { ShipKind } from '#domain/catalog/sku.ts'
import type { Drawing } from '../pictures/drawing.ts'
import type { Tone } from './palette.ts'
import type { CareKind, CustomOrderKind, InstallationKind, TemplateKind } from './terms.ts'

/** Width, depth, height in inches. */
export type Size = readonly [width: number, depth: number, height: number]

/** A product of the demo catalogue as it is written by hand; `make-demo.ts` makes the lines of the files from it. */
export type Piece = {
  /** Product id: never changed, never given to another product. */
  readonly id: string
  readonly name: string
  readonly category: string
  readonly copy: string
  readonly details: readonly string[]
  readonly care: CareKind
  readonly size: Size
  /** Round pieces: the width is also the diameter. */
  readonly isRound?: boolean
  /** Dollars in the US. */
  readonly price: number
  /** Regular dollars when it is on sale. */
  readonly was?: number
  /** Sold in one country only. */
  readonly only?: 'US' | 'CA'
  readonly ship: ShipKind
  /** One tone is the piece's own; several are an option. */
  readonly tones: readonly Tone[]
  readonly toneOption?: 'color' | 'finish' | 'fabric' | 'leather'
  /** A second option; each with its price and, when it differs, its measures. */
  readonly sizes?: readonly {
    readonly value: string
    readonly name: string
    readonly price: number
    readonly size?: Size
  }[]
  readonly second?: Tone
  readonly wood?: Tone
  readonly metal?: Tone
  readonly drawing: Drawing
  /** Days of the calendar. */
  readonly makeDays?: number
  readonly availableFrom?: string
  readonly isNla?: boolean
  /** The tone that is no longer available. */
  readonly nlaTone?: Tone
  readonly isPfas?: boolean
  readonly codes?: readonly number[]
  readonly installation?: InstallationKind
  readonly template?: TemplateKind
  readonly customOrder?: CustomOrderKind
  readonly isSuperSpecialOrder?: boolean
  readonly hasGrouper?: boolean
  /** Pieces in each warehouse; chosen by the program when left out. */
  readonly stock?: number
  /** Ids of products recommended with it. */
  readonly addOns?: readonly string[]
  /** How it is packed when not in one box of its size. */
  readonly packing?: 'rolled' | 'flat' | 'folded' | 'two' | 'none'
}
