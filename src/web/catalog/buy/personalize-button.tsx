import type { ReactNode } from 'react'
import { useAddToCart } from '#web/cart/adding/use-add-to-cart.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { useWantedBefore, type WantedDesign } from '#web/registry/before-sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useFrame, useMessages, useMoney } from '#web/variants/context.tsx'
import type { PersonalizeButtonProps } from './personalize.ts'

type WantedBefore = {
  /** Told how many pieces were wanted before a sign-in; the popup opens with their words. */
  readonly onWantedBefore: (quantity: number) => void
}

/** The way to a piece with the shopper's own words on it; its popup asks for them and shows the terms. */
export function PersonalizeButton(props: PersonalizeButtonProps & WantedBefore): ReactNode {
  const { sku, template, request, onWantedBefore } = props
  const { add } = useAddToCart({ layer: 'none' })
  const browser = useBrowser()
  const money = useMoney()
  const isHydrated = useHydrated()
  const message = useMessages()
  const { isSignedIn } = useFrame()
  const open = async (before?: WantedDesign) => {
    const { personalize } = await import('./personalize.ts')
    const terms = message('personalization.terms').split('\n')
    await personalize({ sku, template, request, before }, { add, browser, isSignedIn, terms })
  }
  useWantedBefore(
    (wanted) => ('design' in wanted && wanted.design.sku === sku.sku ? wanted.design : null),
    (before) => {
      onWantedBefore(before.quantity)
      open(before)
    },
  )
  return (
    <Button kind="quiet" isWide disabled={!isHydrated} onClick={() => open()}>
      Personalize it{template.fee > 0 && <bdi>, {money(template.fee)}</bdi>}
    </Button>
  )
}
