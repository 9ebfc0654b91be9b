import { type ReactNode, useEffect, useState } from 'react'
import type { PageState } from '#contracts/pages.ts'
import { trackPage } from '#web/analytics/data-layer.ts'

type Bar = typeof import('#web/analytics/consent-bar.tsx').ConsentBar

let show: (isWished: boolean) => unknown = () => {}

/** Asks again, on the shopper's own wish. */
export function openPrivacyChoices(): void {
  show(true)
}

/** Tells analytics which page is shown, and asks before anything is measured where the store is set so. */
export function Analytics({ state }: { readonly state: PageState }): ReactNode {
  const { asksConsent } = state.frame
  const [bar, setBar] = useState<{ readonly View: Bar; readonly isWished: boolean } | null>(null)
  useEffect(() => trackPage(state), [state])
  useEffect(() => {
    show = (isWished) =>
      import('#web/analytics/consent-bar.tsx').then(
        ({ ConsentBar: View }) => setBar({ View, isWished }),
        // without its script nobody is asked, and nothing is measured
        () => {},
      )
    if (asksConsent) show(false)
    return () => {
      show = () => {}
    }
  }, [asksConsent])
  return bar && <bar.View isWished={bar.isWished} onDone={() => setBar(null)} />
}
