import { type ReactNode, useState } from 'react'
import type { PageMessageKey } from '#domain/messages.ts'
import { type SavedCardBar, savedCardBar } from '#domain/payment/saved-card.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { type CardOption, optionOfNew } from '#web/payment/card/card-options.ts'
import type { AddNewCardInput } from '#web/payment/layers/add-new-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './card-list.module.css'

/** What both popups of saved cards are given. */
export type CardListInput = {
  readonly options: readonly CardOption[]
  /** Cards that the account keeps; the limit is about these (PAY-39). */
  readonly savedCount: number
  readonly isOnlyCbccAllowed: boolean
  readonly newCard: AddNewCardInput
}

export type CardList = {
  readonly options: readonly CardOption[]
  /** Opens 'Add New Card'; answers the card that is now the last of the list (PAY-38). */
  readonly add: () => Promise<CardOption | null>
}

/** The list of a popup, to which cards can be added while it is open. */
export function useCardList(input: CardListInput): CardList {
  const [added, setAdded] = useState<readonly CardOption[]>([])
  return {
    options: [...input.options, ...added],
    async add() {
      const card = await openLayer('addNewCard', input.newCard)
      if (card === undefined) return null
      const option = optionOfNew(card)
      setAdded((before) => [...before, option])
      return option
    },
  }
}

/** What stands against a card of the list (PAY-41 to PAY-43). */
export function barOf(option: CardOption, inUseId: string, isOnlyCbccAllowed: boolean): SavedCardBar | null {
  return savedCardBar({ ...option, isInUse: option.id === inUseId, isOnlyCbccAllowed })
}

const barKeys = { inUse: 'cardInUse', notAllowed: 'rewardsRestrictionMessage' } as const satisfies {
  readonly [Bar in Exclude<SavedCardBar, 'expired'>]: PageMessageKey
}

/** Why a card cannot be chosen; the expired one says so in its own words. */
export function BarNote({ bar }: { readonly bar: SavedCardBar | null }): ReactNode {
  const message = useMessages()
  if (bar === null) return null
  return <span className={styles.bar}>{bar === 'expired' ? 'This card has expired.' : message(barKeys[bar])}</span>
}

export function AddButton({ text, onClick }: { readonly text: string; readonly onClick: () => void }): ReactNode {
  return (
    <Button kind="quiet" className={styles.add} onClick={onClick}>
      {text}
    </Button>
  )
}
