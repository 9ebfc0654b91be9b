import { useEffect, useEffectEvent, useState } from 'react'
import type { Availability } from './use-availability.ts'

type Stores = readonly string[]

/** The stores that have a sku, the nearest first, from the last answer that told; null before one. */
export function useStockedStores(sku: number, pickupStore: string, { answer }: Availability): Stores | null {
  const [told, setTold] = useState<{ readonly sku: number; readonly stores: Stores } | null>(null)
  if (answer && pickupStore !== '' && told?.stores !== answer.pickupStores) {
    setTold({ sku: answer.sku, stores: answer.pickupStores })
  }
  return told?.sku === sku ? told.stores : null
}

/** Chooses the nearest store that has it in the place of one that has not, while the shopper has named none. */
export function useStoreThatHasIt(
  stocked: Stores | null,
  pickupStore: string,
  choose: (pickupStore: string) => void,
): void {
  const isElsewhere = stocked !== null && pickupStore !== '' && !stocked.includes(pickupStore)
  const nearest = isElsewhere ? (stocked[0] ?? '') : ''
  const chooseIt = useEffectEvent(() => choose(nearest))
  useEffect(() => {
    if (nearest !== '') chooseIt()
  }, [nearest])
}
