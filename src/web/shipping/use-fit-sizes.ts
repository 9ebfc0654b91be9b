import { useEffect, useState } from 'react'
import type { FitSizes } from '#domain/shipping/fit.ts'
import { readFitSizes, storeFitSizes } from '#web/shipping/fit-sizes.ts'
import { fitSizesEvent } from '#web/shipping/fit-storage.ts'
import { useVariant } from '#web/variants/context.tsx'

/** The shopper's measures, the same everywhere on the page and in other tabs; what is set is kept. */
export function useFitSizes(): readonly [FitSizes, (sizes: FitSizes) => void] {
  const { country } = useVariant()
  const usual = country === 'CA' ? 2 : 1
  const [sizes, setSizes] = useState(() => readFitSizes(usual))
  useEffect(() => {
    const read = () => setSizes(readFitSizes(usual))
    window.addEventListener(fitSizesEvent, read)
    window.addEventListener('storage', read)
    return () => {
      window.removeEventListener(fitSizesEvent, read)
      window.removeEventListener('storage', read)
    }
  }, [usual])
  const changeSizes = (next: FitSizes) => {
    setSizes(next)
    storeFitSizes(next)
  }
  return [sizes, changeSizes]
}
