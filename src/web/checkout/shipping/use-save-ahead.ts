import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { validateAddress } from '#domain/address/validate-address.ts'
import { type AddressFacts, type AddressValues, payloadOf, valuesOf } from '#web/address/address-values.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { saveAhead } from '#web/checkout/steps/save-ahead.ts'
import { afterPress } from '#web/ui/after-press.ts'
import type { ShippingAddress } from './use-shipping-address.ts'

/** So long nothing is typed before an address counts as typed to its end. */
const pauseMs = 700

export type SavedAhead = {
  /** What is typed is saved, and step 2 is open. */
  readonly isSaved: boolean
  /** What was saved last while this page stood; null before that. */
  readonly savedHere: string | null
  /** It is being saved. */
  readonly isSaving: boolean
  /** The shopper has left a field. */
  readonly onLeft: () => void
  /** She pressed: what is saved by then, if need be when the call that is on its way is answered. */
  readonly settle: () => Promise<boolean>
  /** Saves what is typed by the button, after the call that is on its way; false when it was refused. */
  readonly saveNow: () => Promise<boolean>
}

/** Saves a whole address without a press, when a field of it is left or the typing has ended (CALM-33). */
export function useSaveAhead({ form, save, saveAhead: saveQuietly }: ShippingAddress): SavedAhead {
  const { checkout, store } = useCheckout()
  const { text, isWhole } = read(form.values, form.facts)
  const [saved, setSaved] = useState<string | null>(null)
  // once a save was begun here, only its own end proves what the store has
  const [begun, setBegun] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const latest = useRef({ text, save, saveQuietly, saved, begun })
  useLayoutEffect(() => {
    latest.current = { ...latest.current, text, save, saveQuietly }
  })
  const running = useRef<Promise<void> | null>(null)

  const address = checkout.recipientList.find(({ isPickup }) => !isPickup)?.address ?? null
  const isStored = address !== null && read(valuesOf(address), form.facts).text === text
  const isProven = begun === null ? isStored : begun === text && saved === text
  const isSaved = isProven && checkout.highestStep >= 2
  const isDue = !isSaved && isWhole

  const note = (sent: string): void => {
    latest.current.saved = sent
    setSaved(sent)
  }
  const begin = (sent: string): void => {
    // what was saved before may be overwritten from here on, also by a call whose answer is lost
    if (latest.current.begun !== sent) latest.current.saved = null
    latest.current.begun = sent
    setBegun(sent)
    setSaved(latest.current.saved)
  }
  const run = async (): Promise<void> => {
    const { text: sent } = latest.current
    begin(sent)
    setSaving(true)
    if (await saveAhead({ store, save: latest.current.saveQuietly })) note(sent)
    running.current = null
    setSaving(false)
  }
  const start = (wanted: string): void => {
    // not asked twice: what was refused is told when the button is pressed
    if (latest.current.text !== wanted || latest.current.begun === wanted || running.current !== null) return
    running.current = run()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with each letter, and when a save that was on its way has ended
  useEffect(() => {
    if (!isDue || isSaving) return
    const timer = setTimeout(() => start(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, isDue, isSaving])

  return {
    isSaved,
    savedHere: saved,
    isSaving,
    onLeft: () => {
      // a press on the button saves by itself
      if (isDue) afterPress(() => start(text))
    },
    settle: async () => {
      begin(latest.current.text)
      await running.current
      return latest.current.saved === latest.current.text
    },
    saveNow: async () => {
      await running.current
      const { text: sent, save: saveTyped } = latest.current
      const isAccepted = await saveTyped()
      if (isAccepted && latest.current.begun === sent) note(sent)
      return isAccepted
    },
  }
}

/** What is typed as the store keeps it: a postal code that is only tidied when its field is left is the same address. */
function read(values: AddressValues, facts: AddressFacts): { readonly text: string; readonly isWhole: boolean } {
  const { address, errors } = validateAddress(payloadOf(values, facts), facts.needs)
  return { text: JSON.stringify(valuesOf(address)), isWhole: errors.length === 0 }
}
