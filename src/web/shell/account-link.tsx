import type { MouseEvent, ReactNode } from 'react'
import { openLayer } from '#web/layers/open-layer.ts'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation-context.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './header.module.css'

/** To the account, or to sign in: in a popup over the page, or on its own page for a new tab and before the scripts have come. */
export function AccountLink(): ReactNode {
  const { isSignedIn } = useFrame()
  const { pathname, search } = useLocation()
  const isSignInPage = pathname.startsWith('/account/')
  const open = (event: MouseEvent) => {
    if (isSignedIn || isSignInPage || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openLayer('accountSignIn', { returnUrl: `${pathname}${search}` })
  }
  return (
    <Link to={isSignedIn ? '/account' : '/account/login'} className={styles.item} onClick={open}>
      <Icon name="account" />
      <span className={styles.word}>{isSignedIn ? 'Account' : 'Sign in'}</span>
    </Link>
  )
}
