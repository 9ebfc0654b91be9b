import { type ReactNode, useState } from 'react'
import { canAddCard, selectTwoCardsLimit } from '#domain/payment/limits.ts'
import { cardsInTwoCardPayment } from '#domain/payment/two-cards.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import type { CardOption } from '#web/payment/card/card-options.ts'
import { CardWords } from '#web/payment/card/card-words.tsx'
import { AddButton, BarNote, barOf, type CardListInput, useCardList } from '#web/payment/layers/card-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './card-list.module.css'

export type SelectTwoCardsInput = CardListInput & {
  /** The cards that are applied now. */
  readonly selectedIds: readonly string[]
}

/** Two cards for one order: a list of checkboxes, a new card, and 'Update Payment' (PAY-33 to PAY-35, PAY-40). */
export function SelectTwoCards({
  input,
  close,
}: LayerProps<SelectTwoCardsInput, readonly [CardOption, CardOption]>): ReactNode {
  const message = useMessages()
  const { options, add } = useCardList(input)
  const barred = (option: CardOption) => barOf(option, '', input.isOnlyCbccAllowed)
  // places in the list, in the order chosen (PAY-34)
  const [places, setPlaces] = useState<readonly number[]>(() =>
    options.flatMap((option, place) =>
      input.selectedIds.includes(option.id) && barred(option) === null ? [place] : [],
    ),
  )
  const [isWrong, setWrong] = useState(false)
  const isFull = places.length === cardsInTwoCardPayment

  const toggle = (place: number): void => {
    setWrong(false)
    setPlaces(places.includes(place) ? places.filter((one) => one !== place) : [...places, place])
  }
  const update = (): void => {
    const [first, second] = places.map((place) => options[place])
    if (isFull && first !== undefined && second !== undefined) close([first, second])
    else setWrong(true)
  }
  const addOne = async (): Promise<void> => {
    const place = options.length
    const card = await add()
    if (card === null) return
    setWrong(false)
    setPlaces((before) => (before.length < cardsInTwoCardPayment ? [...before, place] : before))
  }
  return (
    <LayerFrame
      title="Select Two Cards"
      onClose={() => close()}
      actions={<Button onClick={update}>Update Payment</Button>}
    >
      <div className={styles.list}>
        <fieldset className={styles.checks} aria-describedby={isWrong ? 'two-cards-error' : undefined}>
          <legend className="visually-hidden">Your cards</legend>
          {options.length === 0 && <p className={styles.empty}>Add the two cards you would like to pay with.</p>}
          {options.map((option, place) => {
            const bar = barred(option)
            const isChosen = places.includes(place)
            return (
              <div key={option.id} className={styles.check}>
                <Checkbox
                  checked={isChosen}
                  disabled={bar !== null || (isFull && !isChosen)}
                  onChange={() => toggle(place)}
                  note={bar !== null && <BarNote bar={bar} />}
                >
                  <CardWords card={option} />
                </Checkbox>
              </div>
            )
          })}
        </fieldset>
        <FieldError id="two-cards-error" label="Cards" error={isWrong ? message('selectTwoCards') : undefined} />
        {canAddCard(input.savedCount, selectTwoCardsLimit) && <AddButton text="Add new card" onClick={addOne} />}
      </div>
    </LayerFrame>
  )
}
