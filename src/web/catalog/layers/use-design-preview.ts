import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { SkuPersonalization } from '#contracts/pages.ts'
import { designLines, type RenderReply, readRenderReply } from '#domain/personalization/design.ts'
import { emptyLines } from '#domain/personalization/lines.ts'
import { isEmpty, mayPreview } from '#domain/personalization/preview.ts'
import {
  firstPersonalizationState,
  nextPersonalization,
  type PersonalizationState,
} from '#domain/personalization/state.ts'
import { previewDelayMs } from '#domain/timing.ts'
import { calls } from '#web/calls/client.ts'
import { refusedField } from '#web/calls/errors.ts'

export type DesignPreview = {
  readonly state: PersonalizationState
  /** Why there is no picture of the words; null when nothing is wrong with them. */
  readonly error: RenderReply['error'] | null
  /** Sets one line's text as it is typed. */
  readonly type: (elementName: string, text: string) => void
}

type Pending = { readonly timer: ReturnType<typeof setTimeout>; readonly stop: AbortController } | null

function forget(pending: Pending): void {
  clearTimeout(pending?.timer)
  pending?.stop.abort()
}

export type PreviewedPiece = {
  readonly sku: number
  readonly template: SkuPersonalization
  /** Shown as long as there are no words. */
  readonly image: string
  /** Words that were typed before, by the names of the lines. */
  readonly before: { readonly [elementName: string]: string }
}

/** What is refused is a number (SAFE-30): it stands in the line with the most digits. */
function refusedText(sentence: string, lines: PersonalizationState['personalization']): RenderReply['error'] {
  const digitsIn = ({ text }: { readonly text: string }) => text.normalize('NFKC').replace(/\D/g, '').length
  const [worst] = [...lines].sort((one, other) => digitsIn(other) - digitsIn(one))
  const profaneTexts = worst === undefined ? [] : [worst.text.trim()]
  return { businessErrorCode: 'E3001', businessErrorDescription: sentence, profaneTexts }
}

/** The shopper's words with their picture, asked for when the typing rests and only for words that can be made (PERS-08 to PERS-10). */
export function useDesignPreview({ sku, template, image, before }: PreviewedPiece): DesignPreview {
  const [state, act] = useReducer(nextPersonalization, firstPersonalizationState, (first) => {
    const lines = emptyLines(template.lines, image)
    const typed = lines.map((line) => ({ ...line, text: before[line.elementName] ?? '' }))
    return nextPersonalization(first, { kind: 'replaceLines', lines: typed })
  })
  const [error, setError] = useState<RenderReply['error'] | null>(null)
  const pending = useRef<Pending>(null)
  useEffect(() => () => forget(pending.current), [])

  const ask = (lines: PersonalizationState['personalization']) => {
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const body = { sku, templateName: template.templateName, lines: [...designLines(lines)] }
      try {
        const reply = readRenderReply(await calls.personalization.renderDesign(body, { signal: stop.signal }))
        if (stop.signal.aborted) return
        if (!reply.hasError) return act({ kind: 'setImage', image: reply.imageUrl })
        setError(reply.error)
        act({ kind: 'setErrorDetails', errorDetails: { isAddToCartDisabled: true } })
      } catch (fault) {
        // without a picture the words can be bought all the same: they are judged again when they are saved
        const refused = refusedField(fault)
        if (refused === null || stop.signal.aborted) return
        setError(refusedText(refused.message, lines))
        act({ kind: 'setErrorDetails', errorDetails: { isAddToCartDisabled: true } })
      }
    }, previewDelayMs)
    pending.current = { timer, stop }
  }

  const type = (elementName: string, text: string) =>
    show(state.personalization.map((line) => (line.elementName === elementName ? { ...line, text } : line)))

  const show = (lines: PersonalizationState['personalization']) => {
    const canPreview = mayPreview(lines)
    forget(pending.current)
    setError(null)
    act({ kind: 'replaceLines', lines })
    act({ kind: 'setIsPersonalized', isPersonalized: true })
    act({ kind: 'setErrorDetails', errorDetails: { isAddToCartDisabled: !canPreview } })
    if (isEmpty(lines)) act({ kind: 'setImage', image })
    else if (canPreview) ask(lines)
  }
  const showBefore = useEffectEvent(() => {
    if (!isEmpty(state.personalization)) show(state.personalization)
  })
  useEffect(() => showBefore(), [])
  return { state, error, type }
}
