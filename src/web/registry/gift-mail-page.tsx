import type { ReactNode } from 'react'
import { registryAddresses } from '#domain/registry/registry.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import styles from './registry-page.module.css'

/** Where a mail about gifts leads whoever wants no more of them: one press, without signing in. */
export function GiftMailPage({ page }: { readonly page: PageOf<'giftMail'> }): ReactNode {
  const { shareId, to, key, isEnded } = page
  const isOwner = to === 'owner'
  if (isEnded) {
    return (
      <div className={`${styles.page} ${styles.narrow}`}>
        <h1 className={styles.title}>No more mail about gifts</h1>
        <p className={styles.fact}>
          {isOwner
            ? 'Nobody is mailed about the gifts of this registry. You can switch it on again where you change your registry.'
            : 'You are not mailed about gifts any more.'}
        </p>
        {isOwner && (
          <div className={styles.close}>
            <ButtonLink to={registryAddresses.list} kind="quiet">
              Your registries
            </ButtonLink>
          </div>
        )}
      </div>
    )
  }
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>End the mails about gifts?</h1>
      <p className={styles.fact}>
        {isOwner
          ? 'You, and your partner if you gave us an address, are no longer mailed when a gift was bought. Your thank-you list goes on.'
          : 'You are no longer mailed when a gift was bought. The registry stays as it is.'}
      </p>
      <form method="post" action={registryAddresses.giftMail} className={styles.close}>
        <TokenField />
        <input type="hidden" name="shareId" value={shareId} />
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="key" value={key} />
        <Button type="submit">End these mails</Button>
      </form>
    </div>
  )
}
