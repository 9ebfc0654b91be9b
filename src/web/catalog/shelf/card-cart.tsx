import type { MouseEvent, ReactNode } from 'react'
import type { ProductCard } from '#contracts/pages.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { useAddToCart } from '#web/cart/adding/use-add-to-cart.ts'
import { prefetchAdding } from '#web/catalog/buy/prefetch-adding.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './product-card.module.css'
import { trackedCard } from './tracked-card.ts'

const formId = 'add-from-list'

/** The form of all 'Add to Cart' of a shelf: it adds until the scripts have come, and leads to the cart (UX-24). */
export function CardCartForm(): ReactNode {
  return (
    <form id={formId} method="post" action="/cart/add" hidden>
      <TokenField />
    </form>
  )
}

/** 'Add to Cart' where nothing is to be chosen, after which the layer slides down (OPEN-24); else the way to the choices. */
export function CardCart({ card }: { readonly card: ProductCard }): ReactNode {
  const variant = useVariant()
  const { add, isAdding } = useAddToCart()
  if (card.availability === availabilityStatus.noLongerAvailable) return null
  if (!card.isAddable) {
    return (
      <ButtonLink to={card.navigateUrl} kind="quiet" isWide className={styles.cart ?? ''}>
        {card.isDonation ? 'Choose an amount' : 'Choose options'}{' '}
        <span className="visually-hidden">for {card.name}</span>
      </ButtonLink>
    )
  }
  const press = (event: MouseEvent) => {
    event.preventDefault()
    const hasGrouper = card.registrySku?.hasGrouper ?? false
    void add({ choice: { sku: card.sku }, tracked: trackedCard(card, variant), hasGrouper })
  }
  return (
    <Button
      type="submit"
      form={formId}
      name="Sku"
      value={card.sku}
      kind="quiet"
      isWide
      className={styles.cart ?? ''}
      isBusy={isAdding}
      aria-label={`Add to Cart: ${card.name}`}
      onClick={press}
      onPointerEnter={prefetchAdding}
      onFocus={prefetchAdding}
    >
      Add to Cart
    </Button>
  )
}
