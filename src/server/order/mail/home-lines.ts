import { type Address, shownAddress } from '#domain/address/address.ts'
import { formatPhone } from '#domain/address/phone.ts'
import { type Day, dayText } from '#domain/days.ts'
import { windowPromise } from '#domain/shipping/delivery-windows.ts'
import type { OrderMailFacts } from './order-mail-content.ts'

type Home = OrderMailFacts['recipients'][number]
type Shipment = NonNullable<Home['shipments']>[number]

/** All that was chosen for one home or one pickup, in sentences (CALM-43): where, how, when, and as what kind of gift. */
export function homeLines(home: Home, stores: OrderMailFacts['stores'], today: Day): string[] {
  const where = home.isPickup ? pickupLines(home, stores) : [...addressLines(home.address)]
  return [
    ...where,
    ...(home.shipments ?? []).flatMap((shipment) => shipmentLines(shipment, today)),
    ...(home.crew ? crewLines(home.crew) : []),
    ...giftLines(home.giftOptions),
  ]
}

function addressLines(address: Address | null): string[] {
  if (address === null) return []
  const shown = shownAddress(address)
  const { firstName, lastName, companyName, address1, address2, city, state, postalCode } = shown
  const place = `${city}, ${state} ${postalCode}`.trim()
  if (shown !== address) return [`${firstName} ${lastName}`, `${place}, the registry's address`]
  return [`${firstName} ${lastName}`, companyName, address1, address2, place].filter((line) => line.trim() !== '')
}

/** Where it waits, until when on a day, for whom, and how it is packed. */
function pickupLines({ storeNumber = '', bopsOptions = null }: Home, stores: OrderMailFacts['stores'] = []): string[] {
  const store = stores.find(({ locationId }) => String(locationId) === storeNumber)
  const address = store ? [store.address1, `${store.city}, ${store.state} ${store.postalCode}`.trim()] : []
  const hours = store === undefined || store.hours === '' ? [] : [`Open ${store.hours}`]
  const contact = bopsOptions?.pickupContact ?? null
  const who = contact === null ? [] : [`For ${contact.firstName} ${contact.lastName}`, contact.phone, contact.email]
  return [
    ...address,
    ...hours,
    ...(contact === null ? [] : [who.filter((part) => part.trim() !== '').join(', ')]),
    ...(bopsOptions?.baggingOption === 1 ? ['In a bag'] : []),
    ...(bopsOptions?.giftReceiptOption === 1 ? ['With a gift receipt'] : []),
  ]
}

/** How and when a shipment comes; what was booked or held goes before what was promised. */
function shipmentLines(shipment: Shipment, today: Day): string[] {
  const { tripBooking, holidayHold, isShipCompleteSelected, availableServiceLevels = [] } = shipment
  const level = availableServiceLevels.find((one) => one.level === shipment.selectedServiceLevel)
  const window = tripBooking?.windows.find(({ id }) => id === tripBooking.selectedWindowId)
  const comes = window ? windowPromise(window, today) : (level?.edd.message ?? '')
  const hold = holidayHold
    ? [`Held for ${dayText(holidayHold.startDate, today)} - ${dayText(holidayHold.endDate, today)}`]
    : []
  return [
    ...(level === undefined ? [] : [level.name]),
    ...(comes === '' ? [] : [comes]),
    ...hold,
    ...(isShipCompleteSelected ? ['Everything ships together'] : []),
  ]
}

/** What the crew know of this home (CALM-17). */
function crewLines({ phone, accessNotes }: NonNullable<Home['crew']>): string[] {
  return [
    ...(phone === '' ? [] : [`The crew calls ${formatPhone(phone)} before it comes`]),
    ...(accessNotes === '' ? [] : [`Getting in: ${accessNotes}`]),
  ]
}

const wrapNames: { readonly [wrap: string]: string } = { box: 'in a gift box', wrap: 'gift wrapped' }

function giftLines({ isGift, giftMessage, giftWrap = 'none', hasGiftReceipt = false }: Home['giftOptions']): string[] {
  if (!isGift) return []
  const extras = [wrapNames[giftWrap], hasGiftReceipt ? 'with a gift receipt' : undefined]
  const said = extras.filter((extra) => extra !== undefined)
  return [
    ...(said.length === 0 ? [] : [['A gift', ...said].join(', ')]),
    ...(giftMessage === '' ? [] : [`Gift message: ${giftMessage}`]),
  ]
}
