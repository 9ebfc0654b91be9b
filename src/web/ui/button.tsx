import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from '#web/navigation/link.tsx'
import styles from './button.module.css'

/** 'main' is the one clear action of a screen; 'quiet' stands beside it; 'plain' reads as a link. */
export type ButtonKind = 'main' | 'quiet' | 'plain'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: ButtonKind
  /** Runs: says so, and cannot be pressed again; it keeps the focus. */
  readonly isBusy?: boolean
  /** What it says while it runs, such as 'Placing order'. */
  readonly busyText?: string
  readonly isWide?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that does something here. */
export function Button(props: ButtonProps): ReactNode {
  const { kind = 'main', isBusy = false, busyText, isWide = false, className, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={classOf(kind, isWide, className)}
      aria-disabled={isBusy || rest['aria-disabled']}
      data-busy={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      <span>{isBusy && busyText ? busyText : children}</span>
    </button>
  )
}

export type ButtonLinkProps = LinkProps & { readonly kind?: ButtonKind; readonly isWide?: boolean }

/** A link that looks like a button: it leads somewhere. */
export function ButtonLink({
  kind = 'main',
  isWide = false,
  className,
  children,
  ...link
}: ButtonLinkProps): ReactNode {
  return (
    <Link {...link} className={classOf(kind, isWide, className)}>
      <span>{children}</span>
    </Link>
  )
}

function classOf(kind: ButtonKind, isWide: boolean, more?: string): string {
  return [styles.button, styles[kind], isWide && styles.wide, more].filter(Boolean).join(' ')
}
