import { type RefObject, useRef, useState } from 'react'
import { pathTable } from '#contracts/paths.ts'
import type { PageMessageKey } from '#domain/messages.ts'
import type { CardFlags } from '#domain/payment/brands.ts'
import { brandOf, isBrand, processedBrand, selectionTypeOf } from '#domain/payment/brands.ts'
import { type CardErrors, type CardForm, cardFormOf } from '#domain/payment/card-form.ts'
import { clientPaymentError } from '#domain/payment/limits.ts'
import { calls } from '#web/calls/client.ts'
import { logMessage } from '#web/calls/log.ts'
import type { CallOptions } from '#web/calls/send.ts'
import type { ProviderCardHandle } from '#web/payment/provider/framed-answer.ts'
import { cardNotices, fieldSentences } from './card-errors.ts'
import { type EnteredToken, tokenize } from './card-gateway.ts'
import { type CardEntry, useCardEntry } from './use-card-entry.ts'

type SavePayment = typeof calls.payment.savePayment
export type SavedPayment = Awaited<ReturnType<SavePayment>>
type CardSlot = NonNullable<NonNullable<Parameters<SavePayment>[0]>['cardOneData']>

/** What is said of the card as a whole, sentence by sentence; `isLost`: nobody answered. */
export function cardSentences(
  { notices, refusal }: Pick<CardPayment, 'notices' | 'refusal'>,
  isLost: boolean,
  message: (key: PageMessageKey) => string,
): readonly string[] {
  const all = [...notices.map((key) => message(key)), refusal, isLost ? message('genericErrorMessage') : '']
  return all.filter((text) => text !== '')
}

export type CardPayment = {
  readonly entry: CardEntry
  readonly provider: RefObject<ProviderCardHandle | null>
  /** What is wrong with the card as a whole, by message key. */
  readonly notices: readonly PageMessageKey[]
  /** A sentence of the server's. */
  readonly refusal: string
  readonly saveToAccount: boolean
  readonly setSaveToAccount: (isWanted: boolean) => void
  /** Whether all that was entered may be sent; focuses what may not. */
  readonly judge: () => boolean
  /** Makes a token of the entered card; null when the shopper must look again. */
  readonly enter: () => Promise<CardSlot | null>
  /** Makes a token of the entered card and saves it with the cart; null when the shopper must look again (STEP-19). */
  readonly save: () => Promise<SavedPayment | null>
}

/**
 * Pays with one new card. The flag paymentProvider_EnableAdyen selects the hosted session with fields of ours, or the
 * provider's framed fields, and with it the family of calls (PLAT-18, PLAT-19). Calls that fail reject: the step tells.
 */
export function useCardPayment(facts: {
  readonly isProvider: boolean
  readonly flags: CardFlags
  /** A card that certificates keep away: answers whether they went, so that it may pay after all (OPEN-51). */
  readonly onRestricted?: () => Promise<boolean>
  /** How its calls are made. */
  readonly callOptions?: CallOptions
}): CardPayment {
  const { isProvider, flags, onRestricted, callOptions = {} } = facts
  const entry = useCardEntry(flags)
  const provider = useRef<ProviderCardHandle>(null)
  const [notices, setNotices] = useState<readonly PageMessageKey[]>([])
  const [refusal, setRefusal] = useState('')
  const [saveToAccount, setSaveToAccount] = useState(false)

  const refuse = (errors: Partial<CardErrors>): null => {
    setNotices(cardNotices(errors))
    if (isProvider) provider.current?.refuse?.(errors)
    else entry.refuse(fieldSentences(errors, entry.fields))
    return null
  }
  const unread = (why: string): null => {
    logMessage(`${clientPaymentError}: ${why}`, { action: 'EnterCard', api: sessionPath(isProvider) })
    return refuse({ hasTnsError: true })
  }
  const finish = (reply: SavedPayment): SavedPayment | null => {
    if (reply.isSuccess) {
      entry.clear()
      return reply
    }
    const { cardOneErrors: errors } = reply
    if (errors !== null) refuse(errors)
    const isSaid = errors !== null && Object.values(errors).some((isWrong) => isWrong)
    setRefusal(isSaid ? '' : reply.errorMessage)
    return null
  }
  const send = async (card: CardSlot): Promise<SavedPayment | null> => {
    const body = { cardOneData: card, accountCardOneData: null, cardTwoData: null, accountCardTwoData: null }
    const save = isProvider ? calls.payment.providerSaveCard : calls.payment.savePayment
    const reply = await save(body, callOptions)
    if (reply.cardOneErrors?.hasRewardsRestrictionError && (await onRestricted?.())) return send(card)
    return finish(reply)
  }

  const enterOwn = async (): Promise<CardSlot | null> => {
    const form = cardFormOf(entry.fields, saveToAccount, flags)
    const session = await calls.payment.createCardSession({}, callOptions)
    if (!session.isSuccess) {
      setRefusal(session.errorMessage)
      return null
    }
    const answer = await tokenize(session.gatewayUrl, form)
    if (answer.kind === 'unreachable') return unread(answer.why)
    if (answer.kind === 'errors') return refuse(answer.errors)
    return { ...slotOf(form, answer.token, flags), tnsSession: session.tnsSession }
  }

  const enterFramed = async (): Promise<CardSlot | null> => {
    const answer = (await provider.current?.submit()) ?? { kind: 'unreachable' }
    if (answer.kind === 'unreachable') return unread('the framed card fields gave no answer')
    if (answer.kind === 'errors') return refuse(answer.errors)
    const { cardToken, brand, lastFour, expMonth, expYear } = answer.card
    return {
      slot: 'CardOne',
      type: isBrand(brand) ? selectionTypeOf(brand) : '',
      brand,
      cardToken,
      lastFour,
      expMonth,
      expYear,
      saveToAccount,
      appliedAmount: null,
      adyenCardData: { token: cardToken, brand, lastFour },
    }
  }

  const start = (): void => {
    setNotices([])
    setRefusal('')
  }
  const enter = (): Promise<CardSlot | null> => {
    start()
    return isProvider ? enterFramed() : enterOwn()
  }
  return {
    entry,
    provider,
    notices,
    refusal,
    saveToAccount,
    setSaveToAccount,
    judge: () => isProvider || entry.judgeAll(),
    enter,
    save: async () => {
      const card = await enter()
      return card && send(card)
    },
  }
}

function sessionPath(isProvider: boolean): string {
  const { providerCreateCardSession, createCardSession } = pathTable.payment
  return isProvider ? providerCreateCardSession.path : createCardSession.path
}

/** A card of ours goes on with what the gateway said of it; the number stays behind (OPEN-63, PAY-16). */
function slotOf(form: CardForm, token: EnteredToken, flags: CardFlags): CardSlot {
  const brand = brandOf(form.number, flags)
  return {
    slot: 'CardOne',
    type: form.type,
    brand: brand === null ? token.brand : processedBrand(brand),
    cardToken: token.cardToken,
    lastFour: token.lastFour,
    expMonth: form.expMonth,
    expYear: form.expYear,
    saveToAccount: form.saveToAccount,
    appliedAmount: null,
    adyenCardData: null,
  }
}
