import type { ReplyOf } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import { tenderName } from '#domain/payment/tender-name.ts'

type Reply = ReplyOf<typeof orderCalls.getOrderConfirmation>
type Recipient = Reply['recipientList'][number]

/**
 * An order as the link of its mails shows it a day after it was placed (CALM-42): pieces, dates and totals are there; of people
 * initials, of addresses the place ('J. S., Chicago, IL'), of tenders their kind ('Visa'). Mails are passed on, and stay for years.
 */
export function maskedOrder(reply: Reply): Reply {
  return {
    ...reply,
    email: '',
    buyer: { firstName: '', lastName: '' },
    recipientList: reply.recipientList.map(maskedRecipient),
    payments: reply.payments.map(({ method, type, amount }) => {
      const name = tenderName({ method, brand: type, lastFour: '' })
      return { method, type, lastFour: '', holder: '', name, amount, offer: '' }
    }),
    // their names have numbers of cards in them
    moneyMoves: reply.moneyMoves.map((move) => ({ ...move, name: move.name.replace(/ (ending in |\().*$/, '') })),
    released: [],
  }
}

/** Part by part: what a recipient is given later is not shown until somebody has thought of it here. */
function maskedRecipient({ address, giftOptions, ...recipient }: Recipient): Recipient {
  const { id, isPickup, storeNumber, storeName, shipments, totals } = recipient
  return {
    ...{ id, isPickup, storeNumber, storeName, shipments },
    ...(totals !== undefined && { totals }),
    address: address === null ? null : maskedAddress(address),
    giftOptions: { ...giftOptions, giftMessage: '' },
    bopsOptions: null,
    isMailWelcome: false,
  }
}

function maskedAddress(address: NonNullable<Recipient['address']>): NonNullable<Recipient['address']> {
  return {
    ...address,
    firstName: initial(address.firstName),
    lastName: initial(address.lastName),
    ...{ companyName: '', address1: '', address2: '', postalCode: '', phone: '', email: '' },
  }
}

function initial(name: string): string {
  const [first] = name.trim()
  return first === undefined ? '' : `${first.toUpperCase()}.`
}
