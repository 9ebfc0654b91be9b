import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnalyticsSource } from '#domain/data-layer.ts'
import { type Answer, fakeServer, heldAnswer, networkFailure } from '#test/web/fake-server.ts'
import { aFrame, aProduct, aSku, aState } from '#test/web/pages.ts'
import { renderPage, renderParts } from '#test/web/render-page.tsx'
import { loadMasking } from '#web/calls/log.ts'
import { RegistryButton, type RegistryButtonProps } from '#web/registry/registry-button.tsx'

const listPath = '/ReactRegistry/GetRegistryList'
const addPath = '/ReactRegistry/AddItems'
const wedding = {
  id: 123,
  eventType: 'Wedding',
  shortEventDate: 'Jun 12, 2027',
  registryOwnernsName: 'Ann Bell & Ben Cole',
  listType: 1,
  registryType: 'br',
}
const wishes = {
  id: 456,
  eventType: 'Gift List',
  shortEventDate: 'Dec 24, 2026',
  registryOwnernsName: 'Ann Bell',
  listType: 2,
  registryType: 'gl',
}
const registryList = (giftRegistries: readonly object[], patch: object = {}) => ({
  registryCount: giftRegistries.length,
  isLoggedIn: true,
  isRegistrantMode: false,
  isInteractiveChecklistEnabled: true,
  quantityInRegistry: 0,
  giftRegistries,
  ...patch,
})
const addedItem = (patch: object = {}) => ({
  sku: 101,
  name: 'Oak Table, Oat',
  quantity: 2,
  formattedPrice: '$129.99',
  imagePath: '/pictures/table.svg',
  grId: 123,
  registryType: 'br',
  personalization: null,
  inHousePersonalization: null,
  ...patch,
})
const added = (items: readonly object[] = [addedItem()]) => ({ isSuccess: true, errorMessage: '', items })
const tracked: AnalyticsSource = {
  ...{ sku: 101, quantity: 2, currentPrice: 12_999, regularPrice: 12_999, priceTypeCode: '', markdownTypeCode: '' },
  ...{ availability: 1, category: 'Tables', department: 'Furniture', class: 'Dining', subclass: 'Wood' },
  ...{ isPersonalized: false, storePickupNumber: '', name: 'Oak Table', brand: 'CB', currencyCode: 'USD' },
  propertyCodes: [],
}
const item = { sku: 101, isStockSku: true, hasGrouper: false, isSuperSpecialOrder: false, propertyCodes: [] }

async function open(
  answers: { readonly [path: string]: Answer } = {},
  props: Partial<RegistryButtonProps> = {},
  isSignedIn = false,
): Promise<ReturnType<typeof fakeServer>> {
  const server = fakeServer({ [listPath]: () => registryList([wedding]), [addPath]: () => added(), ...answers })
  await renderParts(
    aFrame({ isSignedIn }),
    <RegistryButton item={item} quantity={2} tracked={tracked} place="shopBar" {...props} />,
    '/product/101',
  )
  return server
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add to Registry' })
const isDisabled = () => button().disabled || button().getAttribute('aria-disabled') === 'true'
const press = () => fireEvent.click(button())
const dialog = () => screen.findByRole('dialog', { name: 'Add to Registry' })

// an error that waits for its masking would be logged in the middle of the next test
beforeAll(loadMasking)
beforeEach(() => window.history.replaceState(null, '', '/product/101?from=list'))
afterEach(() => {
  vi.useRealTimers()
  window.history.replaceState(null, '', '/')
})

describe('REG-01, REG-05: the way of an add', () => {
  test('REG-01, REG-05: with one registry: login and count, then one add at once, then the confirmation', async () => {
    const server = await open()
    press()
    await screen.findByRole('link', { name: 'View Registry' })
    expect(server.paths()).toEqual([listPath, addPath])
    expect(server.bodies(addPath)).toEqual([{ items: [{ Sku: 101, Quantity: 2, GrId: 123 }] }])
    expect(server.seen.find(({ path }) => path === listPath)).toMatchObject({ method: 'GET', query: '?sku=101' })
    expect(window.dataLayer).toMatchObject([{ event: 'add_to_registry', lines: [{ sku: 101, quantity: 2 }] }])
  })

  test('REG-02: a logged-out shopper is sent to the login form, with the current address and its query', async () => {
    const server = fakeServer({ [listPath]: () => registryList([], { isLoggedIn: false }) })
    const { browser } = await renderParts(
      aFrame(),
      <RegistryButton item={item} quantity={1} tracked={tracked} place="shopBar" />,
    )
    press()
    await waitFor(() => expect(browser.left).toEqual(['/account/login?returnUrl=%2Fproduct%2F101%3Ffrom%3Dlist']))
    expect(server.count(addPath)).toBe(0)
  })

  test.each([
    ['signed in, it is added once', true, [{ items: [{ Sku: 101, Quantity: 3, GrId: 123 }] }]],
    ['back without a sign-in, nothing is', false, []],
  ])('CALM-28: what a guest wanted goes on by itself: %s', async (_name, isSignedIn, added) => {
    sessionStorage.clear()
    const show = async (frame: Parameters<typeof aFrame>[0], quantity: number) =>
      renderParts(aFrame(frame), <RegistryButton {...{ item, quantity, tracked }} place="shopBar" />)
    fakeServer({ [listPath]: () => registryList([], { isLoggedIn: false }) })
    const asGuest = await show({ isSignedIn: false }, 3)
    press()
    await waitFor(() => expect(asGuest.browser.left).toHaveLength(1))
    cleanup()

    const server = await open({}, {}, isSignedIn)
    if (isSignedIn) await screen.findByRole('link', { name: 'View Registry' })
    expect(server.bodies(addPath)).toEqual(added)
    // another visit finds nothing to go on with
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test("REG-04: without a registry the popup says 'No Registry Found' and leads to making one", async () => {
    const server = await open({ [listPath]: () => registryList([]) })
    press()
    const popup = within(await dialog())
    expect(popup.getByRole('heading', { name: 'No Registry Found' })).toBeTruthy()
    expect(popup.getByRole('link', { name: 'Create Registry' }).getAttribute('href')).toBe('/gift-registry/create')
    expect(server.count(addPath)).toBe(0)
  })

  test('REG-06, REG-07, REG-08: with several a popup lists each with event, date, owner and Add, and adds none until a choice', async () => {
    const server = await open({ [listPath]: () => registryList([wishes, wedding]) })
    press()
    const popup = within(await dialog())
    expect(popup.getByRole('heading', { name: 'Add This Item to a Registry/List' })).toBeTruthy()
    const rows = popup.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toContain('Gift List on Dec 24, 2026')
    expect(rows[0]).toContain('Ann Bell')
    expect(rows[1]).toContain('Wedding on Jun 12, 2027')
    expect(rows[1]).toContain('Ann Bell & Ben Cole')
    expect(popup.getAllByText('Add').length).toBe(2)
    expect(server.count(addPath)).toBe(0)
    fireEvent.click(popup.getByRole('button', { name: 'Add to Wedding on Jun 12, 2027' }))
    await screen.findByRole('link', { name: 'View Registry' })
    expect(server.bodies(addPath)).toEqual([{ items: [{ Sku: 101, Quantity: 2, GrId: 123 }] }])
  })

  test('a choice that is given up adds nothing, and the button can be pressed again', async () => {
    const server = await open({ [listPath]: () => registryList([wishes, wedding]) })
    press()
    fireEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(isDisabled()).toBe(false))
    expect(server.count(addPath)).toBe(0)
  })

  test('REG-09: while adding the popup asks to wait', async () => {
    const held = heldAnswer()
    await open({ [addPath]: held.answer })
    press()
    await screen.findByText('Adding to your registry. Please wait ...')
    held.release(added())
    await screen.findByRole('link', { name: 'View Registry' })
    await waitFor(() => expect(screen.queryByText('Adding to your registry. Please wait ...')).toBeNull())
  })
})

describe('REG-10, REG-11, REG-12, ROUTE-16, ROUTE-17, ROUTE-18: the confirmation', () => {
  async function confirm(giftRegistry: { registryType: string }, isInteractiveChecklistEnabled = true) {
    await open({ [listPath]: () => registryList([giftRegistry], { isInteractiveChecklistEnabled }) })
    press()
    await screen.findByRole('link', { name: 'View Registry' })
  }
  const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

  test('REG-10, REG-11, ROUTE-16, ROUTE-17: it leads to the registry and its checklist', async () => {
    await confirm(wedding)
    await dialog()
    expect(hrefOf('View Registry')).toBe('/gift-registry/registrant-list/123')
    expect(hrefOf('View Checklist')).toBe('/gift-registry/checklist/123')
  })

  test.each(['br', 'bb', 'ot', 'hw'])('ROUTE-18: type %s with the switch on shows the checklist', async (type) => {
    await confirm({ ...wedding, registryType: type })
    expect(hrefOf('View Checklist')).toBe('/gift-registry/checklist/123')
  })

  test.each([
    ['gl', true],
    ['br', false],
    ['hw', false],
  ] as const)('ROUTE-18: type %s with the switch %s hides it', async (type, isOn) => {
    await confirm({ ...wedding, registryType: type }, isOn)
    expect(hrefOf('View Checklist')).toBeUndefined()
  })

  test('REG-12: it lists each item, the in-house price in place of the plain one', async () => {
    const personalization = {
      ...{ type: 700, id: 'p-1' },
      lines: [{ elementName: 'Text1', text: 'ABC', textColor: 'Navy', font: 'Block' }],
    }
    const inHousePersonalization = { pricingDto: { formattedTotalPrice: '$40.00' } }
    const towel = { sku: 102, name: 'Towel', quantity: 3, formattedPrice: '$30.00', imagePath: '/pictures/towel.svg' }
    const items = [addedItem(), addedItem({ ...towel, personalization, inHousePersonalization })]
    await open({ [addPath]: () => added(items) })
    press()
    await screen.findByRole('link', { name: 'View Registry' })
    const [first, second] = screen.getAllByRole('listitem')
    for (const text of ['Oak Table, Oat', 'SKU 101', 'Qty 2', '$129.99']) expect(first?.textContent).toContain(text)
    for (const text of ['Towel', 'SKU 102', 'Qty 3', '$40.00', 'ABC']) expect(second?.textContent).toContain(text)
    expect(second?.textContent).not.toContain('$30.00')
    expect(first?.dataset).toMatchObject({ grId: '123', registryType: 'br' })
    expect(second?.querySelector('img')?.getAttribute('src')).toBe('/pictures/towel.svg')
  })
})

describe('REG-10, REG-27, OPEN-102, ERR-31: a failure', () => {
  test.each([
    ['isSuccess false', () => ({ isSuccess: false, errorMessage: 'Not this one.', items: [] }), 'Not this one.'],
    ['HTTP 500', () => new Response('', { status: 500 }), 'Something went wrong. Please try again.'],
  ] as const)(
    '%s: the message shows, it is logged, the button can be pressed, no confirmation',
    async (_n, answer, text) => {
      const server = await open({ [addPath]: answer })
      press()
      const popup = within(await screen.findByRole('dialog', { name: "We're Sorry." }))
      expect(popup.getByText(text)).toBeTruthy()
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add to Registry' })).toBeNull())
      expect(screen.queryByRole('link', { name: 'View Registry' })).toBeNull()
      expect(server.count('/Checkout/Log')).toBe(1)
      fireEvent.click(popup.getByRole('button', { name: 'OK' }))
      await waitFor(() => expect(isDisabled()).toBe(false))
      expect(screen.queryByRole('link', { name: /in your registry/ })).toBeNull()
    },
  )

  test('a network failure, also after the retries, is told', async () => {
    vi.useFakeTimers()
    const server = await open({ [addPath]: () => networkFailure })
    press()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.getByRole('dialog', { name: "We're Sorry." })).toBeTruthy()
    expect([server.count(addPath), server.count('/Checkout/Log')]).toEqual([3, 1])
    expect(isDisabled()).toBe(false)
  })
})

describe('the button', () => {
  test('REG-22: it is disabled between click and response, and a second click makes no call', async () => {
    const held = heldAnswer()
    const server = await open({ [listPath]: held.answer })
    press()
    await waitFor(() => expect(isDisabled()).toBe(true))
    press()
    held.release(registryList([wedding]))
    await screen.findByRole('link', { name: 'View Registry' })
    expect([server.count(listPath), server.count(addPath)]).toEqual([1, 1])
  })

  test.each([
    ['REG-23: not a stock sku', { item: { ...item, isStockSku: false } }],
    ['REG-24: made to order', { item: { ...item, propertyCodes: [300] } }],
    ['REG-25: an invalid personalization', { isPersonalized: true, isPersonalizationValid: false }],
  ])('%s disables it', async (_name, props) => {
    await open({}, props)
    expect(isDisabled()).toBe(true)
  })

  test('PDP-02, CONST-12, REG-26: on the shop bar it says ADDED for 3000 ms, then its label, with the link beside it', async () => {
    vi.useFakeTimers()
    await open({ [listPath]: () => registryList([wedding], { quantityInRegistry: 3 }) })
    press()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('button', { name: 'ADDED' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2_999))
    expect(screen.getByRole('button', { name: 'ADDED' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(isDisabled()).toBe(false)
    expect(screen.getByRole('link', { name: '5 in your registry' })).toBeTruthy()
  })

  test('REG-26, ROUTE-15: everywhere else the link takes its place; it opens the list in a new window', async () => {
    await open({}, { place: 'elsewhere' })
    press()
    const link = await screen.findByRole('link', { name: '2 in your registry' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/gift-registry/registrant-list',
      '_blank',
    ])
    expect(screen.queryByRole('button', { name: /add to registry|added/i })).toBeNull()
  })
})

describe('PDP-01: on the product page', () => {
  const openProduct = async (sku = aSku()) => {
    const server = fakeServer({
      '/ReactCart/GetAvailability': () => ({ sku: 101, shipStatus: 1, pickupStatus: 1, message: 'Arrives', parts: [] }),
      [listPath]: () => registryList([wedding]),
      [addPath]: () => added(),
    })
    await renderPage(aState({ name: 'product', product: aProduct({ skus: [sku] }) }, '/product/101'))
    return server
  }

  test('PDP-01, REG-05: quantity, add to cart and add to registry stand together; the chosen quantity is added', async () => {
    const server = await openProduct()
    expect(screen.getAllByRole('button', { name: 'Add to Cart' }).length).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('button', { name: 'Increase Quantity' }))
    press()
    await screen.findByRole('link', { name: 'View Registry' })
    expect(server.bodies(addPath)).toEqual([{ items: [{ Sku: 101, Quantity: 2, GrId: 123 }] }])
  })

  test('REG-24: a piece made to order has it disabled', async () => {
    await openProduct(aSku({ propertyCodes: [400] }))
    expect(isDisabled()).toBe(true)
  })

  test('what is no longer available has none', async () => {
    await openProduct(aSku({ isNla: true, availability: 3 }))
    expect(screen.queryByRole('button', { name: 'Add to Registry' })).toBeNull()
  })
})
