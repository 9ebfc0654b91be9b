import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { openLayer } from '#web/layers/open-layer.ts'
import '#test/web/dialog.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage, renderParts } from '#test/web/render-page.tsx'

const boxes = [
  { boxNumber: 1, quantity: 1, width: 84, depth: 38, height: 34 },
  { boxNumber: 2, quantity: 1, width: 20, depth: 20, height: 20 },
]
const sofa = {
  title: 'Alder Sofa',
  boxes,
  systemOfMeasure: 1,
  places: ['vehicle', 'doorway', 'stair', 'elevator'],
} as const

beforeEach(() => window.localStorage.clear())

async function opened(variant: 'cb' | 'cb-ca' = 'cb') {
  fakeServer()
  await renderParts(aFrame({}, variant), null)
  act(() => void openLayer('willItFit', sofa))
  return within(await screen.findByRole('dialog', { name: 'Will it fit?' }))
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('BEYOND-08: the popup of measures', () => {
  test('names the side that fails, and what it meets', async () => {
    const dialog = await opened()
    const doorway = within(dialog.getByRole('group', { name: 'Doorway' }))
    type(doorway.getByLabelText('Width, in'), '32')
    expect(doorway.getByRole('status').textContent).toBe('')
    type(doorway.getByLabelText('Height, in'), '80')
    expect(doorway.getByRole('status').textContent).toBe('Box 1 is 34 in high; the doorway’s width is 32 in.')
    type(doorway.getByLabelText('Width, in'), '36')
    expect(doorway.getByRole('status').textContent).toBe('All 2 kinds of boxes pass.')
  })

  test('measures are kept once, and shown in the other unit when it is chosen', async () => {
    const dialog = await opened()
    const doorway = () => within(dialog.getByRole('group', { name: 'Doorway' }))
    type(doorway().getByLabelText('Width, in'), '32')
    type(doorway().getByLabelText('Height, in'), '80')
    fireEvent.click(dialog.getByRole('radio', { name: 'Centimeters' }))
    expect(doorway().getByLabelText<HTMLInputElement>('Width, cm').value).toBe('81.3')
    expect(doorway().getByRole('status').textContent).toContain('86.4 cm high')
    expect(JSON.parse(window.localStorage.getItem('fit-sizes') ?? '')).toMatchObject({
      systemOfMeasure: 2,
      doorway: { width: 81.3, height: 203.2 },
    })
  })

  test('Canada starts with centimetres', async () => {
    const dialog = await opened('cb-ca')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Centimeters' }).checked).toBe(true)
  })

  test('what was kept by another hand does no harm', async () => {
    window.localStorage.setItem('fit-sizes', '{"doorway":{"width":"wide","height":-2},"x":1}')
    const dialog = await opened()
    expect(
      within(dialog.getByRole('group', { name: 'Doorway' })).getByLabelText<HTMLInputElement>('Width, in').value,
    ).toBe('')
  })
})

describe('BEYOND-08: in the cart', () => {
  const cartPage = async (patch: Parameters<typeof aLine>[0]) => {
    fakeServer()
    const cart = aCart([aLine({ title: 'Alder Sofa', boxes, ...patch })])
    await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
  }

  test('a pickup line is held against the vehicle, as soon as it is measured', async () => {
    await cartPage({ isPickup: true, storeName: 'CB Naperville' })
    fireEvent.click(screen.getByRole('button', { name: 'Will it fit?' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Will it fit?' }))
    expect(dialog.queryByRole('group', { name: 'Doorway' })).toBeNull()
    for (const [label, value] of [
      ['Opening width, in', '40'],
      ['Opening height, in', '36'],
      ['Cargo length, in', '70'],
    ] as const)
      type(dialog.getByLabelText(label), value)
    fireEvent.click(dialog.getByRole('button', { name: 'Done' }))
    const line = within(screen.getByRole('list', { name: 'Items in your cart' }))
    await waitFor(() => line.getByText('Box 1 is 84 in wide; the vehicle’s cargo length is 70 in.'))
  })

  test('an in-home delivery is held against the way in', async () => {
    window.localStorage.setItem(
      'fit-sizes',
      JSON.stringify({
        systemOfMeasure: 1,
        vehicle: { width: 1, height: 1, length: 1 },
        doorway: { width: 40, height: 80 },
      }),
    )
    await cartPage({ calculatedShipMethod: 6 })
    await screen.findByText('Fits your doorway.')
    expect(screen.queryByText(/vehicle/)).toBeNull()
  })

  test('a parcel is not asked about', async () => {
    await cartPage({ calculatedShipMethod: 1 })
    expect(screen.queryByRole('button', { name: 'Will it fit?' })).toBeNull()
  })
})
