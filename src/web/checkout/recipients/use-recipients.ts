import { useState } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { registryAddressId } from '#domain/registry/registry-address.ts'
import { type AddressValues, payloadOf } from '#web/address/address-values.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { CheckoutPatch } from '#web/checkout/checkout-store.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { errorContext } from '#web/checkout/steps/step-flow.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { announce } from '#web/ui/announcer.tsx'
import { useVariant } from '#web/variants/context.tsx'

export type Recipient = CheckoutReply['recipientList'][number]
export type Item = CheckoutReply['basketItems'][number]
type RecipientCall = Parameters<typeof errorContext>[0]
type Reply = { readonly isSuccess: boolean; readonly errorMessage: string } & CheckoutPatch

export type RecipientActions = {
  /** A call is on its way: the rest waits, so that the last intent wins. */
  readonly isBusy: boolean
  /** What the last call was refused for; '' otherwise. */
  readonly refusal: string
  /**
   * Makes a call; its answer replaces what it says of recipients, items and summary. Null when it did not get through,
   * which is told unless `takes` shows it at a field.
   */
  readonly ask: <R extends Reply>(
    name: RecipientCall,
    send: () => Promise<R>,
    takes?: (error: unknown) => boolean,
  ) => Promise<R | null>
  readonly split: (item: Item) => Promise<Reply | null>
  readonly assign: (item: Item, recipientId: string) => Promise<unknown>
  /** A saved address of the account becomes a home, and the line goes there. */
  readonly assignSaved: (item: Item, addressId: string) => Promise<void>
  /** An address that was typed before a sign-in becomes a home, and the line goes there (CALM-28). */
  readonly assignTyped: (item: Item, values: AddressValues) => Promise<void>
  /** All of one recipient to another, when the shopper is sure (SHIP-30). */
  readonly remove: (recipient: Recipient, other: Recipient) => Promise<unknown>
  /** A pickup is shipped to where the rest goes, when the shopper is sure (SHIP-29, SHIP-30). */
  readonly shipInstead: (pickup: Recipient) => Promise<unknown>
}

/** Who gets which line, as the shopper changes it (SHIP-05 to SHIP-11). */
export function useRecipients(): RecipientActions {
  const { checkout, store } = useCheckout()
  const { country } = useVariant()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  const ask: RecipientActions['ask'] = async (name, send, takes) => {
    setBusy(true)
    setRefusal('')
    store.setPricing(true)
    try {
      const reply = await send()
      const { recipientList, basketItems, orderSummary, basketVersion, changes } = reply
      const parts = { recipientList, basketItems, orderSummary, basketVersion, changes }
      store.patch(Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)))
      if (!reply.isSuccess) setRefusal(reply.errorMessage)
      return reply
    } catch (error) {
      if (!takes?.(error)) handleCheckoutFault(error, errorContext(name, store))
      return null
    } finally {
      setBusy(false)
      store.setPricing(false)
    }
  }
  const assign: RecipientActions['assign'] = (item, recipientId) =>
    ask('saveRecipientSelection', () => calls.checkout.saveRecipientSelection({ recipientId, basketItemId: item.id }))
  return {
    isBusy,
    refusal,
    ask,
    assign,
    split: (item) => ask('splitItem', () => calls.checkout.splitItem({ basketItemId: item.id })),
    async assignSaved(item, addressId) {
      const known = new Set(checkout.recipientList.map(({ id }) => id))
      const reply = await ask('saveMultiShipping', () => calls.checkout.saveMultiShipping({ addressId }))
      const made =
        reply?.recipientList?.find(({ id }) => !known.has(id)) ??
        reply?.recipientList?.find(({ address }) => address?.addressId === addressId)
      if (made !== undefined && made.id !== item.recipientId) await assign(item, made.id)
    },
    async assignTyped(item, values) {
      const payload = { ...payloadOf(values, { country, needs: {} }), basketItemId: item.id }
      await ask('saveMultiShippingAddress', () => calls.checkout.saveMultiShippingAddress(payload))
    },
    async remove(recipient, other) {
      const text = `What goes to ${shortName(recipient)} will be shipped to ${shortName(other)} instead.`
      if (!(await openLayer('areYouSure', { text, yes: 'Yes, remove it' }))) return
      const reply = await ask('updateRecipientId', () =>
        calls.checkout.updateRecipientId({ oldRecipientId: recipient.id, newRecipientId: other.id }),
      )
      if (!reply?.isSuccess) return
      announce(`${shortName(recipient)} is removed.`)
      document.getElementById('homes-title')?.focus()
    },
    async shipInstead(pickup) {
      const home = checkout.recipientList.find((one) => !one.isPickup && one.address !== null)
      const where = home === undefined ? 'shipped to an address you enter next' : `shipped to ${shortName(home)}`
      const text = `What you wanted to pick up at ${pickup.storeName} will be ${where}.`
      if (!(await openLayer('areYouSure', { text, yes: 'Yes, ship it' }))) return
      await ask('updateBopsToShipping', () =>
        calls.checkout.updateBopsToShipping({ recipientId: pickup.id, newAddressId: home?.id ?? '' }),
      )
    },
  }
}

/** The other form of this step stands in place of what was pressed: it is read from its title on. */
export function readFromTitle(): void {
  document.querySelector<HTMLElement>('h1')?.focus()
}

/** A home in a few words: 'Grace Hopper, New York'. */
export function shortName({ isPickup, storeName, address }: Recipient): string {
  if (isPickup) return storeName
  return address === null ? 'no address yet' : `${address.firstName} ${address.lastName}, ${address.city}`
}

/** A home as one of several to choose from: 'Grace Hopper, 1 Broadway, New York'. */
export function longName(recipient: Recipient): string {
  if (recipient.isPickup) return `Pick up at ${recipient.storeName}`
  const { address } = recipient
  if (address === null) return 'Choose an address'
  // a registrant's street is not told
  return [`${address.firstName} ${address.lastName}`, address.address1, address.city]
    .filter((part) => part !== '')
    .join(', ')
}

/** Whether a thing may go to a recipient: at a registrant's address only what is given to her (SHIP-27). */
export function mayGoTo({ address }: Recipient, item: Item): boolean {
  return !isRegistrants(address) || address?.addressId === registryAddressId(item.grId)
}

/** An address without a street is a registrant's (BEYOND-05). */
export function isRegistrants(address: Recipient['address']): boolean {
  return address !== null && address.address1 === ''
}

/** The whole division as it stands (OPEN-75); donations are nobody's parcel. */
export function divisionOf(items: readonly Item[]) {
  const parcels = items.filter(({ isDonation }) => !isDonation)
  return [...new Set(parcels.map(({ sku }) => sku))].map((sku) => ({
    sku,
    recipients: parcels
      .filter((item) => item.sku === sku)
      .map(({ id, quantity, recipientId }) => ({ recipientId, quantity, basketItemId: id })),
  }))
}
