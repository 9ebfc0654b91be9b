import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { isOfPlace } from '#web/pricing/place-changes.tsx'
import { useAnnounced } from '#web/ui/announcer.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What the shopper must hear before going on: why the last try failed, a code that was taken off, what changed (BEYOND-01). */
export function StepNotices(): ReactNode {
  const { checkout, promoMessage, notice, placeChanges } = useCheckout()
  const others = checkout.changes.filter((change) => !isOfPlace(change))
  const changes = [...placeChanges, ...others].filter((change) => change.message !== '')
  useAnnounced(changes.map(({ message }) => message).join(' '))
  return (
    <>
      {notice !== '' && <Notice kind="bad">{notice}</Notice>}
      {promoMessage !== '' && <Notice kind="bad">{promoMessage}</Notice>}
      {changes.length > 0 && (
        <Notice>
          {changes.map((change) => (
            <p key={`${change.kind} ${change.lineItemId} ${change.message}`}>{change.message}</p>
          ))}
        </Notice>
      )}
    </>
  )
}
