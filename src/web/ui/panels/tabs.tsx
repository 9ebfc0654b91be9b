import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './tabs.module.css'

export type Tab = { readonly title: string; readonly content: ReactNode }

export type TabsProps = {
  /** What the tabs are about, for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Which is open first, from 0; one that is not there: the first. */
  readonly first?: number
}

/** Tabs as the pattern of the ARIA guide has them: one stop for the keyboard, arrows, Home and End go through them. */
export function Tabs({ label, tabs, first = 0 }: TabsProps): ReactNode {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(first < tabs.length ? first : 0)
  const shown = tabs[open]
  const show = (at: number) => {
    setOpen(at)
    const tab = list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]
    tab?.focus()
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = {
      ArrowRight: (open + 1) % tabs.length,
      ArrowLeft: (open - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    if (at === undefined) return
    event.preventDefault()
    show(at)
  }
  return (
    <div>
      <div role="tablist" aria-label={label} ref={list} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.title}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            aria-selected={index === open}
            tabIndex={index === open ? 0 : -1}
            className={styles.tab}
            onClick={() => show(index)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${open}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may hold nothing to focus, and is read on from here
        tabIndex={0}
        className={styles.panel}
      >
        {shown?.content}
      </div>
    </div>
  )
}
