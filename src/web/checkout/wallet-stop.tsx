import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { type ExpressStop, stopDraft } from '#web/payment/wallets/express/express-stop.ts'
import { Notice } from '#web/ui/notice.tsx'

/** What a wallet that was pressed before this step left to say here, until the step is left (CALM-32). */
export function WalletStop(): ReactNode {
  const { checkout, step } = useCheckout()
  const { basketId } = checkout
  const notice = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState<ExpressStop | null>(null)
  useEffect(() => {
    const draft = stopDraft(basketId)
    const stop = draft.read()
    const isOfHere = stop?.step === step
    // what was said when this step was here before may be true no longer
    setSaid(isOfHere ? stop : null)
    if (isOfHere) draft.clear()
  }, [basketId, step])
  // the button that was pressed may be gone, with the focus
  useEffect(() => {
    if (said !== null && document.activeElement === document.body) notice.current?.focus()
  }, [said])
  if (said?.step !== step) return null
  return (
    <Notice ref={notice}>
      {said.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
