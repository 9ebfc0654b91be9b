import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { registryCalls } from '#contracts/registry/calls.ts'
import { recommendationPlaces } from '#domain/catalog/recommendation-places.ts'
import { unbroken } from '#domain/price-format.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { hasChecklist } from '#domain/registry/registry-types.ts'
import { RecommendationCarousel } from '#web/catalog/recommendation/recommendation-carousel.tsx'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import styles from './registry-layers.module.css'

type AddReply = ReplyOf<typeof registryCalls.addItems>
type AddedItem = AddReply['items'][number]

export type AddToRegistryInput = {
  /** The add that is on its way. */
  readonly adding: Promise<AddReply>
  readonly grId: number
  readonly registryType: string
  readonly isInteractiveChecklistEnabled: boolean
}

/**
 * Asks to wait while the add runs; then, only when isSuccess, what was added and the ways to the registry and its
 * checklist (REG-09 to REG-12, ROUTE-18). A failed add closes it: its caller tells why (OPEN-102).
 */
export function AddToRegistry({ input, close }: LayerProps<AddToRegistryInput, never>): ReactNode {
  const { grId, registryType, isInteractiveChecklistEnabled } = input
  const items = useAdded(input.adding, close)
  const actions = items !== null && (
    <>
      {hasChecklist(registryType, isInteractiveChecklistEnabled) && (
        <ButtonLink to={registryAddresses.checklist(grId)} kind="quiet">
          View Checklist
        </ButtonLink>
      )}
      <ButtonLink to={registryAddresses.view(grId)}>View Registry</ButtonLink>
    </>
  )
  return (
    <LayerFrame title="Add to Registry" onClose={() => close()} actions={actions}>
      <div aria-live="polite">
        {items === null ? (
          <p>Adding to your registry. Please wait ...</p>
        ) : (
          <>
            <h3 className={styles.heading}>Added to your registry</h3>
            <ul className={styles.items}>
              {items.map((item) => (
                <Item key={`${item.sku} ${item.personalization?.id}`} item={item} />
              ))}
            </ul>
          </>
        )}
      </div>
      {items?.[0] && (
        <div className={styles.alsoBought}>
          <RecommendationCarousel
            {...recommendationPlaces.addedToRegistry}
            itemId={items[0].sku}
            confirmation="card"
            heading="h3"
          />
        </div>
      )}
    </LayerFrame>
  )
}

/** The items once they are added; null until then. */
function useAdded(adding: Promise<AddReply>, close: () => void): readonly AddedItem[] | null {
  const [items, setItems] = useState<readonly AddedItem[] | null>(null)
  const end = useRef(close)
  useEffect(() => {
    adding.then(
      (reply) => (reply.isSuccess ? setItems(reply.items) : end.current()),
      () => end.current(),
    )
  }, [adding])
  return items
}

function Item({ item }: { readonly item: AddedItem }): ReactNode {
  const texts = item.personalization?.lines.map(({ text }) => text).filter((text) => text !== '') ?? []
  return (
    <li className={styles.item} data-gr-id={item.grId} data-registry-type={item.registryType}>
      <SmallPicture path={item.imagePath} width={96} className={styles.picture} isEager />
      <div>
        <p className={styles.name}>{item.name}</p>
        <p className={styles.fact}>SKU {item.sku}</p>
        <p className={styles.fact}>Qty {item.quantity}</p>
        {texts.length > 0 && <p className={styles.fact}>Personalized: {texts.join(', ')}</p>}
        <p>{unbroken(item.inHousePersonalization?.pricingDto.formattedTotalPrice ?? item.formattedPrice)}</p>
      </div>
    </li>
  )
}
