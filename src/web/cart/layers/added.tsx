import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import buttons from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import styles from './added.module.css'

export type AddedReply = ReplyOf<typeof cartCalls.addItems>
export type AddedInput = { readonly added: AddedReply; readonly isScanMode: boolean }

/** Slides down after an add on a product page or list; its link works once (ATC-15, ATC-21). */
export function AddedSlideDown({ input, close }: LayerProps<AddedInput, never>): ReactNode {
  return <Added input={input} close={() => close()} place="top" isLinkOnce />
}

/** In the middle of the page, after an add from a carousel, from an add-on, and in scan mode (ATC-15, OPEN-24). */
export function AddedConfirmation({ input, close }: LayerProps<AddedInput, never>): ReactNode {
  return <Added input={input} close={() => close()} place="centre" isLinkOnce={false} />
}

type AddedProps = {
  readonly input: AddedInput
  readonly close: () => void
  readonly place: 'top' | 'centre'
  readonly isLinkOnce: boolean
}

function Added({ input, close, place, isLinkOnce }: AddedProps): ReactNode {
  const { added, isScanMode } = input
  const pieces = added.items.reduce((sum, item) => sum + item.quantity, 0)
  return (
    <LayerFrame title={`${pieces} item(s) added to your cart`} place={place} onClose={close}>
      <ul className={styles.items}>
        {added.items.map((item) => (
          <AddedItem key={`${item.sku} ${item.quantity}`} item={item} />
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
            <dd>{added.formattedCartSubtotal}</dd>
          </div>
        </dl>
        <div className={styles.ways}>
          <Button kind="quiet" onClick={close}>
            {isScanMode ? 'Scan Another Item' : 'Continue Shopping'}
          </Button>
          <ViewCart isOnce={isLinkOnce} />
        </div>
      </div>
    </LayerFrame>
  )
}

function AddedItem({ item }: { readonly item: AddedReply['items'][number] }): ReactNode {
  return (
    <li className={styles.item}>
      <SmallPicture path={item.imagePath} width={96} className={styles.picture} isEager />
      <div>
        <p className={styles.name}>{item.name}</p>
        <p className={styles.fact}>SKU {item.sku}</p>
        <p className={styles.fact}>Qty {item.quantity}</p>
        <p>{item.inHousePersonalization?.pricingDto.formattedTotalPrice ?? item.formattedPrice}</p>
        {item.isInstallationServiceRequired && (
          <p className={styles.service}>
            <Icon name="check" size={20} />
            Installation service: {item.formattedInstallationServiceFee} per item
          </p>
        )}
      </div>
    </li>
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
