import { type ReactNode, useState } from 'react'
import { unbroken } from '#domain/price-format.ts'
import type { AddedReply } from '#web/cart/adding/add-to-cart.ts'
import { AddedListener } from '#web/cart/adding/use-add-to-cart.ts'
import { AddOns } from '#web/cart/layers/add-ons.tsx'
import { AddedItem } from '#web/cart/layers/added-item.tsx'
import { AlsoBought } from '#web/cart/layers/also-bought.tsx'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { Link } from '#web/navigation/link.tsx'
import buttons from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import styles from './added.module.css'

/** What of an answer to an add is shown; with the donations of the cart after one was given. */
type ShownAdd = Pick<AddedReply, 'items' | 'cartQuantity' | 'formattedCartSubtotal' | 'addOns' | 'trackedAddOns'> & {
  readonly formattedCartDonation?: string
}
export type AddedInput = { readonly added: ShownAdd; readonly isScanMode: boolean }

/** Slides down after an add on a product page or list; its link works once (ATC-15, ATC-21). */
export function AddedSlideDown({ input, close }: LayerProps<AddedInput, never>): ReactNode {
  return <Added input={input} close={() => close()} firstPlace="top" />
}

/** In the middle of the page, after an add from a carousel, from an add-on, and in scan mode (ATC-15, OPEN-24). */
export function AddedConfirmation({ input, close }: LayerProps<AddedInput, never>): ReactNode {
  return <Added input={input} close={() => close()} firstPlace="centre" />
}

type AddedProps = {
  readonly input: AddedInput
  readonly close: () => void
  readonly firstPlace: 'top' | 'centre'
}

/**
 * What was added, the cart, add-ons and what others bought beside it. Something added from here makes it the confirmation
 * of that (OPEN-24); what it offers, and what of it is in the cart already, stays.
 */
function Added({ input, close, firstPlace }: AddedProps): ReactNode {
  const { isScanMode } = input
  const [added, setAdded] = useState<ShownAdd>(input.added)
  const place = added === input.added ? firstPlace : 'centre'
  const pieces = added.items.reduce((sum, item) => sum + item.quantity, 0)
  return (
    <LayerFrame title={`${pieces} item(s) added to your cart`} place={place} onClose={close}>
      <div className={styles.both}>
        <ul className={styles.items}>
          {added.items.map((item) => (
            <AddedItem key={`${item.sku} ${item.personalization?.id}`} item={item} />
          ))}
        </ul>
        <div className={styles.foot}>
          <dl className={styles.cart}>
            <div className={styles.pieces}>
              <dt className="visually-hidden">Whole cart</dt>
              <dd>{`Your Cart: ${added.cartQuantity} item(s)`}</dd>
            </div>
            <div className={styles.subtotal}>
              <dt>Subtotal</dt>
              <dd>{unbroken(added.formattedCartSubtotal)}</dd>
            </div>
            {added.formattedCartDonation !== undefined && (
              <div className={styles.subtotal}>
                <dt>Donation</dt>
                <dd>{unbroken(added.formattedCartDonation)}</dd>
              </div>
            )}
          </dl>
          <div className={styles.ways}>
            <ViewCart isOnce={place === 'top'} />
            <Button kind="quiet" onClick={close}>
              {isScanMode ? 'Scan Another Item' : 'Continue Shopping'}
            </Button>
            {isScanMode && (
              <Button kind="plain" onClick={() => openLayer('handOver', {})}>
                Take it on your phone
              </Button>
            )}
          </div>
        </div>
      </div>
      <AddedListener value={setAdded}>
        <AddOns addOns={input.added.addOns} tracked={input.added.trackedAddOns} />
        <AlsoBought sku={input.added.items[0]?.sku ?? 0} />
      </AddedListener>
    </LayerFrame>
  )
}

function ViewCart({ isOnce }: { readonly isOnce: boolean }): ReactNode {
  const [isUsed, setUsed] = useState(false)
  const isDisabled = isOnce && isUsed
  return (
    <Link
      to="/checkout/cart"
      className={`${buttons.button} ${buttons.main}`}
      aria-disabled={isDisabled || undefined}
      data-busy={isDisabled || undefined}
      onClick={(event) => {
        if (isDisabled) event.preventDefault()
        setUsed(true)
      }}
    >
      View Cart & Checkout
    </Link>
  )
}
