import type { ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './cart-line.module.css'

type ClosedGiftProps = Pick<CartReply['lineItems'][number], 'id' | 'title'> & { readonly isLocked: boolean }

/** A gift whose registry was closed meanwhile stays where it is; a plain form makes it an item of the shopper's own (CALM-66). */
export function ClosedGift({ id, title, isLocked }: ClosedGiftProps): ReactNode {
  return (
    <div className={styles.restriction}>
      <Notice kind="bad">
        <p>This registry has been closed.</p>
      </Notice>
      <form method="post" action={registryAddresses.makeOwn} className={styles.fewer}>
        <TokenField />
        <input type="hidden" name="lineItemId" value={id} />
        <Button type="submit" kind="quiet" disabled={isLocked}>
          Keep it as my own <span className="visually-hidden">: {title}</span>
        </Button>
      </form>
    </div>
  )
}
