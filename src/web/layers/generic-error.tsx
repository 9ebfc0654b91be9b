import type { ReactNode } from 'react'
import { errorPopupMessageKey } from '#domain/cart/error-popup.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './generic-error.module.css'

export type GenericErrorInput = {
  /** The error's own message: it decides between network trouble and the generic sentence (CART-28, ERR-03). */
  readonly errorMessage: string
  /** A sentence of the server's, shown in place of both. */
  readonly text?: string
  /** The store could not be reached: what was wanted can be tried again (CALM-20). */
  readonly isCutOff?: true
}

/** 'Something went wrong', or that the network is in trouble (ERR-03). */
export function GenericError({ input, close }: LayerProps<GenericErrorInput, 'again'>): ReactNode {
  const message = useMessages()
  return (
    <LayerFrame
      title="We're Sorry."
      isNarrow
      onClose={() => close()}
      actions={
        input.isCutOff ? (
          <>
            <Button onClick={() => close('again')}>Try again</Button>
            <Button kind="quiet" onClick={() => close()}>
              Not now
            </Button>
          </>
        ) : (
          <Button onClick={() => close()}>OK</Button>
        )
      }
    >
      <p>{input.text || message(errorPopupMessageKey(input.errorMessage))}</p>
      {input.isCutOff && <p className={styles.hint}>{message('storeNotReached')}</p>}
    </LayerFrame>
  )
}
