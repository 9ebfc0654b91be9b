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
import type { LeftOut } from '#web/registry/registry-requests.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import styles from './registry-layers.module.css'

type AddReply = ReplyOf<typeof registryCalls.addItems>
type AddedItem = AddReply['items'][number]

export type AddToRegistryInput = {
  /** The add that is on its way. */
  readonly adding: Promise<AddReply>
  /** Pieces that were not even asked for, and why (CALM-14). */
  readonly leftOut?: readonly LeftOut[]
  readonly grId: number
  readonly registryType: string
  readonly isInteractiveChecklistEnabled: boolean
}

/**
 * Asks to wait while the add runs; then, only when isSuccess, what was added and the ways to the registry and its
 * checklist (REG-09 to REG-12, ROUTE-18), and what could not be added with the reason (CALM-14). An add that failed as a
 * whole closes it: its caller tells why (OPEN-102).
 */
export function AddToRegistry({ input, close }: LayerProps<AddToRegistryInput, never>): ReactNode {
  const { grId, registryType, isInteractiveChecklistEnabled } = input
  const reply = useAdded(input.adding, close)
  const items = reply?.items ?? null
  const leftOut = [...(reply?.notAdded ?? []), ...(input.leftOut ?? [])]
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
            <h3 className={styles.heading}>{items.length > 0 ? 'Added to your registry' : 'Nothing was added'}</h3>
            <ul className={styles.items}>
              {items.map((item) => (
                <Item key={`${item.sku} ${item.personalization?.id}`} item={item} />
              ))}
            </ul>
            {leftOut.length > 0 && <LeftOutList leftOut={leftOut} />}
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

function LeftOutList({ leftOut }: { readonly leftOut: readonly LeftOut[] }): ReactNode {
  return (
    <section className={styles.leftOut} aria-labelledby="not-added">
      <h4 id="not-added" className={styles.leftOutTitle}>
        {leftOut.length === 1 ? 'One item stays in your cart only' : `${leftOut.length} items stay in your cart only`}
      </h4>
      <ul>
        {leftOut.map(({ name, message }) => (
          <li key={`${name} ${message}`}>
            <strong>{name}</strong> {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The answer once items are added, or left out by name; null until then. */
function useAdded(adding: Promise<AddReply>, close: () => void): AddReply | null {
  const [answer, setAnswer] = useState<AddReply | null>(null)
  const end = useRef(close)
  useEffect(() => {
    adding.then(
      (reply) => (reply.isSuccess || reply.notAdded?.length ? setAnswer(reply) : end.current()),
      () => end.current(),
    )
  }, [adding])
  return answer
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
