import type { VariantKey } from '#domain/variant.ts'
import type { Carts } from './stories.ts'

/** A story of the demo: in which store it is told, what is bought, how often it is told again and how many orders it brings. */
type DemoStory = Carts & {
  readonly name: string
  readonly variant: VariantKey
  readonly skus: readonly number[]
  readonly times: number
  readonly orders: number
}

const bought = (parcels: number, isGift = false) => ({
  isMember: false,
  carts: [{ parcels, isGift, tender: 'wholeCode' as const }],
})
const once = (name: string, variant: VariantKey, times: number, skus: readonly number[]): DemoStory => ({
  ...{ name, variant, times, skus, orders: 1 },
  ...bought(skus.length),
})

/**
 * Two hundred orders of guests. Those that stand are paid with tender codes: of a card payment the processor would have to
 * know, in whichever books it opens. A card is met declined, and before a code pays.
 */
export const demoStories: readonly DemoStory[] = [
  once('pillow and vase', 'cb', 34, [410_780, 410_902]),
  once('sheets', 'cb', 22, [410_845]),
  once('a laid table', 'cb', 16, [411_060, 411_182, 411_320]),
  once('pillows', 'cb2', 32, [620_780]),
  once('pillow and table', 'cb2', 24, [620_780, 620_880]),
  once('pillow in Canada', 'cb-ca', 22, [410_780]),
  once('pillow of the other brand in Canada', 'cb2-ca', 18, [620_780]),
  { name: 'gift', variant: 'cb', times: 14, skus: [410_902], orders: 1, ...bought(1, true) },
  {
    ...{ name: 'cancelled', variant: 'cb', times: 8, skus: [411_060], orders: 1 },
    carts: [{ parcels: 1, tender: 'wholeCode', end: 'cancelled' }],
  },
  {
    ...{ name: 'declined first', variant: 'cb', times: 5, skus: [411_182], orders: 2 },
    carts: [{ parcels: 1, tender: 'wholeCode', isDeclinedFirst: true }],
  },
]
