import type { ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './place-changes.module.css'

type Change = CartReply['changes'][number]

/** Whether a change comes from where things go: shipping, tax, a date (CALM-02). */
export function isOfPlace({ kind, lineItemId }: Change): boolean {
  return kind === 'estimate' || kind === 'tax' || (kind === 'shipping' && lineItemId === '')
}

/** What the place changed, told where its amounts stand; whoever shows it announces it. */
export function PlaceChanges({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  const told = changes.filter((change) => isOfPlace(change) && change.message !== '')
  if (told.length === 0) return null
  return (
    <div className={styles.told}>
      <Icon name="info" size={20} />
      <div>
        {told.map(({ kind, lineItemId, message }) => (
          <p key={`${kind} ${lineItemId} ${message}`}>{message}</p>
        ))}
      </div>
    </div>
  )
}
