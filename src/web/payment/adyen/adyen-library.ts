import { createContext } from 'react'
import type { OpenAdyenCard } from './adyen-frames.ts'

/** Fetches the library; tests hand in one that records. */
export const AdyenLibrary = createContext<() => Promise<OpenAdyenCard>>(
  async () => (await import('#web/payment/adyen/adyen-card.ts')).openAdyenCard,
)
