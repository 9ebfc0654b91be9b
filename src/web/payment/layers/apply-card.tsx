import { type ReactNode, useState } from 'react'
import { canAddCard } from '#domain/payment/limits.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import type { CardOption } from '#web/payment/card/card-options.ts'
import { CardWords } from '#web/payment/card/card-words.tsx'
import { AddButton, BarNote, barOf, type CardListInput, useCardList } from '#web/payment/layers/card-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioGroup } from '#web/ui/fields/choice.tsx'
import styles from './card-list.module.css'

export type ApplyCardInput = CardListInput & {
  /** 'Apply New/Saved Card' in the payment step, 'Apply New Card' in the cart (PAY-30). */
  readonly title: string
  readonly limit: number
  /** The card that the slot has now; '' for none. */
  readonly selectedId: string
  /** The card of the other slot, which cannot be chosen twice (PAY-42); '' for none. */
  readonly inUseId: string
}

/** One card for one slot: a radio list, a new card, and 'Update Payment' (PAY-30 to PAY-32). */
export function ApplyCard({ input, close }: LayerProps<ApplyCardInput, CardOption>): ReactNode {
  const { options, add } = useCardList(input)
  const barred = (option: CardOption) => barOf(option, input.inUseId, input.isOnlyCbccAllowed)
  const usable = options.filter((option) => barred(option) === null)
  const [selectedId, select] = useState(input.selectedId)
  const chosen = usable.find(({ id }) => id === selectedId)
  return (
    <LayerFrame
      title={input.title}
      onClose={() => close()}
      actions={
        <Button disabled={chosen === undefined} onClick={() => chosen && close(chosen)}>
          Update Payment
        </Button>
      }
    >
      <div className={styles.list}>
        {options.length === 0 ? (
          <p className={styles.empty}>There is no card to choose yet.</p>
        ) : (
          <RadioGroup
            legend="Your cards"
            name="apply-card"
            value={chosen?.id ?? ''}
            onChange={select}
            choices={options.map((option) => {
              const bar = barred(option)
              const note = bar === null ? {} : { note: <BarNote bar={bar} /> }
              return { value: option.id, text: <CardWords card={option} />, isDisabled: bar !== null, ...note }
            })}
          />
        )}
        {canAddCard(input.savedCount, input.limit) && (
          <AddButton text="Apply new card" onClick={async () => select((await add())?.id ?? selectedId)} />
        )}
      </div>
    </LayerFrame>
  )
}
