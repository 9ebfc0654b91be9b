import type { ReactNode } from 'react'
import type { FitBox, FitPlace, FitSizes } from '#domain/shipping/fit.ts'
import { fitFaults, isPlaceKnown } from '#domain/shipping/fit.ts'
import { faultText, placeList } from '#web/shipping/fit-words.ts'
import { useFitSizes } from '#web/shipping/use-fit-sizes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './fit.module.css'

/** Whether the boxes of an item pass what its shopper has measured; nothing where nothing is (BEYOND-08). */
export function FitVerdict({ boxes, systemOfMeasure, places }: FitCheckProps): ReactNode {
  const [sizes] = useFitSizes()
  const known = places.filter((place) => isPlaceKnown(sizes, place))
  if (known.length === 0) return null
  const faults = fitFaults(boxes, systemOfMeasure, sizes, known)
  const failing = new Set(faults.map(({ place }) => place))
  const passing = known.filter((place) => !failing.has(place))
  return (
    <div className={styles.verdict} data-verdict>
      {faults.map((fault) => (
        <p key={`${fault.place} ${fault.boxNumber}`} className={styles.bad}>
          <Icon name="alert" size={16} />
          <span>{faultText(fault, sizes.systemOfMeasure)}</span>
        </p>
      ))}
      {passing.length > 0 && (
        <p className={styles.good}>
          <Icon name="check" size={16} />
          <span>Fits your {placeList(passing)}.</span>
        </p>
      )}
    </div>
  )
}

export type FitCheckProps = {
  readonly title: string
  readonly boxes: readonly FitBox[]
  readonly systemOfMeasure: FitSizes['systemOfMeasure']
  /** What it must get through on its way. */
  readonly places: readonly FitPlace[]
}
