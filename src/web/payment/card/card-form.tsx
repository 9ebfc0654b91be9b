import type { ReactNode, Ref } from 'react'
import type { PageMessageKey } from '#domain/messages.ts'
import { brandOf, type CardFlags, isRewardsCard, selectionTypeOf } from '#domain/payment/brands.ts'
import { type CardField, hasExpiryAndCode } from '#domain/payment/card-form.ts'
import { cardInputMaxLength, digitsOf, typingTypeOf } from '#domain/payment/card-number.ts'
import { expiryInput, expiryMaxLength } from '#domain/payment/expiry.ts'
import { securityCodeLength } from '#domain/payment/security-code.ts'
import controls from '#web/ui/fields/control.module.css'
import type { WrongField } from '#web/ui/fields/error-summary.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import { useMessages } from '#web/variants/context.tsx'
import styles from './card-form.module.css'
import { CardPicture } from './card-picture.tsx'
import { CodeHelp } from './code-help.tsx'
import type { CardEntry } from './use-card-entry.ts'

/** Nothing is wrong at first: what fixes it comes behind the page (UX-14). */
const loadHints = () => import('./card-hints.ts')

export type CardFormProps = {
  readonly entry: CardEntry
  readonly flags: CardFlags
  /** Keeps ids apart where a popup has card fields over those of the page. */
  readonly idPrefix?: string
}

/**
 * Number, expiry and security code of one card (PAY-17 to PAY-29, VALID-01 to VALID-20). The controls have no name, so
 * that no form of ours can ever send them.
 */
export function CardForm({ entry, flags, idPrefix }: CardFormProps): ReactNode {
  const message = useMessages()
  const digits = digitsOf(entry.fields.number)
  const brand = brandOf(digits, flags)
  const codeLength = securityCodeLength(brand)
  const ids = idPrefix === undefined ? {} : { idPrefix }
  return (
    <div className={styles.fields}>
      <div className={styles.number}>
        <CardControl
          entry={entry}
          flags={flags}
          {...ids}
          field="number"
          label={labels.number}
          autoComplete="cc-number"
          maxLength={cardInputMaxLength}
          picture={<CardPicture type={brand === null ? typingTypeOf(digits) : selectionTypeOf(brand)} />}
        />
      </div>
      {hasExpiryAndCode(entry.fields.number, flags) && (
        <>
          <CardControl
            entry={entry}
            flags={flags}
            {...ids}
            field="expiry"
            label={labels.expiry}
            autoComplete="cc-exp"
            maxLength={expiryMaxLength}
          />
          <CardControl
            entry={entry}
            flags={flags}
            {...ids}
            field="cvv"
            label={labels.cvv}
            autoComplete="cc-csc"
            maxLength={codeLength}
            hint={codeLength === 4 ? '4 digits on the front of the card' : '3 digits on the back of the card'}
          />
          <div className={styles.help}>
            <CodeHelp />
          </div>
        </>
      )}
      {isRewardsCard(brand, flags) && <p className={styles.rewards}>{message('rewardsMessage')}</p>}
    </div>
  )
}

const labels: { readonly [Field in CardField]: string } = {
  number: 'Card number',
  expiry: 'Expiration date (MM/YY)',
  cvv: 'Security code',
}

/** The fields of a card that are wrong, for the summary of their form (CALM-29). */
export function wrongCardFields(
  { entry, flags }: Pick<CardFormProps, 'entry' | 'flags'>,
  message: (key: PageMessageKey) => string,
): WrongField[] {
  const shown = hasExpiryAndCode(entry.fields.number, flags)
    ? (['number', 'expiry', 'cvv'] as const)
    : (['number'] as const)
  return shown.flatMap((field) => {
    const key = entry.wrong[field]
    return key ? [{ id: cardControlId(field), label: labels[field], error: message(key) }] : []
  })
}

type ControlProps = CardFormProps & {
  readonly field: CardField
  readonly label: string
  readonly autoComplete: string
  readonly maxLength: number
  readonly hint?: string
  readonly picture?: ReactNode
}

function CardControl({
  entry,
  flags,
  idPrefix,
  field,
  label,
  autoComplete,
  maxLength,
  hint,
  picture,
}: ControlProps): ReactNode {
  const message = useMessages()
  const hints = useIdleImport(loadHints)
  const key = entry.wrong[field]
  return (
    <Field
      id={cardControlId(field, idPrefix)}
      label={label}
      hint={hint}
      error={key ? message(key) : undefined}
      errorHint={key ? hints?.cardHint(field, entry.fields, flags) : undefined}
    >
      {(wiring) => (
        <span className={styles.control}>
          <input
            ref={entry.inputs[field] as Ref<HTMLInputElement>}
            type="text"
            inputMode="numeric"
            autoComplete={autoComplete}
            autoCorrect="off"
            spellCheck={false}
            maxLength={maxLength}
            required
            onInput={() => entry.typed(field)}
            onBlur={() => entry.left(field)}
            onPaste={field === 'expiry' ? (event) => pasteExpiry(event, () => entry.typed(field)) : undefined}
            {...wiring}
            className={controls.control}
          />
          {picture}
        </span>
      )}
    </Field>
  )
}

/** '05/2029' is longer than the field: it is shortened before the browser cuts it (VALID-13, UX-23). */
function pasteExpiry(event: React.ClipboardEvent<HTMLInputElement>, then: () => void): void {
  const pasted = expiryInput(event.clipboardData.getData('text').trim())
  if (pasted === '') return
  event.preventDefault()
  event.currentTarget.value = pasted
  then()
}

/** The id of a card field's control. */
export function cardControlId(field: CardField, prefix = 'card'): string {
  return `${prefix}-${field}`
}
