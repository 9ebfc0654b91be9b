import { type ReactNode, useState } from 'react'
import { type Day, dayText, storeDay } from '#domain/days.ts'
import { hoursText } from '#domain/shipping/delivery-windows.ts'
import { chooseHold, clearHold } from '#domain/shipping/holiday-hold.ts'
import type { Options, Recipient, Shipment } from '#web/checkout/options/use-options.ts'
import { Checkbox, RadioGroup } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import styles from './recipients.module.css'
import { useOptimisticChoice } from './use-optimistic-choice.ts'

export type DeliveryExtrasProps = {
  readonly recipient: Recipient
  readonly shipment: Shipment
  readonly options: Options
}

/** What some shipments offer besides their service level: a hold, all at once, a time to be at home. */
export function DeliveryExtras(props: DeliveryExtrasProps): ReactNode {
  const { shipment } = props
  const isNothing =
    shipment.holidayHoldRanges.length === 0 && !shipment.isShipCompleteVisible && shipment.tripBooking === null
  if (isNothing) return null
  return (
    <div className={styles.extras}>
      {shipment.isShipCompleteVisible && <ShipComplete {...props} />}
      {shipment.holidayHoldRanges.length > 0 && <HolidayHold {...props} />}
      {shipment.tripBooking !== null && <DeliveryTime {...props} booking={shipment.tripBooking} />}
    </div>
  )
}

/** SHIP-17, SHIP-18, CALM-16: all of it together; of parcels only the standard way can do that. */
function ShipComplete({ recipient, shipment, options }: DeliveryExtrasProps): ReactNode {
  const isParcel = shipment.items.some((item) => item.isParcelShipping)
  const [isComplete, choose] = useOptimisticChoice(shipment.isShipCompleteSelected, (isShipCompleteSelected) => {
    const standard = isShipCompleteSelected && isParcel ? { selectedServiceLevel: 1 } : {}
    return options.changeShipment(recipient, shipment, { isShipCompleteSelected, ...standard })
  })
  return (
    <Checkbox
      checked={isComplete}
      onChange={(event) => choose(event.currentTarget.checked)}
      note={`${isParcel ? 'By standard delivery' : 'In one delivery'}, once the last item is ready.`}
    >
      Ship everything together
    </Checkbox>
  )
}

/** SHIP-15, SHIP-16: kept back until a week of the holidays; without a choice it leaves as soon as it can. */
function HolidayHold({ recipient, shipment, options }: DeliveryExtrasProps): ReactNode {
  const ranges = shipment.holidayHoldRanges
  const held = shipment.holidayHold
  const isListed = held === null || ranges.some(({ startDate }) => startDate === held.startDate)
  const [day, choose] = useOptimisticChoice(held?.startDate ?? '', async (choice) => {
    const chosen = choice === '' ? null : chooseHold(choice, ranges)
    if (chosen === null) await options.changeShipment(recipient, shipment, clearHold())
    else if (chosen.ok) await options.changeShipment(recipient, shipment, chosen.value)
  })
  return (
    <SelectField
      label="Holiday hold"
      id={`hold-${shipment.id}`}
      hint="A present too early? We keep it back and ship it in the week you choose."
      value={day}
      onChange={(event) => choose(event.currentTarget.value)}
      emptyText="Ship as soon as possible"
      options={(isListed ? ranges : [held, ...ranges]).map(({ startDate, endDate }) => ({
        value: startDate,
        text: `Ship in the week of ${dayText(startDate, today())} - ${dayText(endDate, today())}`,
      }))}
    />
  )
}

type Booking = NonNullable<Shipment['tripBooking']>

/** SHIP-19: the day and the hours in which the furniture is brought in; unchosen, the crew calls to arrange them. */
function DeliveryTime({
  recipient,
  shipment,
  options,
  booking,
}: DeliveryExtrasProps & { readonly booking: Booking }): ReactNode {
  const selected = booking.windows.find(({ id }) => id === booking.selectedWindowId)
  const [day, setDay] = useState(selected?.date ?? '')
  const days = [...new Set(booking.windows.filter(({ isFree }) => isFree).map(({ date }) => date))]
  const [booked, book] = useOptimisticChoice(booking.selectedWindowId, (selectedWindowId) =>
    options.changeShipment(recipient, shipment, { tripBooking: { selectedWindowId } }),
  )
  return (
    <>
      <SelectField
        label="Delivery day"
        id={`day-${shipment.id}`}
        hint="Somebody should be at home. Without a day, our crew calls you to arrange one."
        value={day}
        emptyText="Call me to arrange a day"
        onChange={(event) => {
          const date = event.currentTarget.value
          setDay(date)
          // A day without a time would be lost on the way: it begins with its first free one.
          const first = booking.windows.find((window) => window.date === date && window.isFree)
          if (first !== undefined || booked !== null) book(first?.id ?? null)
        }}
        options={days.map((date) => ({ value: date, text: dayText(date, today()) }))}
      />
      {day !== '' && (
        <RadioGroup
          legend={`Time on ${dayText(day, today())}`}
          name={`time-${shipment.id}`}
          value={String(booked ?? '')}
          onChange={(value) => book(Number(value))}
          choices={booking.windows
            .filter(({ date }) => date === day)
            .map((window) => ({
              value: String(window.id),
              text: hoursText(window),
              isDisabled: !window.isFree && window.id !== booked,
              ...(window.isFree ? {} : { note: 'Fully booked' }),
            }))}
        />
      )}
    </>
  )
}

function today(): Day {
  return storeDay(new Date())
}
