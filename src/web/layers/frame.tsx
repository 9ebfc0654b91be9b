import { type ReactNode, use, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { confirmationFadeMs } from '#domain/timing.ts'
import { LayerFrameContext } from '#web/layers/frame-context.ts'
import { focusNearOpener, rememberOpener } from '#web/layers/near-opener.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './frame.module.css'

export type LayerPlace = 'centre' | 'right' | 'top'

export type LayerFrameProps = {
  /** The popup's name, also for screen readers. */
  readonly title: string
  readonly place?: LayerPlace
  readonly onClose: () => void
  /** False where the requirements allow no other button than the popup's own; Escape still closes. */
  readonly hasCloseButton?: boolean
  readonly isTitleHidden?: boolean
  readonly isNarrow?: boolean
  readonly isWide?: boolean
  readonly children: ReactNode
  /** The popup's actions, at its end. */
  readonly actions?: ReactNode
}

/**
 * The dialog round a popup's content: native, modal, named by its title; focus goes to the title and back to the
 * opener, Escape closes only the top one, the page behind is inert (UX-19, ERR-33).
 */
export function LayerFrame(props: LayerFrameProps): ReactNode {
  const { title, place = 'centre', onClose, hasCloseButton = true } = props
  const { isLeaving, onLeft } = use(LayerFrameContext)
  const size = props.isNarrow ? styles.narrow : props.isWide ? styles.wide : ''
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null || element.open) return
    rememberOpener()
    element.style.transitionDuration = `${confirmationFadeMs}ms`
    element.showModal()
    heading.current?.focus({ preventScroll: true })
    return () => element.close()
  }, [])

  useEffect(() => {
    if (!isLeaving) return
    dialog.current?.close()
    focusNearOpener()
    const timer = setTimeout(onLeft, confirmationFadeMs)
    return () => clearTimeout(timer)
  }, [isLeaving, onLeft])

  return (
    // A click on the dialog itself is a click beside its content; the keyboard has Escape for it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is handled by onCancel
    <dialog
      ref={dialog}
      className={`${styles.layer} ${styles[place]} ${size}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          <h2
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className={props.isTitleHidden ? 'visually-hidden' : styles.title}
          >
            {title}
          </h2>
          {hasCloseButton && (
            <button type="button" className={styles.close} onClick={onClose} aria-label="Close">
              <Icon name="close" />
            </button>
          )}
        </header>
        <div className={styles.body}>{props.children}</div>
        {props.actions && <footer className={styles.actions}>{props.actions}</footer>}
      </div>
    </dialog>
  )
}
