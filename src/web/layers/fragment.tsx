import { type ReactNode, useEffect, useState } from 'react'
import { StatusError } from '#web/calls/errors.ts'
import { logError } from '#web/calls/log.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './fragment.module.css'

type Content = { readonly title: string; readonly html: string }

export type FragmentInput = {
  readonly url: string
  /** A button that goes on with what was interrupted; none unless given. */
  readonly continueText?: string
  /** What stands there when the fragment does not come. */
  readonly fallback?: Content
}

/** A popup whose content is an HTML fragment of our own server, cleaned of scripts (CART-34, OPEN-103). */
export function Fragment({ input, close }: LayerProps<FragmentInput, 'continue'>): ReactNode {
  const message = useMessages()
  const [content, setContent] = useState<Content | null>(null)
  const failed = message('genericErrorMessage')
  const { continueText, fallback } = input
  useEffect(() => {
    const abort = new AbortController()
    fetchFragment(input.url, abort.signal).then(setContent, (error: unknown) => {
      if (abort.signal.aborted) return
      logError(error, { action: 'PopupV2', api: input.url })
      setContent(fallback ?? { title: "We're Sorry.", html: '' })
    })
    return () => abort.abort()
  }, [input.url, fallback])
  return (
    <LayerFrame
      title={content?.title ?? fallback?.title ?? 'One moment'}
      isNarrow={continueText !== undefined}
      onClose={() => close()}
      actions={continueText !== undefined && <Button onClick={() => close('continue')}>{continueText}</Button>}
    >
      {content === null && <Skeleton lines={3} label="Loading" />}
      {content?.html === '' && <p>{failed}</p>}
      {content !== null && content.html !== '' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server's fragment, cleaned below
        <div className={styles.text} dangerouslySetInnerHTML={{ __html: content.html }} />
      )}
    </LayerFrame>
  )
}

async function fetchFragment(address: string, signal: AbortSignal): Promise<Content> {
  const url = new URL(address, window.location.origin)
  if (url.origin !== window.location.origin) throw new Error(`A popup of another origin: ${url.origin}`)
  const response = await fetch(`${url.pathname}${url.search}`, { credentials: 'same-origin', signal })
  if (!response.ok) throw new StatusError(response.status, url.pathname)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const heading = page.querySelector('h1, h2')
  const title = heading?.textContent?.trim() || 'Please note'
  heading?.remove()
  return { title, html: cleaned(page.body) }
}

const refused = 'script, style, link, meta, iframe, object, embed, base, template'

/** Takes out everything that could run: elements, event attributes, and addresses that are code. */
function cleaned(root: HTMLElement): string {
  for (const element of root.querySelectorAll(refused)) element.remove()
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (/^on|^style$|^srcdoc$/i.test(name) || /^\s*(javascript|data|vbscript):/i.test(value))
        element.removeAttribute(name)
    }
  }
  return root.innerHTML.trim()
}
