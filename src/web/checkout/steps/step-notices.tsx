import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { CheckoutState } from '#web/checkout/checkout-store.ts'
import { isOfPlace } from '#web/pricing/place-changes.tsx'
import { useAnnounced } from '#web/ui/announcer.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What the shopper must hear before going on: why the last try failed, a code that was taken off, what changed (BEYOND-01). */
export function StepNotices(): ReactNode {
  const { step, checkout, promoMessage, notice, placeChanges } = useCheckout()
  const others = checkout.changes.filter((change) => !isOfPlace(change))
  // one parcel has it beside the options, below what may still be typed
  const isTogether = step === 1 && checkout.isOneParcel
  return (
    <>
      {notice !== '' && <Notice kind="bad">{notice}</Notice>}
      {promoMessage !== '' && <Notice kind="bad">{promoMessage}</Notice>}
      <Changes changes={isTogether ? others : [...placeChanges, ...others]} />
    </>
  )
}

/** What the address changed, where it stands apart from the rest (CALM-02). */
export function PlaceNotices(): ReactNode {
  const { placeChanges } = useCheckout()
  return <Changes changes={placeChanges} />
}

function Changes({ changes }: { readonly changes: CheckoutState['placeChanges'] }): ReactNode {
  const told = changes.filter(({ message }) => message !== '')
  useAnnounced(told.map(({ message }) => message).join(' '))
  if (told.length === 0) return null
  return (
    <Notice>
      {told.map((change) => (
        <p key={`${change.kind} ${change.lineItemId} ${change.message}`}>{change.message}</p>
      ))}
    </Notice>
  )
}
