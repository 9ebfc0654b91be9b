import { createContext, use } from 'react'
import type { Frame } from '#contracts/pages.ts'
import { fillMessage, type MessageFacts } from '#domain/fill-message.ts'
import type { PageMessageKey } from '#domain/messages.ts'
import { formatCents, unbroken } from '#domain/price-format.ts'
import { type Variant, variants } from '#domain/variant.ts'

const FrameContext = createContext<Frame | null>(null)

/** What every page has round it, for all parts below. */
export const FrameProvider = FrameContext

/** Storefront, token, counts, messages and flags of this page. */
export function useFrame(): Frame {
  const frame = use(FrameContext)
  if (frame === null) throw new Error('useFrame needs a FrameProvider')
  return frame
}

/** The storefront of this page: its country, currency, words and capabilities. */
export function useVariant(): Variant {
  return variants[useFrame().variantKey]
}

export type MessageLookup = (key: PageMessageKey, facts?: MessageFacts) => string

/** Looks a configured message up for this brand and locale, with its facts filled in as plain text. */
export function useMessages(): MessageLookup {
  const frame = useFrame()
  const { currency } = useVariant()
  return (key, facts = {}) => unbroken(fillMessage(frame.messages[key], facts, currency))
}

/** Writes cents as a price of this storefront (CART-30). */
export function useMoney(): (cents: number) => string {
  const { currency } = useVariant()
  return (cents) => unbroken(formatCents(cents, currency))
}
