import { Fragment, type ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { getsThings, receivers } from '#web/checkout/receivers.ts'
import { DoneSteps } from '#web/checkout/steps/done-steps.tsx'
import { StepActions } from '#web/checkout/steps/step-actions.tsx'
import styles from '#web/checkout/steps/step-form.module.css'
import { useLeaveStep } from '#web/checkout/steps/use-leave-step.ts'
import { GiftEditor } from '#web/gift/gift-editor.tsx'
import { openLayer } from '#web/layers/open-layer.ts'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import { Donations } from './donations.tsx'
import { ShipmentChoice } from './shipment-choice.tsx'
import { type Crew, useCrew } from './use-crew.ts'
import { type Options, type Recipient, useOptions } from './use-options.ts'

const loadMore = async () => (await import('#web/checkout/recipients/delivery-options.ts')).deliveryOptions

/** Step 2: how and when each delivery comes, and whether it is a gift (STEP-04, STEP-18). */
export function OptionsStep(): ReactNode {
  return (
    <OptionsForm>
      <DoneSteps upTo={1} />
    </OptionsForm>
  )
}

type HeldOptions = {
  /** The form of the address, which the button then sends. */
  readonly form: string
  readonly isBusy: boolean
  /** Why nothing can be chosen. */
  readonly why: string
  readonly cancel: () => void
}

export type OptionsFormProps = {
  /** What stands before the options. */
  readonly children?: ReactNode
  /** While the address above them is being changed. */
  readonly held?: HeldOptions | null
  /** What is still to be saved before the options; false stops the move. */
  readonly saveBefore?: () => Promise<boolean>
}

/** The options of all deliveries with the button that leaves the step. */
export function OptionsForm({ children, held = null, saveBefore = async () => true }: OptionsFormProps): ReactNode {
  const { checkout } = useCheckout()
  const crew = useCrew()
  const options = useOptions(crew.sentOf)
  const more = useIdleImport(loadMore)
  const { isLeaving, leave } = useLeaveStep(2)
  const deliveries = receivers(checkout).filter(({ id }) => getsThings(checkout, id))
  const next = (): void => {
    const wrong = options.firstWrong()
    if (wrong === null) leave(async () => (await options.save(saveBefore)) && crew.isReady())
    else document.getElementById(`${wrong.id}-message`)?.focus()
  }
  return (
    <form
      method="dialog"
      data-early="press"
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      {held && <p className={styles.quiet}>{held.why}</p>}
      <div className={styles.choices} inert={held !== null}>
        {children}
        {deliveries.map((recipient) => (
          <RecipientOptions key={recipient.id} recipient={recipient} options={options} crew={crew} more={more} />
        ))}
        <Donations />
        {deliveries.length > 0 && (
          <p>
            <Button kind="plain" onClick={() => openLayer('shippingCharges', {})}>
              Shipping charges and delivery information
            </Button>
          </p>
        )}
      </div>
      <StepActions>
        {held && (
          <Button kind="quiet" onClick={held.cancel}>
            Cancel Changes
          </Button>
        )}
        <GoOnButton
          amounts={checkout.orderSummary}
          type="submit"
          form={held?.form}
          isBusy={held?.isBusy ?? isLeaving}
          busyText={held ? 'Saving your address…' : 'Saving your choices…'}
        >
          {held ? 'Next' : 'Next: Payment'}
        </GoOnButton>
      </StepActions>
    </form>
  )
}

function RecipientOptions({
  recipient,
  options,
  crew,
  more,
}: {
  readonly recipient: Recipient
  readonly options: Options
  readonly crew: Crew
  readonly more: Awaited<ReturnType<typeof loadMore>> | null
}): ReactNode {
  const { checkout } = useCheckout()
  const all = receivers(checkout)
  const hasMany = all.length > 1
  const alike = all.filter((one) => nameAndStreet(one) === nameAndStreet(recipient))
  const part = alike.length > 1 ? `, part ${alike.indexOf(recipient) + 1} of ${alike.length}` : ''
  const name = `${nameOf(recipient)}${part}`
  const error = options.errorOf(recipient)
  const gift = options.giftOf(recipient)
  return (
    <section className={hasMany ? styles.delivery : styles.form} aria-label={name}>
      {(hasMany || recipient.isPickup) && (
        <h2 id={`delivery-${recipient.id}`} tabIndex={-1} className={styles.part} data-verbatim="">
          {name}
        </h2>
      )}
      {recipient.shipments.map((shipment) => (
        <Fragment key={shipment.items.map((item) => item.basketItemId).join(' ')}>
          <ShipmentChoice
            shipment={shipment}
            level={options.levelOf(shipment)}
            onChoose={(level) => options.chooseLevel(shipment, level)}
          />
          {more && <more.DeliveryExtras recipient={recipient} shipment={shipment} options={options} />}
          {more && <more.SplitDelivery recipient={recipient} shipment={shipment} options={options} />}
        </Fragment>
      ))}
      {recipient.crew !== null && more && (
        <more.CrewDetails recipient={recipient} crew={crew} onTyped={() => options.saveTyped(recipient)} />
      )}
      {recipient.isPickup && more && <more.PickupOptions recipient={recipient} options={options} />}
      {error !== '' && !gift.isGift && <Notice kind="bad">{error}</Notice>}
      <GiftEditor
        id={recipient.id}
        options={gift}
        onSwitch={(isGift) => options.switchGift(recipient, isGift)}
        onChoose={(chosen) => options.chooseGift(recipient, chosen)}
        onType={(message) => options.typeMessage(recipient, message)}
        onTyped={() => options.sendMessage(recipient)}
        error={error}
      />
    </section>
  )
}

/** The same for both deliveries to one home, of which one comes later (CALM-15). */
function nameAndStreet(recipient: Recipient): string {
  const { address1 = '', postalCode = '' } = recipient.address ?? {}
  return `${nameOf(recipient)} ${address1} ${postalCode}`
}

function nameOf(recipient: Recipient): string {
  if (recipient.isPickup) return `Pickup at ${recipient.storeName}`
  return recipient.address === null
    ? 'Delivery'
    : `Delivery to ${recipient.address.firstName} ${recipient.address.lastName}`
}
