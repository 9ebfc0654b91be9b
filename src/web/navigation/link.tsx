import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import type { NavigateOptions } from '#web/navigation/navigation.ts'
import { useLocation, useNavigate } from '#web/navigation/navigation-context.tsx'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  NavigateOptions & {
    /** An address of this site; one elsewhere is left to the browser. */
    readonly to: string
    readonly ref?: Ref<HTMLAnchorElement>
  }

/** A link that is followed without a page load; with a key held, or before the scripts have come, like every link. */
export function Link({ to, preventScrollReset = false, onClick, ...rest }: LinkProps): ReactNode {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    navigate(to, { preventScrollReset })
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** A link of a menu: it says when one is in its part of the site. */
export function NavLink({ to, ...rest }: LinkProps): ReactNode {
  const { pathname } = useLocation()
  const isHere = `${pathname}/`.startsWith(`${to}/`)
  return <Link {...rest} to={to} aria-current={isHere ? 'page' : undefined} />
}

function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, origin } = event.currentTarget
  const hasKey = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  return event.button === 0 && !hasKey && ['', '_self'].includes(target) && origin === window.location.origin
}
