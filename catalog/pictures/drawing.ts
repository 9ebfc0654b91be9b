import type { BedShape } from './beds.ts'
import type { CookKind } from './kitchen.ts'
import type { LampShape } from './lighting.ts'
import type { Material } from './material.ts'
import type { ProfileName } from './profiles.ts'
import type { SofaShape } from './seating.ts'
import type { CabinetShape } from './storage.ts'
import type { ChairShape, TableShape } from './tables.ts'
import type { PillowTrim, RugPattern } from './textiles.ts'

/** How a product is drawn: its kind with the traits of that kind. Measures and colours come from the product. */
export type Drawing =
  | ({ readonly kind: 'sofa'; readonly cover?: Material } & SofaShape)
  | ({ readonly kind: 'table'; readonly surface?: Material } & TableShape)
  | ({ readonly kind: 'chair'; readonly seat?: Material | 'frame' } & ChairShape)
  | { readonly kind: 'frameSeat'; readonly seats: number }
  | { readonly kind: 'pouf'; readonly cover?: Material; readonly isSquare?: boolean }
  | ({ readonly kind: 'cabinet' } & CabinetShape)
  | { readonly kind: 'shelf'; readonly shelves: number; readonly isOpen?: boolean }
  | ({ readonly kind: 'bed'; readonly cover?: Material } & BedShape)
  | ({
      readonly kind: 'lamp'
      readonly lamp: LampShape['kind']
      readonly shadeCloth?: boolean
      readonly baseMaterial?: Material
    } & Omit<LampShape, 'kind'>)
  | { readonly kind: 'rug'; readonly pattern: RugPattern; readonly hasFringe?: boolean }
  | { readonly kind: 'turned'; readonly profile: ProfileName; readonly surface?: Material; readonly isClosed?: boolean }
  | { readonly kind: 'vase'; readonly profile: ProfileName; readonly surface?: Material; readonly hasBranch?: boolean }
  | {
      readonly kind: 'glass'
      readonly profile: ProfileName
      readonly stem?: number
      readonly fill?: string
      readonly count?: 1 | 2 | 3
    }
  | { readonly kind: 'jug' }
  | { readonly kind: 'plate' }
  | { readonly kind: 'setting' }
  | { readonly kind: 'stack'; readonly profile: ProfileName; readonly count: number }
  | { readonly kind: 'mug'; readonly count: 1 | 3 }
  | { readonly kind: 'pillow'; readonly trim: PillowTrim; readonly cover?: Material }
  | {
      readonly kind: 'folded'
      readonly count: number
      readonly edge: 'hem' | 'fringe' | 'stripe' | 'plain'
      readonly cover?: Material
      readonly mark?: string
    }
  | { readonly kind: 'curtains' }
  | { readonly kind: 'cook'; readonly cook: CookKind; readonly surface?: Material; readonly letter?: string }
  | { readonly kind: 'mirror'; readonly shape: 'round' | 'arch' | 'rect'; readonly frame?: Material }
  | { readonly kind: 'art' }
  | { readonly kind: 'basket'; readonly hasHandles?: boolean }
  | { readonly kind: 'candle'; readonly candle: 'jar' | 'pillar' | 'taper'; readonly surface?: Material }
  | { readonly kind: 'tray'; readonly isBox?: boolean; readonly letter?: string; readonly surface?: Material }
  | { readonly kind: 'clock' }
  | { readonly kind: 'umbrella' }
  | { readonly kind: 'fire' }
  | { readonly kind: 'lantern' }
  | { readonly kind: 'giftCard'; readonly mark: string }
  | { readonly kind: 'sapling' }
  | { readonly kind: 'ornament'; readonly letter?: string }

/** The colours of one picture: `main` is that of the chosen option. */
export type Paints = { readonly main: string; readonly second: string; readonly wood: string; readonly metal: string }

/** A product ready to be drawn. Measures in inches. */
export type Subject = {
  readonly drawing: Drawing
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly paints: Paints
  /** Words on the picture of a gift card. */
  readonly amount?: string
}
