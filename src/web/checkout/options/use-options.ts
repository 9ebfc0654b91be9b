import { useLayoutEffect, useRef, useState } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { checkGiftMessage } from '#domain/gift/gift-options.ts'
import { type RefusedField, refusedField } from '#web/calls/errors.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { followRedirect } from '#web/checkout/follow-redirect.ts'
import { takeBroughtGift } from '#web/checkout/guest-drafts.tsx'
import { receivers } from '#web/checkout/receivers.ts'
import { errorContext, tellEnded } from '#web/checkout/steps/step-flow.ts'
import type { GiftOptions } from '#web/gift/gift-summary.tsx'
import { asShown } from './as-shown.ts'
import type { Crew } from './use-crew.ts'

export type Recipient = CheckoutReply['recipientList'][number]
export type Shipment = Recipient['shipments'][number]
type PickupContact = NonNullable<NonNullable<Recipient['bopsOptions']>['pickupContact']>
type Gifts = { readonly [recipientId: string]: GiftOptions }
type Levels = { readonly [shipmentId: string]: number }
type OptionsCall =
  | 'saveShippingAndGiftOptions'
  | 'updateGiftOption'
  | 'updateGiftMessage'
  | 'updateGiftReceipt'
  | 'updateBaggingOption'
type Choices = ReturnType<typeof choicesOf>
type SentShipment = Choices['recipients'][number]['shipments'][number] & { readonly isSplit?: boolean }
type OptionsReply = Awaited<ReturnType<typeof calls.checkout.updateGiftOption>>

export type Options = {
  readonly giftOf: (recipient: Recipient) => GiftOptions
  readonly levelOf: (shipment: Shipment) => number
  readonly errorOf: (recipient: Recipient) => string
  /** What is wrong with a field of who picks up; '' when nothing is. */
  readonly contactErrorOf: (recipient: Recipient, field: string) => string
  readonly chooseLevel: (shipment: Shipment, level: number) => void
  /** Anything else of one shipment: a hold, all together, a window (SHIP-15 to SHIP-19). */
  readonly changeShipment: (recipient: Recipient, shipment: Shipment, change: Partial<SentShipment>) => Promise<boolean>
  /** What was typed for a home, once its field is left. */
  readonly saveTyped: (recipient: Recipient) => void
  /** Who picks up, as typed so far; it is kept with everything else when the step is left. */
  readonly typePickupContact: (recipient: Recipient, contact: PickupContact | null) => void
  readonly changePickupContact: (recipient: Recipient, contact: PickupContact | null) => void
  /** A call of this step in its turn; its answer replaces recipients and summary. */
  readonly send: (call: OptionsCall, recipientId: string, ask: () => Promise<OptionsReply>) => Promise<boolean>
  readonly switchGift: (recipient: Recipient, isGift: boolean) => void
  readonly chooseGift: (recipient: Recipient, options: GiftOptions) => void
  readonly typeMessage: (recipient: Recipient, message: string) => void
  readonly sendMessage: (recipient: Recipient) => void
  /** Saves all that is chosen, after every change before it, and after `before` (STEP-18); false when either is refused. */
  readonly save: (before: () => Promise<boolean>) => Promise<boolean>
  /** The first recipient whose message is too long; null when all may be sent. */
  readonly firstWrong: () => Recipient | null
}

/**
 * What is chosen on step 2. A change is shown at once and sent in turn, so that the last intent wins; each answer
 * replaces recipients and order summary, or leads to where the shopper has to go on (GIFT-01, GIFT-10).
 */
export function useOptions(crewOf: Crew['sentOf']): Options {
  const visit = useCheckout()
  const { checkout, store } = visit
  const [draft] = useState(() => draftOf<Gifts>(checkout.basketId, 'gift'))
  const [gifts, setGifts] = useState<Gifts>({})
  const [levels, setLevels] = useState<Levels>({})
  const [errors, setErrors] = useState<{ readonly [recipientId: string]: string }>({})
  const [contactErrors, setContactErrors] = useState<{ readonly [recipientId: string]: RefusedField | null }>({})
  // Read by calls that wait for their turn, when what was chosen may have changed again.
  const wanted = useRef<{ gifts: Gifts; levels: Levels }>({ gifts, levels })
  const contacts = useRef<{ [recipientId: string]: PickupContact | null }>({})
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)

  const giftOf = (recipient: Recipient): GiftOptions => wanted.current.gifts[recipient.id] ?? recipient.giftOptions
  const changeGift = (recipient: Recipient, options: GiftOptions): void => {
    wanted.current.gifts = { ...wanted.current.gifts, [recipient.id]: options }
    setGifts(wanted.current.gifts)
    draft.write(wanted.current.gifts)
  }
  const changeLevels = (next: Levels): void => {
    wanted.current.levels = next
    setLevels(next)
  }

  // A message that did not reach the server before the shopper left stands there again (UX-16, CALM-20).
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step comes to life
  useLayoutEffect(() => {
    const typed = draft.read()
    for (const recipient of checkout.recipientList) {
      const giftMessage = typed?.[recipient.id]?.giftMessage ?? ''
      const isKnown = giftMessage === '' || giftMessage === recipient.giftOptions.giftMessage
      if (recipient.giftOptions.isGift && !isKnown) changeGift(recipient, { ...recipient.giftOptions, giftMessage })
    }
    const home = checkout.recipientList.find(({ isPickup }) => !isPickup)
    const brought = takeBroughtGift(checkout.basketId)
    if (home === undefined || brought === null) return
    changeGift(home, brought)
    sendGiftAndText(home)
  }, [])

  /** Shows what was refused at its field: of this recipient, or of those who have something the server does not know. */
  const takes = (recipientId: string, refused: RefusedField | null): boolean => {
    if (refused === null) return false
    const isOfMessage = refused.field === 'message' || refused.field === 'giftMessage'
    const isMeant = (recipient: Recipient) =>
      recipientId === '' || recipientId === recipient.id
        ? isOfMessage
          ? giftOf(recipient).giftMessage !== recipient.giftOptions.giftMessage
          : contacts.current[recipient.id] !== undefined
        : false
    const meant = store.read().checkout.recipientList.filter(isMeant)
    const errors = Object.fromEntries(meant.map(({ id }) => [id, refused]))
    if (isOfMessage)
      setErrors((known) => ({ ...known, ...Object.fromEntries(meant.map(({ id }) => [id, refused.message])) }))
    else setContactErrors((known) => ({ ...known, ...errors }))
    const [first] = meant
    if (first === undefined) return false
    document.getElementById(`${first.id}-${isOfMessage ? 'message' : refused.field}`)?.focus()
    return true
  }

  const send = (call: OptionsCall, recipientId: string, ask: () => Promise<OptionsReply>): Promise<boolean> => {
    waiting.current += 1
    store.setPricing(true)
    const answered = queue.current.then(async () => {
      try {
        const reply = await ask()
        const { recipientList, orderSummary, basketVersion, changes } = reply
        store.patch(reply.isSuccess ? { recipientList, orderSummary, basketVersion, changes } : { basketVersion })
        if (reply.redirectUrl) {
          // no cart at all has no version: its session is over (CALM-21)
          if (!reply.isSuccess && reply.basketVersion === 0) tellEnded(call, visit)
          else await followRedirect(reply, visit)
          return false
        }
        const error = reply.isSuccess ? '' : reply.errorMessage
        setErrors((known) => ({ ...known, [recipientId]: error }))
        setContactErrors({})
        // What is refused of no recipient in particular is told over all of them.
        if (recipientId === '' && error !== '') {
          store.showNotice(error)
          window.scrollTo({ top: 0 })
        }
        return reply.isSuccess
      } catch (error) {
        if (!takes(recipientId, refusedField(error))) handleCheckoutFault(error, errorContext(call, store))
        return false
      } finally {
        waiting.current -= 1
        store.setPricing(waiting.current > 0)
      }
    })
    queue.current = answered
    return answered
  }

  const saveAll = async (edit: (choices: Choices) => Choices = (same) => same): Promise<OptionsReply> => {
    const sent = wanted.current.levels
    const reply = await calls.checkout.saveShippingAndGiftOptions(edit(choicesOf(store, sent, giftOf, crewOf)))
    // Answered: from here on the server's list says what is chosen, under new names of the shipments.
    if (wanted.current.levels === sent) changeLevels({})
    return reply
  }
  const withContacts = (choices: Choices): Choices => ({
    recipients: choices.recipients.map((one) => {
      const { [one.recipientId]: pickupContact } = contacts.current
      if (one.bopsOptions === null || pickupContact === undefined) return one
      return { ...one, bopsOptions: { ...one.bopsOptions, pickupContact } }
    }),
  })
  const sendGift = (recipient: Recipient): Promise<boolean> =>
    send('updateGiftOption', recipient.id, () => {
      const { checkout: now } = store.read()
      return calls.checkout.updateGiftOption({
        recipientId: recipient.id,
        giftOptions: giftOf(recipient),
        rewardsOrderSummaryMessage: now.orderSummary.rewardsExceedOrderTotalMessage,
        serviceLevel: serviceLevelOf(now.recipientList.find(({ id }) => id === recipient.id) ?? recipient),
      })
    })
  const sendText = (recipient: Recipient, isInitialTrigger: boolean): Promise<boolean> =>
    send('updateGiftMessage', recipient.id, () =>
      calls.checkout.updateGiftMessage({
        recipientId: recipient.id,
        message: giftOf(recipient).giftMessage,
        isInitialTrigger,
      }),
    )

  const sendGiftAndText = async (recipient: Recipient): Promise<void> => {
    if ((await sendGift(recipient)) && giftOf(recipient).isGift) sendText(recipient, true)
  }

  return {
    giftOf: (recipient) => gifts[recipient.id] ?? recipient.giftOptions,
    levelOf: (shipment) => levels[shipment.id] ?? shipment.selectedServiceLevel,
    errorOf: (recipient) => errors[recipient.id] ?? '',
    contactErrorOf: ({ id }, field) => {
      const refused = contactErrors[id]
      return refused?.field === field ? refused.message : ''
    },
    chooseLevel: (shipment, level) => {
      changeLevels({ ...wanted.current.levels, [shipment.id]: level })
      send('saveShippingAndGiftOptions', '', () => saveAll())
    },
    changeShipment: (recipient, { id }, change) => {
      // a hold and all together set the level themselves
      const { [id]: _, ...others } = wanted.current.levels
      if (change.selectedServiceLevel !== undefined) changeLevels(others)
      return send('saveShippingAndGiftOptions', recipient.id, () =>
        saveAll((choices) => ({
          recipients: choices.recipients.map((one) => ({
            ...one,
            shipments: one.shipments.map((shipment) => (shipment.id === id ? { ...shipment, ...change } : shipment)),
          })),
        })),
      )
    },
    saveTyped: ({ id }) => {
      send('saveShippingAndGiftOptions', id, () => saveAll())
    },
    typePickupContact: ({ id }, contact) => {
      contacts.current[id] = contact
    },
    changePickupContact: ({ id }, contact) => {
      contacts.current[id] = contact
      send('saveShippingAndGiftOptions', id, () => saveAll(withContacts))
    },
    send,
    switchGift: (recipient, isGift) => {
      const typed = draft.read()?.[recipient.id]?.giftMessage ?? ''
      const giftMessage = giftOf(recipient).giftMessage || typed
      changeGift(recipient, { ...giftOf(recipient), isGift, giftMessage })
      // Refused, it keeps its message: there is no text to send for what is no gift.
      sendGiftAndText(recipient)
    },
    chooseGift: (recipient, options) => {
      changeGift(recipient, options)
      sendGift(recipient)
    },
    typeMessage: (recipient, giftMessage) => changeGift(recipient, { ...giftOf(recipient), giftMessage }),
    sendMessage: (recipient) => {
      const { giftMessage } = giftOf(recipient)
      const known = store.read().checkout.recipientList.find(({ id }) => id === recipient.id)
      const isKnown = waiting.current === 0 && known?.giftOptions.giftMessage === giftMessage
      if (!isKnown && checkGiftMessage(giftMessage).ok) sendText(recipient, false)
    },
    save: async (before) => {
      await queue.current
      const shown = choicesOf(store, wanted.current.levels, giftOf, crewOf)
      const ask = () => saveAll((now) => withContacts(asShown(shown, now)))
      if (!(await before()) || !(await send('saveShippingAndGiftOptions', '', ask))) return false
      draft.clear()
      return true
    },
    firstWrong: () =>
      store.read().checkout.recipientList.find((recipient) => {
        const options = giftOf(recipient)
        return options.isGift && !checkGiftMessage(options.giftMessage).ok
      }) ?? null,
  }
}

/** The service level the gift option's charge is computed with (GIFT-06): of the shipment that has a choice, else the first. */
export function serviceLevelOf({ shipments }: Pick<Recipient, 'shipments'>): number {
  const chosen = shipments.find((shipment) => shipment.availableServiceLevels.length > 1) ?? shipments[0]
  return chosen?.selectedServiceLevel ?? 1
}

function choicesOf(
  store: CheckoutStore,
  levels: Levels,
  giftOf: (recipient: Recipient) => GiftOptions,
  crewOf: Crew['sentOf'],
) {
  return {
    recipients: receivers(store.read().checkout).map((recipient) => ({
      recipientId: recipient.id,
      shipments: recipient.shipments.map((shipment) => sentShipment(shipment, levels[shipment.id])),
      giftOptions: giftOf(recipient),
      bopsOptions: recipient.bopsOptions,
      crew: crewOf(recipient),
    })),
  }
}

/** A shipment's choices as they are sent; who now wants it faster wants neither a hold nor all of it together. */
function sentShipment(shipment: Shipment, level = shipment.selectedServiceLevel) {
  const isSameLevel = level === shipment.selectedServiceLevel || level === 1
  return {
    id: shipment.id,
    selectedServiceLevel: level,
    isShipCompleteSelected: isSameLevel && shipment.isShipCompleteSelected,
    holidayHold: isSameLevel ? shipment.holidayHold : null,
    tripBooking: shipment.tripBooking && { selectedWindowId: shipment.tripBooking.selectedWindowId },
  }
}
