import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { SkuPersonalization } from '#contracts/pages.ts'
import { checkLines, type LineFault, lineFault } from '#domain/personalization/check-lines.ts'
import { Terms } from '#web/catalog/layers/terms.tsx'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useBlurError } from '#web/ui/use-blur-error.ts'
import { useMessages, useMoney } from '#web/variants/context.tsx'
import styles from './terms.module.css'

/** The words of every line, as they will be made. */
export type MonogramLines = readonly {
  readonly elementName: string
  readonly text: string
  readonly textColor: string
  readonly font: string
}[]

export type MonogramInput = {
  readonly name: string
  readonly imagePath: string
  readonly quantity: number
  /** Cents per piece, without the fee. */
  readonly price: number
  readonly template: SkuPersonalization
  /** Saves the design and adds its piece; false when it could not be added, which was told. */
  readonly accept: (lines: MonogramLines) => Promise<boolean>
}

/**
 * The words to put on a piece, with their price and terms: nothing is added until they are accepted (ATC-11, ATC-13).
 * Closes with true once it was added.
 */
export function Monogram({ input, close }: LayerProps<MonogramInput, true>): ReactNode {
  const { template, quantity, price } = input
  const message = useMessages()
  const money = useMoney()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [texts, setTexts] = useState<{ readonly [line: string]: string }>({})
  const [isAdding, setAdding] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const hasText = Object.values(texts).some((text) => text.trim() !== '')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isAdding) return
    const given = template.lines.map(({ elementName }) => ({ elementName, text: texts[elementName] ?? '' }))
    const made = checkLines(template, given)
    if (!made.ok) {
      setEmpty(made.problem.code === 'missingField')
      const wrong = template.lines.findIndex(({ fontAttributes }, at) =>
        lineFault(given[at]?.text ?? '', fontAttributes),
      )
      form.current?.querySelectorAll('input')[Math.max(0, wrong)]?.focus()
      return
    }
    setAdding(true)
    if (await input.accept(made.value)) close(true)
    else setAdding(false)
  }

  const actions = (
    <>
      <Button kind="quiet" onClick={() => close()}>
        Close
      </Button>
      <Button type="submit" form={formId} isBusy={isAdding} busyText="Adding …">
        Accept & Add to Cart
      </Button>
    </>
  )
  return (
    <LayerFrame title="Personalize it" onClose={() => close()} actions={actions}>
      <div className={styles.piece}>
        <SmallPicture path={input.imagePath} width={96} className={styles.picture} isEager />
        <div>
          <p className={styles.name}>{input.name}</p>
          <p className={styles.fact}>{placeOf(template)}</p>
        </div>
      </div>
      <form id={formId} ref={form} noValidate className={styles.fields} onSubmit={submit}>
        {template.lines.map((line, at) => (
          <LineField
            key={line.elementName}
            line={line}
            label={template.lines.length === 1 ? 'Your text' : `Line ${at + 1}`}
            value={texts[line.elementName] ?? ''}
            onChange={(text) => setTexts({ ...texts, [line.elementName]: text })}
            missing={at === 0 && isEmpty && !hasText ? missingText(template.lines.length) : ''}
          />
        ))}
      </form>
      <dl className={styles.sum}>
        <div>
          <dt>Personalization</dt>
          <dd>{template.fee === 0 ? 'Free' : `${money(template.fee)} per item`}</dd>
        </div>
        <div>
          <dt>{quantity === 1 ? 'Together' : `${quantity} pieces, together`}</dt>
          <dd>{money((price + template.fee) * quantity)}</dd>
        </div>
      </dl>
      <Terms terms={message('personalization.terms').split('\n')} />
    </LayerFrame>
  )
}

/** OPEN-106, PERS-11, PERS-12. */
function missingText(lineCount: number): string {
  return lineCount === 1 ? 'Please enter text' : 'Please enter at least one line of text'
}

/** PERS-13 to PERS-15; too short an entry has no sentence of its own. */
const faultTexts: { readonly [Fault in NonNullable<LineFault>]: string } = {
  characters: 'Your message contains invalid characters',
  long: 'Your message is over the character limit',
  short: '',
}

type LineFieldProps = {
  readonly line: SkuPersonalization['lines'][number]
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly missing: string
}

/** One line of text. What is typed is never cut, so that the sentence on its length can show (PERS-23). */
function LineField({ line, label, value, onChange, missing }: LineFieldProps): ReactNode {
  const field = useBlurError(value, (text) => {
    const fault = lineFault(text, line.fontAttributes)
    return fault === null ? '' : faultTexts[fault]
  })
  return (
    <TextField
      label={label}
      hint={hintOf(line)}
      value={value}
      error={field.error || missing}
      autoComplete="off"
      onBlur={field.onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function placeOf({ locationName }: SkuPersonalization): string {
  return locationName === '' ? '' : `Where it goes: ${locationName.toLowerCase()}`
}

function hintOf({ font, textColor, fontAttributes: { minLength, maxLength } }: LineFieldProps['line']): string {
  const count = minLength > 1 && minLength < maxLength ? `${minLength} to ${maxLength}` : `Up to ${maxLength}`
  return `${count} ${maxLength === 1 ? 'character' : 'characters'}, ${font} in ${textColor.toLowerCase()}`
}
