import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { OptionsForm } from '#web/checkout/options/options-step.tsx'
import { StepActions } from '#web/checkout/steps/step-actions.tsx'
import styles from '#web/checkout/steps/step-form.module.css'
import { PlaceNotices } from '#web/checkout/steps/step-notices.tsx'
import { useLeaveStep } from '#web/checkout/steps/use-leave-step.ts'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMessages, useMoney } from '#web/variants/context.tsx'
import { ShippingFields, type ShippingFieldsProps } from './shipping-fields.tsx'
import { useSaveAhead } from './use-save-ahead.ts'
import { useShippingAddress } from './use-shipping-address.ts'

const addressForm = 'shipping-address'
const lookingUp = 'Looking up delivery dates…'

/** Steps 1 and 2 of one parcel to one home: the options unfold below the address once it is saved (CALM-33). */
export function OneParcel(props: Omit<ShippingFieldsProps, 'address'>): ReactNode {
  const { checkout } = useCheckout()
  const message = useMessages()
  const address = useShippingAddress()
  const ahead = useSaveAhead(address)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isPressed, setPressed] = useState(false)
  const toOptions = () => heading.current?.focus()
  const { isLeaving, leave } = useLeaveStep(1, async () => toOptions())
  const isUnfolded = ahead.isSaved || (checkout.highestStep >= 2 && hasAddress(checkout))
  useTold(ahead.isSaved ? ahead.savedHere : null)
  useFocusWhenButtonGoes(`${isUnfolded} ${ahead.isSaved}`, heading)

  const next = async (): Promise<void> => {
    address.forgetRefusal()
    if (address.form.submit() === null) return
    setPressed(true)
    const isSaved = await ahead.settle()
    setPressed(false)
    if (isSaved) toOptions()
    else await leave(ahead.saveNow)
  }
  // the fields have no button of their own once they are saved
  const onKeyDown = (event: KeyboardEvent): void => {
    // the list of matches takes an address over by Enter
    if (event.key !== 'Enter' || event.isDefaultPrevented() || !ahead.isSaved) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    toOptions()
  }
  const isBusy = isPressed || isLeaving
  const why = ahead.isSaving || isBusy ? lookingUp : message('optionsHeld')
  const held = ahead.isSaved ? null : { form: addressForm, isBusy, why, cancel: address.cancel }
  return (
    <>
      <form
        id={addressForm}
        method="dialog"
        data-early="press"
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          next()
        }}
        onKeyDown={onKeyDown}
        onBlur={ahead.onLeft}
      >
        <ShippingFields {...props} address={address} />
      </form>
      <section className={styles.section} aria-labelledby="options-below">
        <h2 id="options-below" ref={heading} tabIndex={-1} className={styles.part}>
          {stepRow(2).title}
        </h2>
        <PlaceNotices />
        {isUnfolded ? (
          // what the store has by now, another tab may have put there: the order goes to the address on the screen
          <OptionsForm held={held} saveBefore={ahead.saveNow} />
        ) : (
          <p className={styles.quiet}>
            {ahead.isSaving || isBusy ? lookingUp : 'Enter your address to see delivery dates and prices.'}
          </p>
        )}
      </section>
      {!isUnfolded && (
        <StepActions>
          <Button kind="quiet" onClick={address.cancel}>
            Cancel Changes
          </Button>
          <GoOnButton
            amounts={checkout.orderSummary}
            type="submit"
            form={addressForm}
            isBusy={isBusy}
            busyText="Saving your address…"
          >
            Next
          </GoOnButton>
        </StepActions>
      )}
    </>
  )
}

/** The buttons change with the state of the address: whoever stood on one that is gone goes on at the options. */
function useFocusWhenButtonGoes(state: string, heading: RefObject<HTMLElement | null>): void {
  const known = useRef(state)
  useLayoutEffect(() => {
    if (known.current === state) return
    known.current = state
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
}

function hasAddress({ recipientList }: CheckoutReply): boolean {
  return recipientList.some(({ isPickup, address }) => !isPickup && address !== null)
}

/** Tells a screen reader what unfolded: the choice that is made, with its date and price; once each time an address is saved. */
function useTold(saved: string | null): void {
  const { checkout } = useCheckout()
  const money = useMoney()
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (saved === null || told.current === saved) return
    told.current = saved
    const [shipment] = checkout.recipientList.flatMap(({ shipments }) => shipments)
    const chosen = shipment?.availableServiceLevels.find(({ level }) => level === shipment.selectedServiceLevel)
    if (chosen === undefined) return
    const charge = chosen.charge === 0 ? 'Free' : money(chosen.charge)
    const facts = [chosen.name, chosen.edd.message, charge].filter((fact) => fact !== '')
    announce(`Shipping options are below your address. Chosen: ${facts.join(', ')}.`)
  })
}
