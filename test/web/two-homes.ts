import { aBasketItem, anAddress, aRecipient, aShipment, aSummary } from '#test/web/checkout.ts'

/** Who lives in the second home. */
export const grace = anAddress({ recipientId: 'r2', firstName: 'Grace', lastName: 'Hopper', address1: '1 Broadway' })

/** The second home. */
export const away = aRecipient({ id: 'r2', address: grace, shipments: [aShipment({ id: 'r2.1' })] })

/** What goes there. */
export const lamp = aBasketItem({ id: 'item-2', sku: 102, title: 'Paper Lamp', quantity: 1, recipientId: 'r2' })

/** A checkout of two lines, each to a home of its own. */
export const twoRecipients = { recipientList: [aRecipient(), away], basketItems: [aBasketItem(), lamp] }

/** What a call about them answers. */
export const answer = (parts: object) => ({
  ...{ isSuccess: true, errorMessage: '', basketVersion: 9, changes: [], errors: [], addressId: '', recipientId: '' },
  ...{ orderSummary: aSummary(), ...twoRecipients, ...parts },
})

export const call = (name: string) => `/ReactCheckout/${name}`

export const saveAll = call('SaveShippingAndGiftOptions')
