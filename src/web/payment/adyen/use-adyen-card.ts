import { type RefObject, use, useEffect, useRef, useState } from 'react'
import type { PageMessageKey } from '#domain/messages.ts'
import type { AdyenCard, AdyenEntry, AdyenEvents, AdyenField } from '#web/payment/adyen/adyen-frames.ts'
import { AdyenLibrary } from '#web/payment/adyen/adyen-library.ts'
import type { ProviderSession } from '#web/payment/provider/use-provider-session.ts'
import { useMessages, useVariant } from '#web/variants/context.tsx'

const nothing: AdyenEntry = { isValid: false, encrypted: {}, wrong: {} }
const noBrand = { name: '', hasExpiry: true, hasCode: true }

/** The sentence for an empty field and the one for a wrong value, with the library's code and words that they stand for. */
const sentences = {
  encryptedCardNumber: { empty: 'cardNumberMissing', wrong: 'cardNumberInvalid', code: 'cc.num.900' },
  encryptedExpiryDate: { empty: 'expirationMissing', wrong: 'expirationInvalid', code: 'cc.dat.910' },
  encryptedSecurityCode: { empty: 'securityCodeMissing', wrong: 'securityCodeInvalid', code: 'cc.cvc.920' },
} as const satisfies {
  readonly [Field in AdyenField]: {
    readonly empty: PageMessageKey
    readonly wrong: PageMessageKey
    readonly code: string
  }
}

/** The codes of a field that is filled in wrongly, which the frame says itself to who cannot see the sentence. */
const wrongCodes: { readonly [Field in AdyenField]: readonly string[] } = {
  encryptedCardNumber: ['cc.num.901', 'cc.num.902', 'cc.num.903'],
  encryptedExpiryDate: ['cc.dat.911', 'cc.dat.912', 'cc.dat.913', 'cc.dat.914'],
  encryptedSecurityCode: ['cc.cvc.921', 'cc.cvc.921.amex'],
}

export const fieldLabels: { readonly [Field in AdyenField]: string } = {
  encryptedCardNumber: 'Card number',
  encryptedExpiryDate: 'Expiration date (MM/YY)',
  encryptedSecurityCode: 'Security code',
}

export type AdyenEntryState = {
  readonly place: RefObject<HTMLDivElement | null>
  readonly isReady: boolean
  readonly brand: typeof noBrand
  /** What is encrypted now; null while the fields must be looked at again, which they say and take the focus for. */
  /** What is encrypted of one field; '' while it is not whole. */
  readonly tokenOf: (field: AdyenField) => string
  readonly take: () => { readonly encrypted: AdyenEntry['encrypted']; readonly lastFour: string } | null
  readonly sentenceOf: (field: AdyenField) => string
  /** Says at fields what the server found wrong. */
  readonly refuse: (fields: readonly AdyenField[]) => void
}

/** Adyen's frames in an element of ours. What they encrypt stays here until it is sent, and goes with this part of the page. */
export function useAdyenCard(
  session: ProviderSession,
  fields: readonly AdyenField[],
  onFailed: (why: string) => void,
): AdyenEntryState {
  const message = useMessages()
  const { country } = useVariant()
  const load = use(AdyenLibrary)
  const place = useRef<HTMLDivElement>(null)
  const card = useRef<AdyenCard | null>(null)
  const entry = useRef(nothing)
  const lastFour = useRef('')
  const [isReady, setReady] = useState(false)
  const [brand, setBrand] = useState(noBrand)
  const [wrong, setWrong] = useState<AdyenEntry['wrong']>({})
  const [refused, setRefused] = useState<readonly AdyenField[]>([])
  const failed = useRef(onFailed)
  failed.current = onFailed

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frames stand as long as their session; words and looks are those of the start
  useEffect(() => {
    const root = place.current
    if (root === null) return
    let isGone = false
    const events: AdyenEvents = {
      onReady: () => setReady(true),
      onFailed: (why) => !isGone && failed.current(why),
      onEntry: (now) => {
        entry.current = now
        setWrong(now.wrong)
        setRefused([])
      },
      onBrand: setBrand,
      onLastFour: (digits) => {
        lastFour.current = digits
      },
      onEnter: () => root.closest('form')?.requestSubmit(),
    }
    // a label leads nowhere by itself: its field is in another page
    const onPress = ({ target }: MouseEvent): void => {
      const label = target instanceof Element ? target.closest('label') : null
      const field = label && document.getElementById(label.htmlFor)?.dataset.cse
      if (field) card.current?.focus(field as AdyenField)
    }
    // the page leads the focus to the place of a field: the field takes it from there
    const onFocus = ({ target }: FocusEvent): void => {
      const field = target instanceof HTMLElement ? target.dataset.cse : undefined
      if (field) card.current?.focus(field as AdyenField)
    }
    root.addEventListener('click', onPress)
    root.addEventListener('focusin', onFocus)
    const { clientKey, environment } = session
    const settings = { clientKey, environment, countryCode: country, words: wordsOf(message), look: lookOf(root) }
    load()
      .then((open) => open(root, settings, events))
      .then(
        (opened) => {
          if (isGone) opened.remove()
          else card.current = opened
        },
        (error: unknown) => events.onFailed(error instanceof Error ? error.name : 'no library'),
      )
    return () => {
      isGone = true
      root.removeEventListener('click', onPress)
      root.removeEventListener('focusin', onFocus)
      entry.current = nothing
      card.current?.remove()
      card.current = null
    }
  }, [session])

  return {
    place,
    isReady,
    brand,
    tokenOf: (field) => entry.current.encrypted[field] ?? '',
    take() {
      if (entry.current.isValid) return { encrypted: entry.current.encrypted, lastFour: lastFour.current }
      card.current?.showWrong()
      const first = fields.find((field) => !isFilled(field, entry.current.encrypted))
      card.current?.focus(first ?? 'encryptedCardNumber')
      return null
    },
    sentenceOf(field) {
      const { empty, wrong: mistaken, code } = sentences[field]
      const found = wrong[field]
      if (found !== undefined) return message(found.startsWith(code) ? empty : mistaken)
      return refused.includes(field) ? message(mistaken) : ''
    },
    refuse(refusedFields) {
      setRefused(refusedFields)
      const [first] = refusedFields
      if (first !== undefined) card.current?.focus(first)
    },
  }
}

/** The date is one field, and encrypted in two. */
function isFilled(field: AdyenField, encrypted: AdyenEntry['encrypted']): boolean {
  return (field === 'encryptedExpiryDate' ? 'encryptedExpiryMonth' : field) in encrypted
}

function wordsOf(message: (key: PageMessageKey) => string): { readonly [key: string]: string } {
  const fields = Object.keys(sentences) as AdyenField[]
  const said = fields.flatMap((field) => {
    const { empty, wrong, code } = sentences[field]
    return [[code, message(empty)], ...wrongCodes[field].map((each) => [each, message(wrong)])]
  })
  return {
    'creditCard.cardNumber.label': fieldLabels.encryptedCardNumber,
    'creditCard.expiryDate.label': fieldLabels.encryptedExpiryDate,
    'creditCard.securityCode.label': fieldLabels.encryptedSecurityCode,
    'creditCard.encryptedExpiryDate.aria.iframeTitle': fieldLabels.encryptedExpiryDate,
    ...Object.fromEntries(said),
  }
}

/** Frames see no style of ours: they are told. */
function lookOf(root: HTMLElement) {
  const style = getComputedStyle(root)
  return { color: style.color, fontSize: '16px', wrongColor: style.getPropertyValue('--bad').trim() || style.color }
}
