import type { ReactNode } from 'react'
import { allGiftWraps, checkGiftMessage, giftMessageLimit, giftWrapFees } from '#domain/gift/gift-options.ts'
import type { GiftOptions } from '#web/gift/gift-summary.tsx'
import { giftWrapNames } from '#web/gift/gift-words.ts'
import { Checkbox, RadioGroup } from '#web/ui/fields/choice.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { useMessages, useMoney } from '#web/variants/context.tsx'
import styles from './gift-editor.module.css'

/** What a gift may have: its wrap, a message, a receipt without prices. */
export function GiftChoices(props: GiftEditorProps): ReactNode {
  const { id, options, onChoose } = props
  const money = useMoney()
  return (
    <div className={styles.choices}>
      <RadioGroup
        legend="Packaging"
        name={`${id}-wrap`}
        value={options.giftWrap}
        onChange={(giftWrap) => onChoose({ ...options, giftWrap })}
        choices={allGiftWraps.map((wrap) => ({
          value: wrap,
          text: giftWrapNames[wrap],
          end: giftWrapFees[wrap] === 0 ? 'Free' : money(giftWrapFees[wrap]),
        }))}
      />
      <GiftMessage {...props} />
      <Checkbox
        name={`${id}-receipt`}
        checked={options.hasGiftReceipt}
        onChange={(event) => onChoose({ ...options, hasGiftReceipt: event.currentTarget.checked })}
        note="A slip in the box that shows no prices."
      >
        Include a gift receipt
      </Checkbox>
    </div>
  )
}

function GiftMessage({ id, options, onType, onTyped, error }: GiftEditorProps): ReactNode {
  const message = useMessages()
  const length = [...options.giftMessage].length
  const isTooLong = !checkGiftMessage(options.giftMessage).ok
  return (
    <TextArea
      id={`${id}-message`}
      label="Gift message"
      isOptional
      rows={4}
      value={options.giftMessage}
      onChange={(event) => onType(event.currentTarget.value)}
      onBlur={onTyped}
      hint={`${length} of ${giftMessageLimit} characters`}
      error={isTooLong ? message('problem.giftMessageTooLong', { limit: giftMessageLimit }) : error}
      errorHint={isTooLong ? `Please take out ${length - giftMessageLimit}.` : undefined}
    />
  )
}

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
