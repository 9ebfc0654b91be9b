import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export type NoticeKind = 'bad' | 'good' | 'plain'

const icons: { readonly [Kind in NoticeKind]: IconName } = { bad: 'alert', good: 'check', plain: 'info' }

export type NoticeProps = {
  readonly kind?: NoticeKind
  /** It is why the page was loaded again, and has the focus then, with and without scripts. */
  readonly hasFocus?: boolean
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** What may have the focus, and has it when its page is loaded. */
export const focusAtLoad = { tabIndex: -1, autoFocus: true } as const

/** A message in the page, told to assistive technology when it comes: bad news at once, the rest in turn. */
export function Notice({ kind = 'plain', hasFocus = false, ref, children }: NoticeProps): ReactNode {
  return (
    <div
      ref={ref}
      className={`${styles.notice} ${styles[kind]}`}
      role={kind === 'bad' ? 'alert' : 'status'}
      tabIndex={ref === undefined ? undefined : -1}
      {...(hasFocus ? focusAtLoad : {})}
    >
      <Icon name={icons[kind]} size={20} />
      <div className={styles.words}>{children}</div>
    </div>
  )
}
