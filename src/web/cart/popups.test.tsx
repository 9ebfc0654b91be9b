import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type ErrorType, errorType } from '#domain/cart/error-types.ts'
import { pressEscape } from '#test/web/dialog.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { openLayer } from '#web/layers/open-layer.ts'

const item = {
  sku: 101,
  title: 'Oak Table',
  imagePath: '/pictures/table.svg',
  navigateUrl: '/product/101',
  currentPrice: 1999,
  quantity: 3,
  availabilityMessage: 'Gone for good',
  quantityLeft: 0,
  edd: { message: 'No estimate' },
  isCustomNla: false,
}
const other = { ...item, sku: 102, title: 'Ash Chair', quantity: 1, availabilityMessage: '', edd: { message: '' } }

const allTypes = Object.entries(errorType).filter(([, type]) => type !== 0 && type !== 8)

function open(
  type: ErrorType,
  patch: { place?: 'cart' | 'checkout'; items?: (typeof item)[]; errorMessage?: string } = {},
) {
  return openLayer('unavailableItems', {
    errorType: type,
    errorMessage: '',
    items: [item, other],
    place: 'cart',
    ...patch,
  })
}

async function dialogOf(type: ErrorType, patch: Parameters<typeof open>[1] = {}) {
  await renderParts(aFrame(), null)
  const result = open(type, patch)
  const dialog = within(await screen.findByRole('dialog'))
  return { dialog, result }
}

test('UNAVAIL-01, UNAVAIL-02, UNAVAIL-03: each item shows image, title, SKU, price, quantity and their product', async () => {
  const { dialog } = await dialogOf(errorType.nlaItems)
  const rows = dialog.getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]?.querySelector('img')?.getAttribute('src')).toBe('/pictures/table.svg')
  expect(rows[0]?.textContent).toMatch(/Oak Table.*101.*\$19\.99.*3.*\$59\.97/)
  expect(rows[1]?.textContent).toMatch(/Ash Chair.*102.*\$19\.99.*1.*\$19\.99/)
})

test('UNAVAIL-04: availability message and delivery estimate show, and nothing where they are empty', async () => {
  const { dialog } = await dialogOf(errorType.nlaItems)
  const [full, empty] = dialog.getAllByRole('listitem')
  expect(full?.textContent).toContain('Gone for good')
  expect(full?.textContent).toContain('No estimate')
  expect(empty?.querySelectorAll('p')).toHaveLength(1)
})

test('UNAVAIL-05: a custom item is marked and leads to no product page', async () => {
  const { dialog } = await dialogOf(errorType.nlaItems, { items: [{ ...item, isCustomNla: true }, other] })
  dialog.getByText('Custom item, no longer available')
  expect(dialog.queryByRole('link', { name: 'Oak Table' })).toBeNull()
  expect(dialog.getByRole('link', { name: 'Ash Chair' }).getAttribute('href')).toBe('/product/101')
})

describe('UNAVAIL-06, UNAVAIL-08, UNAVAIL-09, UNAVAIL-10: the buttons of each type', () => {
  for (const [name, type] of allTypes) {
    for (const place of ['cart', 'checkout'] as const) {
      test(`${name} on ${place}`, async () => {
        const { dialog } = await dialogOf(type, { place })
        const names = dialog.getAllByRole('button').map((button) => button.textContent || button.ariaLabel)
        const back = place === 'cart' ? 'Reload Cart' : 'Back to Cart'
        const fix = [3, 6, 7, 9].includes(type) ? ['Remove All'] : type === 4 ? ['Continue'] : []
        expect(names).toEqual(['Close', back, ...fix])
      })
    }
  }
})

test.each([
  ['one line', [{ ...item, quantityLeft: 2 }], 'Keep 2'],
  ['a line, and one that is gone', [{ ...item, quantityLeft: 2 }, other], 'Keep what is left'],
  ['two lines', [item, other].map((one) => ({ ...one, quantityLeft: 1 })), 'Keep what is left'],
] as const)('CALM-10 UNAVAIL-08: fewer are left of %s: the first button keeps them', async (_, items, keep) => {
  for (const type of [errorType.nlaItems, errorType.allNlaItems]) {
    const { dialog, result } = await dialogOf(type, { items: [...items] })
    const names = dialog.getAllByRole('button').map((button) => button.textContent || button.ariaLabel)
    expect(names).toEqual(['Close', keep, 'Remove All', 'Reload Cart'])
    fireEvent.click(dialog.getByRole('button', { name: keep }))
    expect(await result).toBe('keep')
    cleanup()
  }
})

test("UNAVAIL-07: the configured label is the cart error popup's; here it stays 'Reload Cart'", async () => {
  const messages = { ...aFrame().messages, cartErrorPopupButton: 'Return' }
  await renderParts(aFrame({ messages }), null)
  open(errorType.nlaItems)
  await screen.findByRole('button', { name: 'Reload Cart' })
  expect(screen.queryByRole('button', { name: 'Return' })).toBeNull()
})

describe('UNAVAIL-19, UNAVAIL-20, UNAVAIL-21: the titles', () => {
  for (const [name, type] of allTypes) {
    const gone = type === 3 || type === 7
    const title = gone
      ? 'Item(s) no longer available'
      : type === 9
        ? 'Item(s) cannot be shipped to or picked up in this state'
        : 'Please Edit Your Cart to Proceed'
    test(`${name} is titled '${title}'`, async () => {
      await renderParts(aFrame(), null)
      open(type)
      await screen.findByRole('dialog', { name: title })
    })
  }
})

describe('UNAVAIL-22: the message of the answer', () => {
  test.each([errorType.invalidBasket, errorType.browseCustomApiException])(
    'type %s shows it and the back button only',
    async (type) => {
      const { dialog } = await dialogOf(type, { errorMessage: 'Please check your cart.' })
      dialog.getByText('Please check your cart.')
      expect(dialog.queryAllByRole('listitem')).toEqual([])
      expect(dialog.queryByRole('button', { name: /Remove All|Continue/ })).toBeNull()
    },
  )

  test('type 3 shows it with the items', async () => {
    const { dialog } = await dialogOf(errorType.nlaItems, { errorMessage: 'Two are gone.' })
    dialog.getByText('Two are gone.')
    expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  })
})

const boxes = [
  { boxNumber: 1, quantity: 1, width: 62, depth: 32, height: 12 },
  { boxNumber: 2, quantity: 4, width: 30, depth: 20, height: 10 },
]

describe('OVERSIZE-01, OVERSIZE-02, OVERSIZE-03: the oversized-items popup', () => {
  test('it has its exact title and a row of five values for each box', async () => {
    await renderParts(aFrame(), null)
    openLayer('oversizedItems', { items: [{ sku: 101, title: 'Oak Table', boxes }] })
    const dialog = await screen.findByRole('dialog', { name: 'Make sure these items will fit in your vehicle.' })
    const rows = within(dialog).getAllByRole('row').slice(1)
    const values = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(values).toEqual([
      ['1', '1', '62', '32', '12'],
      ['2', '4', '30', '20', '10'],
    ])
  })

  test.each([
    ['cb', 'inches'],
    ['cb-ca', 'centimeters'],
  ] as const)('OVERSIZE-08: in %s its measures are %s, as the server sends them', async (key, unit) => {
    await renderParts(aFrame({}, key), null)
    openLayer('oversizedItems', { items: [{ sku: 101, title: 'Oak Table', boxes }] })
    expect((await screen.findByRole('dialog')).textContent).toContain(`Measures in ${unit}`)
  })

  test("OVERSIZE-04: its buttons are 'Back to Cart' and 'Continue to Checkout', no other", async () => {
    await renderParts(aFrame(), null)
    openLayer('oversizedItems', { items: [] })
    await screen.findByRole('dialog')
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Back to Cart',
      'Continue to Checkout',
    ])
  })
})

test('CALM-54: in Canada the centimetres of the oversized popup stand with their inches', async () => {
  await renderParts(aFrame({}, 'cb-ca'), null)
  const sent = [{ boxNumber: 1, quantity: 1, width: 157, depth: 81, height: 30 }]
  openLayer('oversizedItems', { items: [{ sku: 101, title: 'Oak Table', boxes: sent }] })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    ...['1', '1', '157 (62)', '81 (32)', '30 (12)'],
  ])
})

describe('OVERSIZE-07, OVERSIZE-08: the boxes of one item', () => {
  test.each([
    [1, 'inches'],
    [2, 'centimeters'],
  ] as const)('system of measure %s shows %s', async (systemOfMeasure, unit) => {
    await renderParts(aFrame(), null)
    openLayer('oversizeInfo', { title: 'Oak Table', boxes, systemOfMeasure })
    const dialog = await screen.findByRole('dialog', { name: 'Oversize item' })
    expect(dialog.textContent).toContain(unit)
    act(pressEscape)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('UNAVAIL-16: a popup reports the choice to who opened it', async () => {
  const { dialog, result } = await dialogOf(errorType.nlaItems)
  fireEvent.click(dialog.getByRole('button', { name: 'Remove All' }))
  expect(await result).toBe('fix')
})
