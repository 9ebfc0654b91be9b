import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const part = { id: 'a 0', name: 'Illinois', cents: 813, how: 'State rate 6.25% of $129.99.', rounding: 'Rounded once.' }
const explanation = {
  lines: [
    { name: 'Subtotal', cents: 12_999, sign: 1, note: '', parts: [{ ...part, name: 'Oak Table', cents: 12_999 }] },
    { name: 'Tax', cents: 813, sign: 1, note: '', parts: [part] },
  ],
  paid: [{ name: 'Gift cards', cents: 2_000, sign: -1, note: '', parts: [{ ...part, cents: 2_000 }] }],
  total: 13_812,
  amountDue: 11_812,
  discountCode: 'FROM100',
  promoMessage: 'Add $10.00 more to use it.',
}

/** A call that is read only is tried again by itself before it counts as failed. */
const patient = { timeout: 10_000 }

test('BEYOND-06: every line of the summary opens to its parts; a code that gives nothing says what would help', async () => {
  const server = fakeServer()
  let isDown = true
  server.on('/ReactCart/GetTotalExplanation', () => (isDown ? new Response('', { status: 500 }) : explanation))
  await renderPage(aState({ name: 'cart', cart: aCart([aLine()]) }, '/checkout/cart', aFrame()))
  fireEvent.click(screen.getByRole('button', { name: 'How this adds up' }))
  const again = await screen.findByRole('button', { name: 'Try again' }, patient)
  isDown = false
  fireEvent.click(again)
  const dialog = within(await screen.findByRole('dialog', { name: 'How this adds up' }))
  await dialog.findByText('Add $10.00 more to use it.', {}, patient)
  const tax = dialog.getByText('Tax').closest('details')
  expect(tax?.textContent).toBe('Tax$8.13Illinois$8.13State rate 6.25% of $129.99.Rounded once.')
  expect(dialog.getByText('Gift cards').closest('summary')?.textContent).toBe('Gift cards-$20.00')
  expect(dialog.getByText('Amount due').nextSibling?.textContent).toBe('$118.12')
}, 30_000)
