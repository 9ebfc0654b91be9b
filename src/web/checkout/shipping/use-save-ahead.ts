import { useEffect, useRef, useState } from 'react'
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
  /** What is typed was saved by the button. */
  readonly noteSaved: () => void
}

/** Saves a whole address without a press, when a field of it is left or the typing has ended (CALM-33). */
export function useSaveAhead({ form, saveAhead: save }: ShippingAddress): SavedAhead {
  const { checkout, store } = useCheckout()
  const { text, isWhole } = read(form.values, form.facts)
  const [saved, setSaved] = useState<string | null>(null)
  // of what a save was begun for here, only its own end counts
  const [begun, setBegun] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const latest = useRef({ text, save, saved })
  useEffect(() => {
    latest.current = { text, save, saved: latest.current.saved }
  })
  const running = useRef<Promise<void> | null>(null)
  // not asked twice: what was refused is told when the button is pressed
  const tried = useRef<string | null>(null)

  const address = checkout.recipientList.find(({ isPickup }) => !isPickup)?.address ?? null
  const isStored = address !== null && read(valuesOf(address), form.facts).text === text
  const isSaved = (saved === text || (begun !== text && isStored)) && checkout.highestStep >= 2
  const isDue = !isSaved && isWhole

  const note = (sent: string): void => {
    latest.current.saved = sent
    setSaved(sent)
  }
  const begin = (sent: string): void => {
    tried.current = sent
    setBegun(sent)
  }
  const run = async (): Promise<void> => {
    const { text: sent } = latest.current
    begin(sent)
    setSaving(true)
    if (await saveAhead({ store, save: latest.current.save })) note(sent)
    running.current = null
    setSaving(false)
  }
  const start = (wanted: string): void => {
    const isStale = latest.current.text !== wanted || latest.current.saved === wanted
    if (isStale || tried.current === wanted || running.current !== null) return
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
    noteSaved: () => note(latest.current.text),
  }
}

/** What is typed as the store keeps it: a postal code that is only tidied when its field is left is the same address. */
function read(values: AddressValues, facts: AddressFacts): { readonly text: string; readonly isWhole: boolean } {
  const { address, errors } = validateAddress(payloadOf(values, facts), facts.needs)
  return { text: JSON.stringify(valuesOf(address)), isWhole: errors.length === 0 }
}
