import type { ReactNode } from 'react'
import type { ProductCard } from '#contracts/pages.ts'
import { hidesRegistryButton } from '#domain/catalog/property-codes.ts'
import { RegistryButton } from '#web/registry/registry-button.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './product-card.module.css'
import { trackedCard } from './tracked-card.ts'

/** 'Add to Registry' on a product list page, unless the property codes of the sku hide it (PDP-08). */
export function CardRegistry({ card }: { readonly card: ProductCard }): ReactNode {
  const tracked = trackedCard(card, useVariant())
  const { registrySku: item } = card
  if (item === null || hidesRegistryButton(item.propertyCodes)) return null
  return (
    <div className={styles.registry}>
      <RegistryButton item={item} quantity={1} tracked={tracked} place="elsewhere" name={card.name} />
    </div>
  )
}
