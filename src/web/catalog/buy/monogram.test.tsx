import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { highlightOf, isAddToCartDisabled } from '#domain/personalization/preview.ts'
import { previewDelayMs } from '#domain/timing.ts'
import { addedReply, availabilityReply, loadAdding } from '#test/web/added.ts'
import { type Answer, fakeServer, heldAnswer } from '#test/web/fake-server.ts'
import { fieldErrors } from '#test/web/field-errors.ts'
import { aFrame, aProduct, aSku, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const renderPath = '/personalization/render'
const savePath = '/personalization/design/save'
const listPath = '/ReactRegistry/GetRegistryList'
const registryPath = '/ReactRegistry/AddItems'
const cartPath = '/ReactCart/AddItems'
const picture = '/personalization/image/0123456789abcdef0123456789abcdef.svg'

const noError = { businessErrorCode: '', businessErrorDescription: '', profaneTexts: [] as string[] }
const good = { hasError: false, error: noError, imageUrl: picture }
const bad = (businessErrorCode: string, profaneTexts: string[] = []) => ({
  hasError: true,
  error: { businessErrorCode, businessErrorDescription: 'Not like that.', profaneTexts },
  imageUrl: '',
})
const registry = {
  ...{ id: 123, eventType: 'Wedding', shortEventDate: 'Jun 12, 2027', registryOwnernsName: 'Ann Bell' },
  ...{ listType: 1, registryType: 'br' },
}
const registryList = {
  ...{ registryCount: 1, isLoggedIn: true, isRegistrantMode: false, isInteractiveChecklistEnabled: true },
  ...{ quantityInRegistry: 0, giftRegistries: [registry] },
}
const saved = {
  isSuccess: true,
  errorMessage: '',
  personalizationUuid: 'd-1',
  pricingDto: { formattedTotalPrice: '$1' },
}

const line = (elementName: string, maxLength = 3) => ({
  elementName,
  font: 'Serif',
  textColor: 'Navy',
  fontAttributes: { validationRegEx: '^[A-Z]*$', minLength: 2, maxLength },
})
type Setting = { readonly lines?: number; readonly isSignedIn?: boolean; readonly type?: 100 | 700 }

async function open({ lines = 1, isSignedIn = true, type = 700 }: Setting = {}, answer: Answer = () => good) {
  const server = fakeServer({
    '/ReactCart/GetAvailability': () => availabilityReply(),
    '/recommendation/index': () => ({ items: [], title: '' }),
    [renderPath]: answer,
    [savePath]: () => saved,
    [cartPath]: () => addedReply(),
    [listPath]: () => registryList,
    [registryPath]: () => ({ isSuccess: true, errorMessage: '', items: [] }),
  })
  const template = { type, templateName: 'monogram', locationName: 'Corner', fee: 0 }
  const own = { ...template, lines: ['Text1', 'Text2', 'Text3'].slice(0, lines).map((name) => line(name)) }
  const sku = aSku({ personalization: own, personalizationType: type })
  const state = aState({ name: 'product', product: aProduct({ skus: [sku] }) }, '/product/101', aFrame({ isSignedIn }))
  const page = await renderPage(state)
  fireEvent.click(screen.getByRole('button', { name: /^Personalize it/ }))
  const popup = within(await screen.findByRole('dialog', { name: 'Personalize it' }))
  const image = () => popup.getByRole('img').getAttribute('src')
  return { server, popup, image, first: image(), ...page }
}
type Popup = Awaited<ReturnType<typeof open>>['popup']
const labelOf = (at: number, count: number) => (count === 1 ? 'Your text' : `Line ${at}`)
const write = (popup: Popup, text: string, at = 1, count = 1) =>
  fireEvent.change(popup.getByLabelText(labelOf(at, count)), { target: { value: text } })
const rest = () => act(() => vi.advanceTimersByTimeAsync(previewDelayMs))
const shut = (popup: Popup) => popup.getByRole<HTMLButtonElement>('button', { name: /^Accept/ }).disabled

beforeAll(() => loadAdding('monogram', 'confirmTerms', 'addToRegistry', 'genericError', 'addedSlideDown'))
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  window.history.replaceState(null, '', '/product/101')
})
afterEach(() => {
  vi.useRealTimers()
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads it so
  document.cookie = 'account=; max-age=0; path=/'
  window.history.replaceState(null, '', '/')
})

describe('the preview', () => {
  test('PERS-08: one line that fails its pattern: 0 calls', async () => {
    const { server, popup } = await open({ lines: 3 })
    write(popup, 'AB', 1, 3)
    write(popup, 'a1', 2, 3)
    await rest()
    expect(server.count(renderPath)).toBe(0)
  })

  test('SAFE-30, SAFE-33: a card number is told at its line, what was typed stays, and nothing can be added', async () => {
    const refused = { isSuccess: false, errorMessage: 'Card numbers are not accepted here.', field: 'text' }
    const { server, popup } = await open({ lines: 3 }, () => Response.json(refused, { status: 400 }))
    write(popup, 'AB', 1, 3)
    write(popup, 'CDE', 2, 3)
    await rest()
    const [first, second] = [1, 2].map((at) => popup.getByLabelText<HTMLInputElement>(labelOf(at, 3)))
    // of lines with equally many digits the first is meant
    await waitFor(() => expect(first?.getAttribute('aria-invalid')).toBe('true'))
    expect(fieldErrors()).toEqual([expect.stringContaining(refused.errorMessage)])
    expect([first?.value, second?.value, shut(popup)]).toEqual(['AB', 'CDE', true])
    expect(server.count(savePath)).toBe(0)
  })

  test('PERS-08: all lines empty, or of blanks: 0 calls', async () => {
    const { server, popup } = await open({ lines: 3 })
    write(popup, ' ', 1, 3)
    write(popup, '', 1, 3)
    await rest()
    expect(server.count(renderPath)).toBe(0)
  })

  test('PERS-08, OPEN-104: one text of three: 1 call when the typing rests, with all lines', async () => {
    const { server, popup, image } = await open({ lines: 3 })
    write(popup, 'A', 2, 3)
    write(popup, 'AB', 2, 3)
    await rest()
    expect(server.bodies(renderPath)).toEqual([
      {
        sku: 101,
        templateName: 'monogram',
        lines: ['', 'AB', ''].map((text, at) => {
          return { elementName: `Text${at + 1}`, text, textcolor: 'Navy', font: 'Serif' }
        }),
      },
    ])
    await waitFor(() => expect(image()).toBe(picture))
    expect(popup.getByRole('img', { name: /with AB$/ })).toBeTruthy()
  })

  test('PERS-09: type, see the picture, delete: the first image is back, 0 further calls', async () => {
    const { server, popup, image, first } = await open()
    write(popup, 'AB')
    await rest()
    await waitFor(() => expect(image()).toBe(picture))
    write(popup, '')
    await rest()
    expect(image()).toBe(first)
    expect(server.count(renderPath)).toBe(1)
  })

  test('an answer that comes after another letter was typed is not shown', async () => {
    const held = heldAnswer()
    const { server, popup, image, first } = await open({}, held.answer)
    write(popup, 'AB')
    await rest()
    await waitFor(() => expect(server.count(renderPath)).toBe(1))
    write(popup, 'ABCD')
    held.release(good)
    await rest()
    expect(image()).toBe(first)
  })

  test('a preview that cannot be had stands in nobody’s way', async () => {
    const { popup, image, first } = await open({}, () => new Response('', { status: 500 }))
    write(popup, 'AB')
    await rest()
    expect(image()).toBe(first)
    expect(shut(popup)).toBe(false)
  })
})

describe('what an error of the preview marks', () => {
  const marks = (popup: Popup) => ({
    legend: popup.getByText('Your words').hasAttribute('data-error'),
    summary: popup.getByText('Personalization').closest('dl')?.hasAttribute('data-error'),
    lines: [1, 2, 3].filter((at) => popup.getByLabelText(`Line ${at}`).getAttribute('aria-invalid') === 'true'),
  })
  async function marked(reply: object) {
    const { popup } = await open({ lines: 3 }, () => reply)
    write(popup, 'AB', 1, 3)
    write(popup, 'CD', 2, 3)
    await rest()
    await waitFor(() => expect(popup.getAllByText('Not like that.').length).toBe(1))
    expect(shut(popup)).toBe(true)
    return marks(popup)
  }
  const nothing = { legend: false, summary: false, lines: [] as number[] }

  test.each(['E1001', 'E1002', 'E1003'])('PERS-16: %s the legend', async (code) => {
    expect(await marked(bad(code))).toEqual({ ...nothing, legend: true })
  })

  test('PERS-17: E2001 the summary, neither legend nor lines', async () => {
    expect(await marked(bad('E2001'))).toEqual({ ...nothing, summary: true })
  })

  test('PERS-18: E3001 the second of three lines, whose text is profane', async () => {
    expect(await marked(bad('E3001', ['CD']))).toEqual({ ...nothing, lines: [2] })
  })

  test('PERS-19, OPEN-105: any other code the line with elementName Text1', async () => {
    expect(await marked(bad('X'))).toEqual({ ...nothing, lines: [1] })
    expect(
      highlightOf({ businessErrorCode: 'X', profaneTexts: [] }, [{ elementName: 'Text1', text: '' }]).lines,
    ).toEqual(['Text1'])
  })

  test('typing takes the mark away', async () => {
    const { popup } = await open({ lines: 3 }, () => bad('E2001'))
    write(popup, 'AB', 1, 3)
    await rest()
    await popup.findByText('Not like that.')
    write(popup, 'ABC', 1, 3)
    expect(popup.queryByText('Not like that.')).toBeNull()
  })
})

describe('adding', () => {
  test.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])('PERS-20: personalized %s, disabled by errors %s: shut %s', (isPersonalized, isAddToCartDisabled_, isShut) => {
    const errorDetails = { isAddToCartDisabled: isAddToCartDisabled_ }
    expect(isAddToCartDisabled({ isPersonalized, errorDetails })).toBe(isShut)
  })

  test('PERS-15, PERS-20: open at first, shut for a text too short or over its limit, open for a right one', async () => {
    const { popup } = await open()
    expect(shut(popup)).toBe(false)
    write(popup, 'A')
    expect([shut(popup), popup.queryByRole('alert')]).toEqual([true, null])
    write(popup, 'ABCD')
    expect(shut(popup)).toBe(true)
    write(popup, 'AB')
    expect(shut(popup)).toBe(false)
  })

  test('OPEN-106, PERS-11, PERS-12: type and delete: one line and several ask for words in their own way', async () => {
    const { popup } = await open()
    write(popup, 'AB')
    write(popup, '')
    expect(popup.getByText('Please enter text')).toBeTruthy()
    expect(shut(popup)).toBe(true)
  })

  test('OPEN-106, PERS-12: of three lines', async () => {
    const { popup } = await open({ lines: 3 })
    write(popup, 'AB', 2, 3)
    write(popup, '', 2, 3)
    expect(popup.getByText('Please enter at least one line of text')).toBeTruthy()
  })
})

test('SAFE-43: a full cart is said above the words, which stay as they were typed', async () => {
  const { server, popup } = await open({ lines: 2 })
  const text = 'Your cart is full: it holds at most 200 different items.'
  server.on(cartPath, () => ({ ...addedReply(), isSuccess: false, errorMessage: text }))
  write(popup, 'AB', 1, 2)
  write(popup, 'CD', 2, 2)
  await rest()
  fireEvent.click(popup.getByRole('button', { name: /^Accept/ }))
  await screen.findByText(text)
  const words = [1, 2].map((at) => popup.getByLabelText<HTMLInputElement>(labelOf(at, 2)).value)
  expect(words).toEqual(['AB', 'CD'])
  await waitFor(() => expect(shut(popup)).toBe(false))
})

describe('into a registry', () => {
  const toRegistry = (popup: Popup) => fireEvent.click(popup.getByRole('button', { name: 'Add to Registry' }))
  const calls = (server: ReturnType<typeof fakeServer>) =>
    server.paths().filter((path) => [savePath, listPath, registryPath, cartPath].includes(path))
  const terms = () => screen.findByRole('dialog', { name: 'Before it goes into a registry' })

  test('REG-18, REG-21: the design is saved first, its id is sent as PersonalizationId; the cart stays closed', async () => {
    const { server, popup, browser } = await open()
    write(popup, 'AB')
    toRegistry(popup)
    await waitFor(() => expect(server.count(registryPath)).toBe(1))
    expect(calls(server)).toEqual([savePath, listPath, registryPath])
    expect(server.bodies(savePath)).toMatchObject([{ orderType: 'registry', design: { sku: 101 } }])
    expect(server.bodies(registryPath)).toEqual([
      { items: [{ Sku: 101, Quantity: 1, GrId: 123, PersonalizationId: 'd-1' }] },
    ])
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(browser.left).toEqual([])
  })

  test('REG-21: the same piece into the cart opens the cart after 300 ms', async () => {
    const { server, popup, browser } = await open()
    write(popup, 'AB')
    fireEvent.click(popup.getByRole('button', { name: /^Accept/ }))
    await waitFor(() => expect(server.count(cartPath)).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(300))
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
  })

  test('REG-19, REG-28: a guest sees the terms before any call; close makes none', async () => {
    const { server, popup, browser } = await open({ isSignedIn: false })
    write(popup, 'AB')
    toRegistry(popup)
    const dialog = within(await terms())
    expect(dialog.getByRole('list').children.length).toBeGreaterThan(0)
    expect(dialog.getByRole('button', { name: 'Accept Terms' })).toBeTruthy()
    expect(calls(server)).toEqual([])
    fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Before it goes into a registry' })).toBeNull())
    expect([calls(server), browser.left]).toEqual([[], []])
  })

  test('REG-28: the popup of a personalized piece for the cart has terms, accept and close; close makes 0 calls', async () => {
    const { server, popup } = await open()
    expect(popup.getByRole('region', { name: 'Terms of this order' })).toBeTruthy()
    expect(popup.getByRole('button', { name: /^Accept/ })).toBeTruthy()
    fireEvent.click(popup.getAllByRole('button', { name: 'Close' }).at(-1)!)
    await rest()
    expect([...calls(server), ...server.paths().filter((path) => path === renderPath)]).toEqual([])
  })

  test('REG-20, OPEN-09: accepted with the cookie of an account it goes on, the login check after it', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server sets it so
    document.cookie = 'account=1; path=/'
    const { server, popup } = await open({ isSignedIn: false })
    write(popup, 'AB')
    toRegistry(popup)
    fireEvent.click(within(await terms()).getByRole('button', { name: 'Accept Terms' }))
    await waitFor(() => expect(server.count(registryPath)).toBe(1))
    expect(calls(server)).toEqual([savePath, listPath, registryPath])
  })

  test('REG-20: without it the popup closes and sign-in starts', async () => {
    const { server, popup, browser } = await open({ isSignedIn: false })
    write(popup, 'AB')
    toRegistry(popup)
    fireEvent.click(within(await terms()).getByRole('button', { name: 'Accept Terms' }))
    await waitFor(() => expect(browser.left).toEqual(['/account/login?returnUrl=%2Fproduct%2F101']))
    expect(calls(server)).toEqual([])
  })

  test('a piece that is not made in our house goes into no registry', async () => {
    const { popup } = await open({ type: 100 })
    expect(popup.queryByRole('button', { name: 'Add to Registry' })).toBeNull()
  })
})
