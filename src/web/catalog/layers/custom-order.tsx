import { type ReactNode, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { unbroken } from '#domain/price-format.ts'
import { Terms } from '#web/catalog/layers/terms.tsx'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import styles from './terms.module.css'

export type CustomOrderInput = {
  readonly confirmation: ReplyOf<typeof cartCalls.getCustomOrderConfirmation>
  /** Adds it; false when it could not be added, which was told. */
  readonly accept: () => Promise<boolean>
  /** A line of the cart becomes it (CALM-12). */
  readonly isChange?: boolean
}

/** The terms of a piece made to order: nothing is added until they are accepted (ATC-08, ATC-13). Closes with true once it was added. */
export function CustomOrder({ input, close }: LayerProps<CustomOrderInput, true>): ReactNode {
  const { confirmation, accept, isChange = false } = input
  const [isAdding, setAdding] = useState(false)
  const press = async () => {
    setAdding(true)
    if (await accept()) close(true)
    else setAdding(false)
  }
  const actions = (
    <>
      <Button kind="quiet" onClick={() => close()}>
        Close
      </Button>
      <Button isBusy={isAdding} busyText={isChange ? 'Changing …' : 'Adding …'} onClick={press}>
        {isChange ? 'Accept & Change' : 'Accept & Add to Cart'}
      </Button>
    </>
  )
  return (
    <LayerFrame title={confirmation.title} onClose={() => close()} actions={actions}>
      <div className={styles.piece}>
        <SmallPicture path={confirmation.imagePath} width={96} className={styles.picture} isEager />
        <div>
          <p className={styles.name}>{confirmation.name}</p>
          <p className={styles.fact}>SKU {confirmation.sku}</p>
          <p>{unbroken(confirmation.formattedPrice)}</p>
        </div>
      </div>
      {confirmation.message !== '' && <p className={styles.message}>{confirmation.message}</p>}
      <Terms terms={confirmation.terms} />
    </LayerFrame>
  )
}
