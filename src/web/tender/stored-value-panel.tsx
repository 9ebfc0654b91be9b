import { type ReactNode, useRef } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Drawer, type DrawerHandle } from '#web/ui/panels/drawer.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import styles from './stored-value-panel.module.css'

const load = async () => (await import('#web/tender/payment-entries.ts')).paymentEntries

/**
 * All that lowers what a card pays, folded as one line below it (CALM-34): who holds a code need not know which kind it is.
 * It is open while something in it pays; what is in it comes behind the page, which most orders pay without it.
 */
export function StoredValuePanel(): ReactNode {
  const { paymentData, promo } = useCheckout().checkout
  const { giftCards, tenderCodes } = paymentData.tenderCodesData
  const { certificates } = paymentData.rewardsData
  const entries = useIdleImport(load)
  const drawer = useRef<DrawerHandle>(null)
  const told = { onTold: () => drawer.current?.open() }
  return (
    <div className={styles.fold}>
      <Drawer
        ref={drawer}
        title="Gift card, code or reward"
        note={promo.discountCode === '' ? undefined : <bdi>{promo.discountCode}</bdi>}
        isOpenAtFirst={giftCards.length + tenderCodes.length + certificates.length > 0}
      >
        {entries !== null && (
          <>
            <entries.Cards {...told} />
            <entries.Promotion {...told} />
            <entries.Certificates {...told} />
          </>
        )}
      </Drawer>
    </div>
  )
}
