import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const short = {
  ...{ quantity: 3, availability: 3, availabilityMessage: 'Only 2 left', quantityLeft: 2 },
  edd: { message: 'Arrives by Wed, Nov 25', shipStatus: 3, pickupStatus: 7 },
}

async function openCart(patch: Partial<ReturnType<typeof aLine>>) {
  const cart = aCart([aLine({ ...short, ...patch })])
  const server = fakeServer({
    '/ReactCart/UpdateItem': () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] }),
    '/ReactCart/GetCartJsx': () => aCart([aLine({ quantity: 2 })], { basketVersion: 2 }),
  })
  await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
  return server
}

test('CALM-10: a line that wants more than is left takes that at one press, and the focus goes to its quantity', async () => {
  const server = await openCart({})
  expect(screen.getByText('Only 2 left').className).toMatch(/bad/)
  expect(screen.getByText('Arrives by Wed, Nov 25').className).not.toMatch(/bad/)
  expect(screen.queryByText('No longer available')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Set to 2 Oak Table' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Quantity of Oak Table'))
  await waitFor(() => expect(screen.queryByText('Only 2 left')).toBeNull())
  const sent = server.seen.find(({ path }) => path === '/ReactCart/UpdateItem')
  expect(sent?.body).toEqual({ lineItemId: 'line-1', quantity: 2 })
  expect(screen.queryByRole('button', { name: /^Set to/ })).toBeNull()
})

test.each([
  ['none is left', { availabilityMessage: 'No longer available', quantityLeft: 0 }],
  ['another line of the sku wants too many', { quantity: 2 }],
])('CALM-10: %s: the line has nothing to set', async (_, patch) => {
  await openCart(patch)
  expect(screen.queryByRole('button', { name: /^Set to/ })).toBeNull()
})
