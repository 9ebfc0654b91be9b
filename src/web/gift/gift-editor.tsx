import type { ReactNode } from 'react'
import type { GiftOptions } from '#web/gift/gift-summary.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { useLater } from '#web/ui/use-later.ts'

const load = () => import('#web/gift/gift-choices.tsx')

export type GiftEditorProps = {
  /** Keeps the controls of one recipient apart from those of another. */
  readonly id: string
  readonly options: GiftOptions
  /** Switched on or off. */
  readonly onSwitch: (isGift: boolean) => void
  /** Wrap or receipt chosen. */
  readonly onChoose: (options: GiftOptions) => void
  readonly onType: (message: string) => void
  /** The message is whole: its field was left. */
  readonly onTyped: () => void
  /** What the server said against it. */
  readonly error: string
}

/** Gift wrap, message and receipt of one recipient (GIFT-01 to GIFT-03, OPEN-77); the choices come behind the page. */
export function GiftEditor(props: GiftEditorProps): ReactNode {
  const { id, options, onSwitch } = props
  const later = useLater(load)
  return (
    <div>
      <Checkbox
        name={`${id}-isGift`}
        checked={options.isGift}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      >
        This is a gift
      </Checkbox>
      {options.isGift && later !== null && <later.GiftChoices {...props} />}
    </div>
  )
}
