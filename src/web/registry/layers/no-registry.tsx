import type { ReactNode } from 'react'
import { registryAddresses } from '#domain/registry/registry.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './registry-layers.module.css'

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
