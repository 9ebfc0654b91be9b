import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import styles from './registry-page.module.css'

/** How long a button says that it has copied, as the registry's own button says ADDED. */
const copiedMs = 3_000

type ShareLinkProps = {
  readonly path: string
  readonly address: string
  /** What the share sheet sends with the address. */
  readonly title: string
}

/** The address of a registry, to be copied by one press or handed to the device's own share sheet (CALM-66). */
export function ShareLink({ path, address, title }: ShareLinkProps): ReactNode {
  const link = useRef<HTMLAnchorElement>(null)
  const isHydrated = useHydrated()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
      announce('The link is copied.')
    } catch {
      // a browser may not let a page copy: then it is marked, and one key away
      if (link.current !== null) getSelection()?.selectAllChildren(link.current)
      announce('The link is marked. Copy it as you copy any text.')
    }
  }

  return (
    <>
      <p>
        Share this link:{' '}
        <Link ref={link} to={path}>
          {address}
        </Link>
      </p>
      {isHydrated && (
        <div className={`${styles.ways} ${styles.share}`}>
          <Button kind="quiet" onClick={() => void copy()}>
            {isCopied ? 'Copied' : 'Copy link'}
          </Button>
          {'share' in navigator && (
            <Button kind="quiet" onClick={() => void share({ title, url: address })}>
              Share
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Closing the sheet without sharing is no fault. */
async function share(data: ShareData): Promise<void> {
  await navigator.share(data).catch(() => undefined)
}
