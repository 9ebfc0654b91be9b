import { act, type BoundFunctions, cleanup, fireEvent, type queries, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { VariantKey } from '#domain/variant.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import '#test/web/dialog.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import type { ShippingDeliveryInput } from '#web/shipping/layers/shipping-delivery.tsx'

const points = [
  { name: 'Chicago', latitude: 41.9, longitude: -87.6, x: 640, y: 240 },
  { name: 'Denver', latitude: 39.7, longitude: -105, x: 350, y: 290 },
  { name: 'Miami', latitude: 25.9, longitude: -80.2, x: 840, y: 580 },
]
const map = {
  path: '/maps/united-states.abc.svg',
  width: 975,
  height: 620,
  labels: [{ name: 'Guam', x: 9, y: 9 }],
  points,
}

let charge: object | null
beforeEach(() => {
  charge = { shipMethod: 7, postalCode: '83702', cents: 19_900 }
})

async function opened(input: ShippingDeliveryInput, key: VariantKey = 'cb') {
  cleanup()
  fakeServer({
    '/ReactCart/GetShippingCharges': () => ({ fees: shippingFees, charge, map: key.endsWith('-ca') ? null : map }),
  })
  await renderParts(aFrame({}, key), null)
  act(() => void openLayer('shippingDelivery', input))
  const dialog = within(await screen.findByRole('dialog', { name: 'Shipping and delivery' }))
  await dialog.findByRole('tablist')
  return dialog
}

const line = (calculatedShipMethod: number, shipMethod = 1) => ({
  id: 'line-1',
  title: 'Oak Table',
  shipMethod,
  calculatedShipMethod,
})
const sections = (dialog: BoundFunctions<typeof queries>) =>
  within(dialog.getByRole('tabpanel'))
    .getAllByRole('region')
    .map((section) => section.getAttribute('aria-label'))
const all = [
  'Standard, 2-day and express shipping',
  'Local in-home delivery',
  'Long-distance in-home delivery',
  'Basic freight',
  'Gift cards',
]
const tabs = (dialog: BoundFunctions<typeof queries>) => dialog.getAllByRole('tab').map((tab) => tab.textContent)

describe('the cart’s popup', () => {
  test('SHIPPOP-01: it has three tabs', async () => {
    expect(tabs(await opened({}))).toEqual(['Shipping Charges', 'Delivery Details', 'Domestic and International'])
  })

  test('SHIPPOP-02, SHIPPOP-03: Canada has two, and falls back to the first for the third', async () => {
    const dialog = await opened({ tab: 3 }, 'cb-ca')
    expect(tabs(dialog)).toEqual(['Shipping Charges', 'Delivery Details'])
    dialog.getByRole('tab', { name: 'Shipping Charges', selected: true })
  })

  test.each([
    [1, 'Shipping Charges'],
    [2, 'Delivery Details'],
    [3, 'Domestic and International'],
  ] as const)('SHIPPOP-03: tab %s opens %s', async (tab, name) => {
    const dialog = await opened({ tab })
    dialog.getByRole('tab', { name, selected: true })
    expect(dialog.getByRole('tabpanel', { name })).toBeTruthy()
  })

  describe('SHIPPOP-04, SHIPPOP-05, SHIPPOP-06, SHIPPOP-07, SHIPPOP-08: by the calculated ship method', () => {
    test.each([
      [1, all[0]],
      [2, all[0]],
      [3, all[0]],
      [6, all[1]],
      [7, all[2]],
      [8, all[3]],
      [9, all[4]],
    ])('%s shows %s alone, in both countries', async (method, title) => {
      for (const key of ['cb', 'cb-ca'] as const) {
        const dialog = await opened({ line: line(method) }, key)
        expect(sections(dialog)).toEqual([title])
      }
    })
  })

  test('SHIPPOP-04: the standard section of Canada has words of its own', async () => {
    expect((await opened({ line: line(1) }, 'cb-ca')).getByRole('tabpanel').textContent).toContain('Canadian dollars')
    expect((await opened({ line: line(1) })).getByRole('tabpanel').textContent).not.toContain('Canadian dollars')
  })

  test.each([0, 4, 5, 10])('SHIPPOP-09: %s shows all sections', async (method) => {
    expect(sections(await opened({ line: line(method) }))).toEqual(all)
  })

  test('SHIPPOP-09: without an item all sections show', async () => {
    expect(sections(await opened({}))).toEqual(all)
  })

  test('SHIPPOP-10: the method asked for counts for nothing', async () => {
    expect(sections(await opened({ line: line(7, 1) }))).toEqual(['Long-distance in-home delivery'])
  })

  test.each([
    ['cb', '83702', 'ZIP code 83702', '$199.00'],
    ['cb-ca', 'M5V 2T6', 'Postal code M5V 2T6', 'CAD\u00a0199.00'],
  ] as const)('SHIPPOP-11, SHIPPOP-12: %s shows code and charge', async (key, postalCode, label, amount) => {
    charge = { shipMethod: 7, postalCode, cents: 19_900 }
    const dialog = await opened({ line: line(7) }, key)
    dialog.getByText(label)
    expect(dialog.getAllByRole('definition')[0]?.textContent).toContain(amount)
  })

  test('SHIPPOP-13: the rows are the fee table', async () => {
    const dialog = await opened({ line: line(1) })
    const rows = dialog.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toEqual([
      'MerchandiseStandard2-DayExpress',
      'Up to $25.00$6.95$21.95$31.95',
      'Up to $50.00$9.95$24.95$34.95',
      'Up to $100.00$14.95$29.95$39.95',
      'Up to $200.00$19.95$34.95$44.95',
      'Over $200.0010%10% + $15.0010% + $25.00',
    ])
  })

  test('SHIPPOP-14, CONST-08, OPEN-81: the map has a point for each row of the table, and a list with their names', async () => {
    const dialog = await opened({ tab: 2 })
    const drawing = dialog.getByRole('img', { name: /map of the united states/i })
    expect([...drawing.querySelectorAll('circle')].map((circle) => circle.getAttribute('data-point'))).toEqual(
      points.map(({ name }) => name),
    )
    const list = within(dialog.getByRole('list', { name: 'Delivery points' }))
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(points.map(({ name }) => name))
  })

  test('SHIPPOP-14, CONST-08: Canada has no map', async () => {
    expect((await opened({ tab: 2 }, 'cb-ca')).queryByRole('img')).toBeNull()
  })

  test.each([
    ['cb', '1-800-555-0110'],
    ['cb2', '1-800-555-0120'],
    ['cb-ca', '1-800-555-0130'],
    ['cb2-ca', '1-800-555-0140'],
  ] as const)('OPEN-15: %s shows %s on every tab', async (key, phone) => {
    const dialog = await opened({}, key)
    for (const tab of dialog.getAllByRole('tab')) {
      fireEvent.click(tab)
      expect(dialog.getAllByRole('link', { name: phone })[0]?.getAttribute('href')).toBe(
        `tel:${phone.replaceAll('-', '')}`,
      )
    }
  })

  test('SHIPPOP-15, SHIPPOP-16: far places and other countries', async () => {
    const dialog = await opened({ tab: 3 })
    const text = dialog.getByRole('tabpanel').textContent ?? ''
    expect(text).toMatch(/Alaska, Hawaii and the territories costs? \$10\.00 more/)
    expect(text).toContain('1-800-555-0110')
    expect(dialog.getByRole('link', { name: /request form/ }).getAttribute('href')).toBe(
      '/customer-service/international-orders',
    )
  })

  test('SHIPPOP-17: express and 2-day orders must be placed by noon CT', async () => {
    expect((await opened({ tab: 2 })).getByRole('tabpanel').textContent).toContain(
      'Express and 2-day orders must be placed by noon CT',
    )
  })
})

describe('SHIPPOP-18: the checkout’s popup', () => {
  const openedCheckout = async () => {
    fakeServer({ '/ReactCart/GetShippingCharges': () => ({ fees: shippingFees, charge: null, map }) })
    await renderParts(aFrame(), null)
    act(() => void openLayer('shippingCharges', {}))
    const dialog = within(await screen.findByRole('dialog', { name: 'Shipping Charges and Delivery Information' }))
    await dialog.findByRole('tablist')
    return dialog
  }

  test('it has four tabs of its own', async () => {
    expect(tabs(await openedCheckout())).toEqual([
      'Flat Rate',
      'Contiguous States',
      'Gift Card Delivery and Charges',
      'Long-Distance Home Delivery',
    ])
  })

  test('each shows its charges', async () => {
    const dialog = await openedCheckout()
    const text = () => dialog.getByRole('tabpanel').textContent
    for (const [name, amount] of [
      ['Flat Rate', '$119.00'],
      ['Contiguous States', '$14.95'],
      ['Gift Card Delivery and Charges', 'Free'],
      ['Long-Distance Home Delivery', '$199.00'],
    ] as const) {
      fireEvent.click(dialog.getByRole('tab', { name }))
      expect(text()).toContain(amount)
    }
  })
})

test('SHIPPOP-19: arrows, Home and End go through the tabs, and the chosen one is announced', async () => {
  const dialog = await opened({})
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  const chosen = () => dialog.getByRole('tab', { selected: true })
  chosen().focus()
  for (const [key, name] of [
    ['ArrowRight', 'Delivery Details'],
    ['End', 'Domestic and International'],
    ['ArrowRight', 'Shipping Charges'],
    ['ArrowLeft', 'Domestic and International'],
    ['Home', 'Shipping Charges'],
  ] as const) {
    press(key)
    expect(chosen().textContent).toBe(name)
    expect(document.activeElement).toBe(chosen())
  }
  expect(dialog.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
})

test('OPEN-81: tables that do not come are told', async () => {
  fakeServer({ '/ReactCart/GetShippingCharges': () => new Response('', { status: 503 }) })
  await renderParts(aFrame(), null)
  act(() => void openLayer('shippingDelivery', {}))
  await screen.findByText(/trouble connecting/)
})
