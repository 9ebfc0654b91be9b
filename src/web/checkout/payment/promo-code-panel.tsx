import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Drawer } from '#web/ui/panels/drawer.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'

const load = () => import('./promo-code-entry.tsx')

/** The folded line of the promotion code, below the card (CALM-18); what is in it comes behind the page. */
export function PromoCodePanel(): ReactNode {
  const { discountCode } = useCheckout().checkout.promo
  const later = useIdleImport(load)
  return (
    <Drawer
      title={
        discountCode === '' ? (
          'Promotion code'
        ) : (
          <>
            Promotion code <bdi>{discountCode}</bdi>
          </>
        )
      }
    >
      {later !== null && <later.PromoCodeEntry />}
    </Drawer>
  )
}
