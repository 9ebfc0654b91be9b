import { type ReactNode, useEffect, useState } from 'react'
import type { RegistrySku } from '#domain/catalog/product.ts'
import type { AnalyticsSource } from '#domain/data-layer.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { isRegistryButtonDisabled } from '#domain/registry/registry-button.ts'
import { registryAddedMs } from '#domain/timing.ts'
import { useWantedBefore } from '#web/registry/before-sign-in.ts'
import type { RegistryRequests } from '#web/registry/registry-requests.ts'
import { useAddToRegistry } from '#web/registry/use-add-to-registry.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './registry-button.module.css'

export type RegistryButtonProps = {
  readonly item: RegistrySku
  readonly quantity: number
  readonly tracked: AnalyticsSource
  /** On the shop bar the quantity link stands beside the button, everywhere else in its place (REG-26). */
  readonly place: 'shopBar' | 'elsewhere'
  readonly isPersonalized?: boolean
  readonly isPersonalizationValid?: boolean
  /** What it adds, where several stand on one page. */
  readonly name?: string
  /** Told how many pieces were wanted before a sign-in, which are added now. */
  readonly onWantedBefore?: (quantity: number) => void
}

/** 'Add to Registry'; after an add it leads to the registry list (REG-22 to REG-26, PDP-02). */
export function RegistryButton(props: RegistryButtonProps): ReactNode {
  const {
    item,
    quantity,
    tracked,
    place,
    name,
    isPersonalized = false,
    isPersonalizationValid = true,
    onWantedBefore,
  } = props
  const { isAdding, add } = useAddToRegistry()
  const [inRegistry, setInRegistry] = useState({ sku: item.sku, quantity: 0, times: 0 })
  const isAdded = useForAWhile(inRegistry.times, registryAddedMs)
  const held = inRegistry.sku === item.sku ? inRegistry.quantity : 0
  const isDisabled = isRegistryButtonDisabled(item, { isLoading: isAdding, isPersonalized, isPersonalizationValid })

  const send = async (requests: RegistryRequests) => {
    const { sku } = requests.items[0]
    const now = await add(requests)
    if (now !== null) setInRegistry((before) => ({ sku, quantity: now, times: before.times + 1 }))
  }
  useWantedBefore(
    (wanted) => {
      if (isDisabled || !('items' in wanted)) return null
      const [{ sku }, ...others] = wanted.items.items
      return sku === item.sku && others.length === 0 ? wanted.items : null
    },
    (requests) => {
      onWantedBefore?.(requests.items[0].quantity)
      send(requests)
    },
  )

  return (
    <div className={styles.place}>
      {(place === 'shopBar' || held === 0) && (
        // busy keeps the focus, which a popup gives back to it
        <Button
          kind="quiet"
          isWide
          isBusy={isAdding}
          disabled={isDisabled && !isAdding}
          onClick={() => send({ items: [{ sku: item.sku, quantity }], tracked: [tracked] })}
          aria-label={name && `Add to Registry: ${name}`}
        >
          {isAdded && place === 'shopBar' ? 'ADDED' : 'Add to Registry'}
        </Button>
      )}
      {held > 0 && (
        <a href={registryAddresses.list} target="_blank" rel="noopener" className={styles.link}>
          {held} in your registry
        </a>
      )}
    </div>
  )
}

/** True for some milliseconds after each change of `times`, which starts at 0. */
function useForAWhile(times: number, milliseconds: number): boolean {
  const [over, setOver] = useState(0)
  useEffect(() => {
    if (times === 0) return
    const timer = setTimeout(() => setOver(times), milliseconds)
    return () => clearTimeout(timer)
  }, [times, milliseconds])
  return over !== times
}
