import { type RefObject, useEffect, useRef, useState } from 'react'
import { storeDay } from '#domain/days.ts'
import type { PageMessageKey } from '#domain/messages.ts'
import type { CardFlags } from '#domain/payment/brands.ts'
import { brandOf } from '#domain/payment/brands.ts'
import {
  type CardField,
  type CardFields,
  cardFieldProblems,
  firstWrongField,
  hasExpiryAndCode,
  withNumber,
} from '#domain/payment/card-form.ts'
import { cardNumberInput, digitsOf } from '#domain/payment/card-number.ts'
import { expiryInput } from '#domain/payment/expiry.ts'
import { cardDebounceOf, isChromeOnIos } from '#domain/payment/mobile-browser.ts'
import { securityCodeLength } from '#domain/payment/security-code.ts'
import { autofillPollMs } from '#domain/timing.ts'
import { caretAfter } from './caret.ts'

const cardFields = ['number', 'expiry', 'cvv'] as const
const noFields: CardFields = { number: '', expiry: '', cvv: '' }
type Wrong = { readonly [Field in CardField]?: PageMessageKey | null }

export type CardEntry = {
  readonly fields: CardFields
  /** The sentence at each field that has one. */
  readonly wrong: Wrong
  readonly inputs: { readonly [Field in CardField]: RefObject<HTMLInputElement | null> }
  /** The shopper typed, or the browser filled in; read at once, or after a moment where one has to wait (PAY-28). */
  readonly typed: (field: CardField) => void
  readonly left: (field: CardField) => void
  /** Judges all fields; true when all are good, else the first wrong one has the focus (PAY-51). */
  readonly judgeAll: () => boolean
  /** Errors of the gateway or the server (PAY-12) at their fields. */
  readonly refuse: (wrong: Wrong) => void
  readonly clear: () => void
}

/**
 * A card being entered. The controls are the browser's own and hold the digits; this state is for what is shown round
 * them and is never stored (PAY-57). An error comes when a field is left and goes when it is right (UX-14).
 */
export function useCardEntry(flags: CardFlags): CardEntry {
  const [fields, setFields] = useState(noFields)
  const [wrong, setWrong] = useState<Wrong>({})
  const known = useRef(noFields)
  const number = useRef<HTMLInputElement>(null)
  const expiry = useRef<HTMLInputElement>(null)
  const cvv = useRef<HTMLInputElement>(null)
  const inputs = { number, expiry, cvv }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // who has only passed by a field has done nothing wrong (UX-14)
  const { current: touched } = useRef(new Set<CardField>())

  const problems = () => cardFieldProblems(known.current, { ...flags, today: storeDay(new Date()) })

  const take = (field: CardField): void => {
    const input = inputs[field].current
    if (input === null) return
    const shown = shownOf(field, input.value, known.current, flags)
    if (shown === known.current[field] && shown === input.value) return
    show(input, shown)
    const next = field === 'number' ? withNumber(known.current, shown, flags) : { ...known.current, [field]: shown }
    for (const other of cardFields) if (other !== field) write(inputs[other].current, next[other])
    known.current = next
    setFields(next)
    const still = problems()
    setWrong((before) => stillWrong(before, still))
  }

  const readAll = (): void => {
    for (const field of cardFields) take(field)
  }
  const latest = useRef(readAll)
  latest.current = readAll

  useEffect(() => {
    // Typed or filled in before the scripts came.
    latest.current()
    if (!isChromeOnIos(navigator.userAgent)) return
    const poll = setInterval(() => latest.current(), autofillPollMs)
    return () => clearInterval(poll)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const focusFirst = (found: { readonly [Field in CardField]: unknown }): void => {
    const first = firstWrongField(found)
    if (first !== null) inputs[first].current?.focus()
  }

  return {
    fields,
    wrong,
    inputs,
    typed: (field) => {
      touched.add(field)
      const wait = cardDebounceOf(navigator.userAgent)
      clearTimeout(timer.current)
      if (wait === 0) take(field)
      else timer.current = setTimeout(() => latest.current(), wait)
    },
    left: (field) => {
      take(field)
      if (!touched.has(field) && known.current[field] === '' && !wrong[field]) return
      setWrong({ ...wrong, [field]: problems()[field] })
    },
    judgeAll: () => {
      readAll()
      const found = problems()
      setWrong(found)
      focusFirst(found)
      return firstWrongField(found) === null
    },
    refuse: (refused) => {
      setWrong(refused)
      focusFirst({ number: refused.number ?? null, expiry: refused.expiry ?? null, cvv: refused.cvv ?? null })
    },
    clear: () => {
      for (const field of cardFields) write(inputs[field].current, '')
      known.current = noFields
      touched.clear()
      setFields(noFields)
      setWrong({})
    },
  }
}

/** What a field shows of a raw text (VALID-03 to VALID-05, VALID-13, VALID-18). */
function shownOf(field: CardField, raw: string, { number }: CardFields, flags: CardFlags): string {
  switch (field) {
    case 'number':
      return cardNumberInput(raw)
    case 'expiry':
      return hasExpiryAndCode(number, flags) ? expiryInput(raw) : ''
    case 'cvv':
      return hasExpiryAndCode(number, flags)
        ? digitsOf(raw).slice(0, securityCodeLength(brandOf(digitsOf(number), flags)))
        : ''
  }
}

function show(input: HTMLInputElement, shown: string): void {
  if (input.value === shown) return
  const raw = input.value
  const caret = input.selectionStart ?? raw.length
  input.value = shown
  if (document.activeElement === input) {
    const at = caretAfter(raw, caret, shown)
    input.setSelectionRange(at, at)
  }
}

function write(input: HTMLInputElement | null, text: string): void {
  if (input !== null && input.value !== text) input.value = text
}

/** Only errors that are shown already stay, and only while they hold. */
function stillWrong(before: Wrong, still: { readonly [Field in CardField]: PageMessageKey | null }): Wrong {
  return Object.fromEntries(
    cardFields.flatMap((field) => (before[field] && still[field] ? [[field, still[field]]] : [])),
  )
}
