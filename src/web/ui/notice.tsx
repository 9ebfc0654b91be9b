import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export type NoticeKind = 'bad' | 'good' | 'plain'

const icons: { readonly [Kind in NoticeKind]: IconName } = { bad: 'alert', good: 'check', plain: 'info' }

export type NoticeProps = {
  readonly kind?: NoticeKind
  readonly children: ReactNode
}

/** A message in the page, told to assistive technology when it comes: bad news at once, the rest in turn. */
export function Notice({ kind = 'plain', children }: NoticeProps): ReactNode {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} size={20} />
      <div className={styles.words}>{children}</div>
    </div>
  )
}
