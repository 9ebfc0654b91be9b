import type { ReactNode } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { registryCalls } from '#contracts/registry/calls.ts'
import { listTypeName, registryAddresses, registryTitle } from '#domain/registry/registry.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './registry-layers.module.css'

export type SelectRegistryInput = {
  readonly registries: ReplyOf<typeof registryCalls.getRegistryList>['giftRegistries']
  /** Items that wait to be added. */
  readonly itemCount: number
}

/** Asks which registry; its result is the registry's id (REG-06, REG-07, REG-08). */
export function SelectRegistry({ input, close }: LayerProps<SelectRegistryInput, number>): ReactNode {
  const heading = input.itemCount > 1 ? 'Add All to Registry' : 'Add This Item to a Registry/List'
  return (
    <LayerFrame title="Add to Registry" isNarrow onClose={() => close()}>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.registries}>
        {input.registries.map((registry) => (
          <li key={registry.id} className={styles.registry}>
            <div>
              <p className={styles.name}>{registryTitle(registry)}</p>
              <p className={styles.fact}>
                <span>{registry.registryOwnernsName}</span> <span>({listTypeName(registry.listType)})</span>
              </p>
            </div>
            <Button kind="quiet" aria-label={`Add to ${registryTitle(registry)}`} onClick={() => close(registry.id)}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </LayerFrame>
  )
}

/** A signed-in shopper without a registry may make one (REG-04). */
export function NoRegistry({ close }: LayerProps<Record<never, never>, never>): ReactNode {
  return (
    <LayerFrame
      title="Add to Registry"
      isNarrow
      onClose={() => close()}
      actions={<ButtonLink to={registryAddresses.create}>Create Registry</ButtonLink>}
    >
      <h3 className={styles.heading}>No Registry Found</h3>
      <p className={styles.fact}>Make one for a wedding, a baby, a new home, or simply as a list of wishes.</p>
    </LayerFrame>
  )
}
