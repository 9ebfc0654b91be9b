import type { ReactNode } from 'react'
import type { LayerProps } from '#web/layers/layer.ts'
import type { NewCard } from '#web/payment/card/card-options.ts'
import { AddNewCard } from '#web/payment/layers/add-new-card.tsx'

export type ApplyNewCardInput = { readonly isProvider: boolean; readonly isCbhccEnabled: boolean }

/** The store or co-brand card whose rewards are to be used (CART-40); its number goes to the gateway alone. */
export function ApplyNewCard({ input, close }: LayerProps<ApplyNewCardInput, NewCard>): ReactNode {
  return (
    <AddNewCard input={{ ...input, canSave: false, title: 'Apply New Card', actionText: 'Apply card' }} close={close} />
  )
}
