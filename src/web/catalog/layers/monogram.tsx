import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { SkuPersonalization } from '#contracts/pages.ts'
import { checkLines, type LineFault, lineFault, textKind } from '#domain/personalization/check-lines.ts'
import { highlightOf, isAddToCartDisabled, isEmpty } from '#domain/personalization/preview.ts'
import { Terms } from '#web/catalog/layers/terms.tsx'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useBlurError } from '#web/ui/fields/use-blur-error.ts'
import { useMessages, useMoney } from '#web/variants/context.tsx'
import own from './monogram.module.css'
import styles from './terms.module.css'
import { useDesignPreview } from './use-design-preview.ts'

/** The words of every line, as they will be made. */
export type MonogramLines = readonly {
  readonly elementName: string
  readonly text: string
  readonly textColor: string
  readonly font: string
}[]

type Refuse = (message: string) => void

export type MonogramInput = {
  readonly sku: number
  readonly name: string
  readonly imagePath: string
  readonly quantity: number
  /** Cents per piece, without the fee. */
  readonly price: number
  readonly template: SkuPersonalization
  /** Words that were on their way into a registry before a sign-in, by the names of the lines: they go on. */
  readonly before: { readonly [elementName: string]: string } | null
  /** These words are of a design that was made before: nothing goes on by itself (CALM-64). */
  readonly isAgain?: boolean
  /** These are words of a line of the cart: they are changed, nothing is added (CALM-12). */
  readonly isChange?: boolean
  /** Saves the design and adds its piece; false when it could not be added, which was told, of the words by `refuse`. */
  readonly accept: (lines: MonogramLines, refuse: Refuse) => Promise<boolean>
  /** The same into a registry; null for a piece that registries do not hold. */
  readonly addToRegistry: ((lines: MonogramLines, refuse: Refuse) => Promise<boolean>) | null
}

/** What became of the words: in the cart, in a registry. */
export type MonogramResult = 'cart' | 'registry'

/**
 * The words to put on a piece, with their picture, price and terms: nothing is added until they are accepted (ATC-11,
 * ATC-13). Closes with where it went.
 */
export function Monogram({ input, close }: LayerProps<MonogramInput, MonogramResult>): ReactNode {
  const { template, quantity, price, isChange = false } = input
  const message = useMessages()
  const money = useMoney()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { state, error, type } = useDesignPreview({
    sku: input.sku,
    template,
    image: input.imagePath,
    before: input.before ?? {},
  })
  const [adding, setAdding] = useState<MonogramResult | null>(null)
  const [isRequested, setRequested] = useState(false)
  const [refusal, setRefusal] = useState('')
  const lines = state.personalization
  const marks = error === null ? null : highlightOf(error, lines)
  const isShut = isAddToCartDisabled(state)
  const fault = error?.businessErrorDescription ?? ''

  const wrongLine = Math.max(
    0,
    lines.findIndex(({ text, fontAttributes }) => lineFault(text, fontAttributes)),
  )
  const goToWrongLine = () => form.current?.querySelectorAll('input')[wrongLine]?.focus()
  const refuse = (message: string) => {
    setRefusal(message)
    goToWrongLine()
  }
  const send = async (to: MonogramResult) => {
    if (adding !== null) return
    const made = checkLines(template, lines)
    if (!made.ok) {
      setRequested(made.problem.code.startsWith('missing'))
      return goToWrongLine()
    }
    setAdding(to)
    const ask = to === 'cart' ? input.accept : input.addToRegistry
    const isAdded = await ask?.(made.value, refuse)
    if (isAdded) close(to)
    else setAdding(null)
  }
  const goOn = useEffectEvent(() => {
    if (input.before !== null && !input.isAgain) send('registry')
  })
  useEffect(() => goOn(), [])

  const actions = (
    <>
      <Button kind="quiet" onClick={() => close()}>
        Close
      </Button>
      {input.addToRegistry !== null && (
        <Button kind="quiet" disabled={isShut} isBusy={adding === 'registry'} onClick={() => send('registry')}>
          Add to Registry
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        disabled={isShut}
        isBusy={adding === 'cart'}
        busyText={isChange ? 'Changing …' : 'Adding …'}
      >
        {isChange ? 'Accept & Change' : 'Accept & Add to Cart'}
      </Button>
    </>
  )
  const isMissing = (isRequested || state.isPersonalized) && isEmpty(lines)
  return (
    <LayerFrame title="Personalize it" isWide onClose={() => close()} actions={actions}>
      <div className={own.design}>
        <img
          src={lines[0]?.monogrammingImg}
          alt={pictureText(input.name, lines)}
          className={own.picture}
          width="400"
          height="500"
        />
        <div>
          <p className={styles.name}>{input.name}</p>
          <p className={styles.fact}>{positionText(template)}</p>
          <form
            method="dialog"
            id={formId}
            ref={form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              send('cart')
            }}
          >
            <fieldset className={own.words}>
              <legend className={own.legend} data-error={marks?.legend || undefined}>
                Your words
              </legend>
              {marks?.legend && <Fault text={fault} />}
              {template.lines.map((line, at) => (
                <LineField
                  key={line.elementName}
                  line={line}
                  label={template.lines.length === 1 ? 'Your text' : `Line ${at + 1}`}
                  value={lines[at]?.text ?? ''}
                  onChange={(text) => {
                    setRefusal('')
                    type(line.elementName, text)
                  }}
                  missing={at === 0 && isMissing ? missingText(template.lines.length) : ''}
                  refusal={marks?.lines.includes(line.elementName) ? fault : at === wrongLine ? refusal : ''}
                />
              ))}
            </fieldset>
          </form>
          <dl className={`${styles.sum} ${own.summary}`} data-error={marks?.summary || undefined}>
            <div>
              <dt>Personalization</dt>
              <dd>{template.fee === 0 ? 'Free' : `${money(template.fee)} per item`}</dd>
            </div>
            <div>
              <dt>{quantity === 1 ? 'Together' : `${quantity} pieces, together`}</dt>
              <dd>{money((price + template.fee) * quantity)}</dd>
            </div>
          </dl>
          {marks?.summary && <Fault text={fault} />}
          <Terms terms={message('personalization.terms').split('\n')} />
        </div>
      </div>
    </LayerFrame>
  )
}

function Fault({ text }: { readonly text: string }): ReactNode {
  return (
    <p className={own.fault} role="alert">
      {text}
    </p>
  )
}

/** What the picture shows, in words. */
function pictureText(name: string, lines: readonly { readonly text: string }[]): string {
  const words = lines.map(({ text }) => text.trim()).filter((text) => text !== '')
  return words.length === 0 ? name : `${name} with ${words.join(', ')}`
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
  /** Why the preview refused this line. */
  readonly refusal: string
}

/** One line of text. What is typed is never cut, so that the sentence on its length can show (PERS-23). */
function LineField({ line, label, value, onChange, missing, refusal }: LineFieldProps): ReactNode {
  const field = useBlurError(value, (text) => {
    const fault = lineFault(text, line.fontAttributes)
    return fault === null ? '' : faultTexts[fault]
  })
  // who types 'abc' for a monogram means its capitals
  const typed = (text: string) => (textKind(line.fontAttributes) === 'capitals' ? text.toUpperCase() : text)
  return (
    <TextField
      label={label}
      hint={hintOf(line)}
      value={value}
      error={field.error || missing || refusal}
      autoComplete="off"
      onBlur={field.onBlur}
      onChange={(event) => onChange(typed(event.currentTarget.value))}
    />
  )
}

function positionText({ locationName }: SkuPersonalization): string {
  return locationName === '' ? '' : `Where it goes: ${locationName.toLowerCase()}`
}

function hintOf({ font, textColor, fontAttributes }: LineFieldProps['line']): string {
  const { minLength, maxLength } = fontAttributes
  const count = minLength > 1 && minLength < maxLength ? `${minLength} to ${maxLength}` : `Up to ${maxLength}`
  const [one, several] = kindWords[textKind(fontAttributes)]
  return `${count} ${maxLength === 1 ? one : several}, ${font} in ${textColor.toLowerCase()}`
}

const kindWords = {
  capitals: ['capital letter', 'capital letters'],
  digits: ['digit', 'digits'],
  characters: ['character', 'characters'],
} as const
