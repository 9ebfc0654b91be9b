import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const statuses = [0, 1, 2, 3, 4, 5, 6, 7]

async function openLine(of: Parameters<typeof aLine>[0]) {
  fakeServer()
  await renderPage(aState({ name: 'cart', cart: aCart([aLine(of)]) }, '/checkout/cart'))
}

describe('SHIP-20: a line for pickup can be shipped instead while shipping can be had', () => {
  test.each(statuses.map((status) => [status, [1, 2, 5].includes(status)] as const))(
    'status %s: %s',
    async (shipStatus, isVisible) => {
      const edd = { message: 'Available Mon, Nov 23', shipStatus, pickupStatus: 1 }
      await openLine({ isPickup: true, storeName: 'Southport', edd })
      expect(screen.queryByRole('button', { name: 'Ship it instead' }) !== null).toBe(isVisible)
    },
  )
})

describe('SHIP-22: the description of a line is disabled', () => {
  test.each(statuses.map((status) => [status, status === 3] as const))(
    'status %s: %s',
    async (availability, isDisabled) => {
      await openLine({ availability })
      screen.getByRole('heading', { name: 'Oak Table' })
      expect(screen.queryByRole('link', { name: 'Oak Table' }) === null).toBe(isDisabled)
    },
  )
})
