import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './disclosure.module.css'

export type DisclosureProps = {
  readonly title: string
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A heading that opens what is under it; native, so that it works before the scripts have come. */
export function Disclosure({ title, isOpenAtFirst = false, children }: DisclosureProps): ReactNode {
  return (
    <details className={styles.disclosure} open={isOpenAtFirst}>
      <summary className={styles.handle}>
        <h2 className={styles.title}>{title}</h2>
        <Icon name="down" size={20} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
