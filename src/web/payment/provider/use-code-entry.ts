import { useRef, useState } from 'react'
import { pathTable } from '#contracts/paths.ts'
import type { PageMessageKey } from '#domain/messages.ts'
import { digitsOf } from '#domain/payment/card-number.ts'
import { clientPaymentError } from '#domain/payment/limits.ts'
import { logMessage, routeErrorContext } from '#web/calls/log.ts'
import { calls } from '#web/checkout/calls.ts'
import type { AppliedCard } from '#web/payment/card/card-errors.ts'
import { useMessages } from '#web/variants/context.tsx'
import { type CodeAnswer, tokenizeCode } from './code-gateway.ts'

/** The code of one card in a frame of the provider's. */
export type FramedCode = {
  /** What was encrypted; '' while it is no whole code. */
  token(): string
}

export type CodeEntry = {
  /** Codes that are typed into frames of the provider's, by the card's id; all others are typed into fields of ours. */
  readonly framed: Map<string, FramedCode>
  readonly valueOf: (cardId: string) => string
  /** The sentence at the code of one card, and at no other (PAY-46); '' when there is none. */
  readonly sentenceOf: (cardId: string) => string
  readonly type: (card: AppliedCard, text: string) => void
  readonly judge: (cards: readonly AppliedCard[]) => boolean
  /** Has each code that is asked for checked (PAY-45); false at the first that is not right. */
  readonly verify: (cards: readonly AppliedCard[]) => Promise<boolean>
}

/** Whether a saved card still waits for its security code (PAY-45). */
export function waitsForCode(card: Pick<AppliedCard, 'verifyCreditCard' | 'isVerificationApplied'>): boolean {
  return card.verifyCreditCard && !card.isVerificationApplied
}

/** Digits of a card's code: 4 for American Express (VALID-18). */
export function codeLengthOf({ type }: Pick<AppliedCard, 'type'>): 3 | 4 {
  return type === 'Amex' ? 4 : 3
}

/** The id of a card's code control. */
export function codeControlId(cardId: string): string {
  return `code-${cardId}`
}

/**
 * Security codes of saved cards, and of the card whose bank has just said that its code was wrong (`wrongId`). They live in this
 * state alone and go to the gateway alone (OPEN-64).
 */
export function useCodeEntry(wrongId: string | null = null): CodeEntry {
  const message = useMessages()
  const [values, setValues] = useState<{ readonly [cardId: string]: string }>({})
  const [sentences, setSentences] = useState<{ readonly [cardId: string]: string }>(
    wrongId === null ? {} : { [wrongId]: message('refusal.code') },
  )
  // right already, although the page has not been told by the server yet
  const verified = useRef(new Set<string>())
  const { current: framed } = useRef(new Map<string, FramedCode>())
  const isRequested = (card: AppliedCard) => waitsForCode(card) && !verified.current.has(card.id)

  const refuse = (cardId: string, sentence: string): false => {
    setSentences({ [cardId]: sentence })
    document.getElementById(codeControlId(cardId))?.focus()
    return false
  }
  const verifyOne = async (gatewayUrl: string, card: AppliedCard): Promise<boolean> => {
    const frame = framed.get(card.id)
    const answer: CodeAnswer = frame
      ? { kind: 'token', cvvToken: frame.token() }
      : await tokenizeCode(gatewayUrl, values[card.id] ?? '')
    if (answer.kind === 'unreachable') {
      const place = routeErrorContext(pathTable.payment.verifyCreditCard)
      logMessage(`${clientPaymentError}: the card gateway took no security code`, place)
      return refuse(card.id, message('tnsErrorMessage'))
    }
    if (answer.kind === 'errors') {
      const key = answer.errors.hasSessionError ? 'sessionErrorMessage' : 'securityCodeInvalid'
      return refuse(card.id, message(key))
    }
    const { cvvToken } = answer
    const reply = await calls.payment.verifyCreditCard({ cardData: { id: card.id, cvvToken } })
    if (!reply.isSuccess) return refuse(reply.cardId, reply.errorMessage || message('securityCodeInvalid'))
    verified.current.add(card.id)
    return true
  }
  return {
    framed,
    valueOf: (cardId) => values[cardId] ?? '',
    sentenceOf: (cardId) => sentences[cardId] ?? '',
    type(card, text) {
      setValues({ ...values, [card.id]: digitsOf(text).slice(0, codeLengthOf(card)) })
      setSentences({ ...sentences, [card.id]: '' })
    },
    judge(cards) {
      const requested = cards.filter(isRequested)
      const problems = requested.map((card): PageMessageKey | null => {
        const frame = framed.get(card.id)
        const value = frame ? frame.token() : (values[card.id] ?? '')
        if (value === '') return 'securityCodeMissing'
        return frame || value.length === codeLengthOf(card) ? null : 'securityCodeInvalid'
      })
      setSentences(Object.fromEntries(requested.map((card, nth) => [card.id, textOf(problems[nth])])))
      const first = requested.find((_, nth) => problems[nth] !== null)
      if (first !== undefined) document.getElementById(codeControlId(first.id))?.focus()
      return first === undefined
    },
    async verify(cards) {
      const requested = cards.filter(isRequested)
      if (requested.length === 0) return true
      const session = await calls.payment.createCardSession()
      const [first] = requested
      if (!session.isSuccess && first !== undefined) return refuse(first.id, session.errorMessage)
      for (const card of requested) if (!(await verifyOne(session.gatewayUrl, card))) return false
      setValues({})
      return true
    },
  }

  function textOf(key: PageMessageKey | null | undefined): string {
    return key ? message(key) : ''
  }
}
