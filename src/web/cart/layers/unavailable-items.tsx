import type { ReactNode } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { choosePopup, type PopupPlace, remainingLabel } from '#domain/cart/error-popup.ts'
import type { ErrorType } from '#domain/cart/error-types.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './items.module.css'

type UnavailableItem = ReplyOf<typeof cartCalls.checkout>['items'][number]

export type UnavailableItemsInput = {
  readonly errorType: ErrorType
  readonly errorMessage: string
  readonly items: readonly UnavailableItem[]
  readonly place: PopupPlace
}

/** What stands in the way of the checkout, and how to take it out of the cart (UNAVAIL-01 to UNAVAIL-22). */
export function UnavailableItems({
  input,
  close,
}: LayerProps<UnavailableItemsInput, 'keep' | 'fix' | 'back'>): ReactNode {
  const popup = choosePopup(input.errorType, input.place)
  if (popup === null) return null
  const remaining = remainingLabel(input.errorType, input.items)
  return (
    <LayerFrame
      title={popup.title}
      onClose={() => close()}
      actions={
        remaining !== null ? (
          <>
            <Button onClick={() => close('keep')}>{remaining}</Button>
            {popup.fix && (
              <Button kind="quiet" onClick={() => close('fix')}>
                {popup.fix.label}
              </Button>
            )}
            <Button kind="quiet" onClick={() => close('back')}>
              {popup.backLabel}
            </Button>
          </>
        ) : (
          <>
            <Button kind={popup.fix ? 'quiet' : 'main'} onClick={() => close('back')}>
              {popup.backLabel}
            </Button>
            {popup.fix && <Button onClick={() => close('fix')}>{popup.fix.label}</Button>}
          </>
        )
      }
    >
      {input.errorMessage !== '' && <Notice kind="bad">{input.errorMessage}</Notice>}
      {popup.hasItems && input.items.length > 0 && (
        <ul className={styles.items}>
          {input.items.map((item, index) => (
            // One sku can stand in several lines.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown
            <UnavailableRow key={`${item.sku} ${index}`} item={item} />
          ))}
        </ul>
      )}
    </LayerFrame>
  )
}

function UnavailableRow({ item }: { readonly item: UnavailableItem }): ReactNode {
  const money = useMoney()
  return (
    <li className={styles.item}>
      <span className={styles.picture}>
        <SmallPicture path={item.imagePath} width={96} isEager />
      </span>
      <div>
        <p className={styles.name}>{item.isCustomNla ? item.title : <Link to={item.navigateUrl}>{item.title}</Link>}</p>
        {item.isCustomNla && <p className={styles.bad}>Custom item, no longer available</p>}
        <dl className={styles.facts}>
          <Fact name="SKU" text={String(item.sku)} />
          <Fact name="Price" text={money(item.currentPrice)} />
          <Fact name="Quantity" text={String(item.quantity)} />
          <Fact name="Total" text={money(item.currentPrice * item.quantity)} />
        </dl>
        {item.availabilityMessage !== '' && <p className={styles.bad}>{item.availabilityMessage}</p>}
        {item.edd.message !== '' && item.edd.message !== item.availabilityMessage && (
          <p className={styles.note}>{item.edd.message}</p>
        )}
      </div>
    </li>
  )
}

function Fact({ name, text }: { readonly name: string; readonly text: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}
