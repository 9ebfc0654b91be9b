import type { ReactNode } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { registryCalls } from '#contracts/registry/calls.ts'
import { hasChecklist, registryAddresses } from '#domain/registry/registry.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './registry-layers.module.css'

type AddedItem = ReplyOf<typeof registryCalls.addItems>['items'][number]

export type AddedToRegistryInput = {
  readonly items: readonly AddedItem[]
  readonly grId: number
  readonly registryType: string
  readonly isInteractiveChecklistEnabled: boolean
}

/** What was added, and the ways to the registry and its checklist (REG-10, REG-11, REG-12, ROUTE-18). */
export function AddedToRegistry({ input, close }: LayerProps<AddedToRegistryInput, never>): ReactNode {
  const { items, grId, registryType, isInteractiveChecklistEnabled } = input
  const actions = (
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
      <h3 className={styles.heading}>Added to your registry</h3>
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={`${item.sku} ${item.personalization?.id}`} item={item} />
        ))}
      </ul>
    </LayerFrame>
  )
}

function Item({ item }: { readonly item: AddedItem }): ReactNode {
  const texts = item.personalization?.lines.map(({ text }) => text).filter((text) => text !== '') ?? []
  return (
    <li className={styles.item} data-gr-id={item.grId} data-registry-type={item.registryType}>
      {item.imagePath !== '' && <img src={item.imagePath} alt="" width="96" height="120" className={styles.picture} />}
      <div>
        <p className={styles.name}>{item.name}</p>
        <p className={styles.fact}>SKU {item.sku}</p>
        <p className={styles.fact}>Qty {item.quantity}</p>
        {texts.length > 0 && <p className={styles.fact}>Personalized: {texts.join(', ')}</p>}
        <p>{item.inHousePersonalization?.pricingDto.formattedTotalPrice ?? item.formattedPrice}</p>
      </div>
    </li>
  )
}
