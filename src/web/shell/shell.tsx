import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PageState } from '#contracts/pages.ts'
import { track } from '#web/analytics/data-layer.ts'
import { LayerHost } from '#web/layers/host.tsx'
import { closeLayers } from '#web/layers/open-layer.ts'
import { useScrollMemory } from '#web/navigation/scroll-memory.ts'
import { CheckoutHeader } from '#web/shell/checkout-header.tsx'
import { Footer } from '#web/shell/footer.tsx'
import { saysAtForm } from '#web/shell/form-errors.tsx'
import { Header } from '#web/shell/header.tsx'
import { Loader } from '#web/shell/loader.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Announcer, announce } from '#web/ui/announcer.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './shell.module.css'
import '#web/variants/base.css'
import '#web/variants/print.css'
import '#web/variants/tokens-cb.css'
import '#web/variants/tokens-cb2.css'

/** What stands round every page; the steps of the checkout keep only mark and help. */
export function Shell({ state, children }: { readonly state: PageState; readonly children: ReactNode }): ReactNode {
  const { brand } = useVariant()
  const shell = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLElement>(null)
  const [bar, showBar] = useState<ReactNode>(null)
  const isCheckout = state.page.name === 'checkout'
  const { isRefused } = state.frame
  useScrollMemory()
  useNewPage(state, main)
  // by hand: as a state it would have the whole frame drawn once more, at the moment of the first press
  useEffect(() => shell.current?.setAttribute('data-hydrated', ''), [])
  useEffect(() => track({ kind: 'pageShown', state, showBar }, false), [state])
  return (
    <div ref={shell} className={styles.shell} data-brand={brand}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <TokenField />
      {bar}
      <Loader isApp={state.frame.isApp} />
      {isCheckout ? <CheckoutHeader /> : <Header />}
      <main id="content" ref={main} tabIndex={-1} className={styles.main}>
        {state.frame.notice !== '' && state.frame.noticeField === '' && !(isRefused && saysAtForm(state.page)) && (
          <div className={styles.notice}>
            <Notice kind={isRefused ? 'bad' : 'plain'}>{state.frame.notice}</Notice>
          </div>
        )}
        {children}
      </main>
      {!isCheckout && <Footer />}
      <Announcer />
      <LayerHost />
    </div>
  )
}

/** After a soft navigation the page has its own title, says it, and the focus starts at its content (UX-05). */
function useNewPage(state: PageState, main: { readonly current: HTMLElement | null }): void {
  const shown = useRef(state.path)
  useEffect(() => {
    if (shown.current === state.path) return
    shown.current = state.path
    document.title = state.title
    // who ticks filters goes on ticking: the shelf tells what is left
    if (document.activeElement?.closest('[data-keeps-focus]')) return
    closeLayers()
    announce(state.title)
    main.current?.focus({ preventScroll: true })
  }, [state.path, state.title, main])
}
