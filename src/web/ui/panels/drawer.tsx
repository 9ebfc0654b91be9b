import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { drawerMaxHeightPx, drawerSeconds } from '#domain/timing.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import styles from './drawer.module.css'

export type DrawerHandle = {
  /** Opens it at once, so that what is in it can have the focus. */
  readonly open: () => void
}

export type DrawerProps = {
  readonly ref?: Ref<DrawerHandle>
  readonly title: ReactNode
  /** Stands at the far end of the title, such as a total. */
  readonly note?: ReactNode
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A heading that opens and closes what is under it, in 0.6 s and up to 10000 px (PLAT-30); open where there are no scripts. */
export function Drawer({ ref, title, note, isOpenAtFirst = false, children }: DrawerProps): ReactNode {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const content = useRef<HTMLDivElement>(null)
  const id = useId()
  const isHydrated = useHydrated()
  useImperativeHandle(ref, () => ({ open: () => flushSync(() => setOpen(true)) }), [])

  // Set from here and not as an attribute of the server's HTML, which the page's security policy would refuse.
  useEffect(() => {
    if (content.current === null) return
    content.current.style.transition = `max-height ${drawerSeconds}s`
    content.current.style.maxHeight = isOpen ? `${drawerMaxHeightPx}px` : '0'
  }, [isOpen])

  return (
    <div className={styles.drawer} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.handle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.title}>{title}</span>
        {note}
        <Icon name="down" size={20} />
      </button>
      <div id={id} ref={content} className={styles.content} inert={isHydrated && !isOpen}>
        <div className={styles.inner}>{children}</div>
      </div>
    </div>
  )
}
