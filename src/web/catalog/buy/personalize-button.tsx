import type { ReactNode } from 'react'
import { useAddToCart } from '#web/cart/adding/use-add-to-cart.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useFrame, useMessages, useMoney } from '#web/variants/context.tsx'
import type { PersonalizeButtonProps } from './personalize.ts'

/** The way to a piece with the shopper's own words on it; its popup asks for them and shows the terms. */
export function PersonalizeButton({ sku, template, request }: PersonalizeButtonProps): ReactNode {
  const { add } = useAddToCart({ layer: 'none' })
  const browser = useBrowser()
  const money = useMoney()
  const isHydrated = useHydrated()
  const message = useMessages()
  const { isSignedIn } = useFrame()
  const press = async () => {
    const { personalize } = await import('./personalize.ts')
    const terms = message('personalization.terms').split('\n')
    await personalize({ sku, template, request }, { add, browser, isSignedIn, terms })
  }
  return (
    <Button kind="quiet" isWide disabled={!isHydrated} onClick={press}>
      Personalize it{template.fee > 0 && <bdi>, {money(template.fee)}</bdi>}
    </Button>
  )
}
