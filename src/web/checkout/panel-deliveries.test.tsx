import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBasketItem, aCheckout, anAddress, aRecipient, aShipment } from '#test/web/checkout.ts'
import { PanelDeliveries } from './panel-deliveries.tsx'

const levels = (edd: string) => [{ level: 1, name: 'Standard', charge: 1_495, edd: { message: edd } }] as const
const ada = aRecipient({ shipments: [aShipment({ availableServiceLevels: [...levels('Arrives by Thu, Dec 3')] })] })
const grace = aRecipient({
  id: 'r2',
  address: anAddress({ recipientId: 'r2', firstName: 'Grace', city: 'Springfield' }),
  shipments: [
    aShipment({ id: 'r2.1', availableServiceLevels: [...levels('Arrives by Fri, Dec 4')] }),
    aShipment({
      ...{ id: 'r2.7', selectedServiceLevel: 7 },
      availableServiceLevels: [
        {
          level: 7,
          name: 'Long-Distance In-Home Delivery',
          charge: 0,
          edd: { message: 'Comes Wed, Dec 9, 8 am - 12 pm' },
        },
      ],
    }),
  ],
})
const store = aRecipient({ id: 'r3', isPickup: true, storeName: 'Michigan Avenue', address: null, shipments: [] })
const basketItems = ['r1', 'r2', 'r3'].map((recipientId, nth) =>
  aBasketItem({
    ...{ id: `item-${nth}`, recipientId },
    recipients: [{ recipientId, quantity: 1, basketItemId: `item-${nth}` }],
  }),
)

test('CALM-36: with several homes the summary says to whom each delivery goes, how and when', () => {
  render(<PanelDeliveries checkout={aCheckout({ recipientList: [ada, grace, store], basketItems })} />)
  const rows = within(screen.getByRole('list', { name: 'Deliveries' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'To Ada, Chicago: Standard, arrives by Thu, Dec 3',
    'To Grace, Springfield: Standard, arrives by Fri, Dec 4',
    'To Grace, Springfield: Long-Distance In-Home Delivery, comes Wed, Dec 9, 8 am - 12 pm',
    'Pick up at Michigan Avenue',
  ])
})

test('CALM-36: one home needs no such list', () => {
  render(<PanelDeliveries checkout={aCheckout({ recipientList: [ada], basketItems: basketItems.slice(0, 1) })} />)
  expect(screen.queryByRole('list', { name: 'Deliveries' })).toBeNull()
})
