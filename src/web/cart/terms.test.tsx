import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ProductSku } from '#contracts/pages.ts'
import { addedReply, availabilityReply, loadAdding } from '#test/web/added.ts'
import { type Answer, fakeServer } from '#test/web/fake-server.ts'
import { aProduct, aSku, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const addPath = '/ReactCart/AddItems'
const termsPath = '/ReactCart/GetCustomOrderConfirmation'
const savePath = '/personalization/design/save'

const confirmation = {
  hasCustomOrderConfirmation: true,
  title: 'Made for you',
  message: 'Please read this.',
  terms: ['Making takes six weeks.', 'It cannot be returned.'],
  sku: 101,
  name: 'Oak Table, Oat',
  imagePath: '/pictures/table.svg',
  formattedPrice: '$129.99',
}
const noConfirmation = { ...confirmation, hasCustomOrderConfirmation: false, title: '', message: '', terms: [] }

async function openProduct(sku: Partial<ProductSku>, answers: { readonly [path: string]: Answer } = {}) {
  const server = fakeServer({
    '/ReactCart/GetAvailability': () => availabilityReply(),
    '/recommendation/index': () => ({ items: [], title: '' }),
    [addPath]: () => addedReply(),
    [termsPath]: () => confirmation,
    ...answers,
  })
  const product = aProduct({ skus: [aSku(sku)] })
  const page = await renderPage(aState({ name: 'product', product }, '/product/101'))
  return { server, ...page }
}

const custom = { hasCustomOrderConfirmation: true }
const add = () => fireEvent.click(screen.getAllByRole('button', { name: 'Add to Cart' })[0]!)
const accept = () => fireEvent.click(screen.getByRole('button', { name: /^Accept/ }))

beforeAll(() => loadAdding('customOrder', 'monogram', 'addedSlideDown', 'genericError'))
afterEach(() => vi.useRealTimers())

describe('a custom order', () => {
  test('ATC-07, ATC-08, CALL-17: its confirmation is fetched first; nothing is added before its terms are accepted, once after', async () => {
    const { server } = await openProduct(custom)
    add()
    await screen.findByRole('dialog', { name: 'Made for you' })
    const asked = server.seen.find(({ path }) => path === termsPath)
    expect([asked?.method, asked?.query]).toEqual(['GET', '?sku=101&optionChoiceParameter=color%3Aoat'])
    expect(server.count(addPath)).toBe(0)
    accept()
    await waitFor(() => expect(server.count(addPath)).toBe(1))
    expect(server.bodies(addPath)).toMatchObject([{ items: [{ Sku: 101, OptionChoiceParameter: 'color:oat' }] }])
  })

  test('ATC-13: the popup shows the piece and its terms; its close button adds nothing', async () => {
    const { server, browser } = await openProduct(custom)
    add()
    const dialog = within(await screen.findByRole('dialog', { name: 'Made for you' }))
    for (const text of ['Please read this.', ...confirmation.terms, 'Oak Table, Oat', '$129.99']) dialog.getByText(text)
    dialog.getByRole('button', { name: /^Accept/ })
    const [cross, word] = dialog.getAllByRole('button', { name: 'Close' })
    expect([cross?.tagName, word?.textContent]).toEqual(['BUTTON', 'Close'])
    fireEvent.click(word!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.count(addPath)).toBe(0)
    expect(browser.left).toEqual([])
  })

  test('ATC-14, CONST-26: after the terms the popup fades; not at 299 ms but at 300 ms the cart opens', async () => {
    const { browser } = await openProduct(custom)
    add()
    await screen.findByRole('dialog', { name: 'Made for you' })
    vi.useFakeTimers()
    accept()
    await act(() => vi.advanceTimersByTimeAsync(0))
    await act(() => vi.advanceTimersByTimeAsync(299))
    expect(browser.left).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(browser.left).toEqual(['/checkout/cart'])
  })

  test('ATC-32: when the add is refused the reason shows over the terms, and they can be accepted again', async () => {
    const refused = { ...addedReply(), isSuccess: false, errorMessage: 'Only 2 left.' }
    const { server, browser } = await openProduct(custom, { [addPath]: () => refused })
    add()
    await screen.findByRole('dialog', { name: 'Made for you' })
    accept()
    await screen.findByText('Only 2 left.')
    fireEvent.click(screen.getByRole('button', { name: /^Accept/, hidden: true }))
    await waitFor(() => expect(server.count(addPath)).toBe(2))
    expect(browser.left).toEqual([])
  })

  test('ATC-09: when there is none after all, it is added at once and the layer opens', async () => {
    const { server } = await openProduct(custom, { [termsPath]: () => noConfirmation })
    add()
    await screen.findByRole('dialog', { name: '1 item(s) added to your cart' })
    expect([server.count(termsPath), server.count(addPath)]).toEqual([1, 1])
  })

  test('ATC-10: without custom confirmation nothing is asked', async () => {
    const { server } = await openProduct({})
    add()
    await screen.findByRole('dialog', { name: '1 item(s) added to your cart' })
    expect([server.count(termsPath), server.count(addPath)]).toEqual([0, 1])
  })

  test('ATC-08: a confirmation that cannot be had adds nothing, and says so', async () => {
    const { server } = await openProduct(custom, { [termsPath]: () => new Response('', { status: 500 }) })
    add()
    await screen.findByText('Something went wrong. Please try again.')
    expect(server.count(addPath)).toBe(0)
  })
})

describe('a personalized piece', () => {
  const line = (elementName: string, maxLength: number) => ({
    elementName,
    font: 'Serif',
    textColor: 'Navy',
    fontAttributes: { validationRegEx: '^[A-Z]*$', minLength: 1, maxLength },
  })
  const template = (type: 100 | 700, lines = [line('Text1', 3)]) => ({
    personalization: { type, templateName: 'monogram', locationName: 'Corner', fee: 1_200, lines },
    personalizationType: type,
  })
  const saved = {
    isSuccess: true,
    errorMessage: '',
    personalizationUuid: 'd-1',
    pricingDto: { formattedTotalPrice: '$141.99' },
  }
  const open = async (type: 100 | 700, lines?: ReturnType<typeof line>[]) => {
    const opened = await openProduct(template(type, lines), { [savePath]: () => saved })
    fireEvent.click(screen.getByRole('button', { name: 'Personalize it, $12.00' }))
    await screen.findByRole('dialog', { name: 'Personalize it' })
    return opened
  }
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

  test('ATC-11, PERS-05, DATA-22: in-house: the design is saved first, its id is sent as PersonalizationId', async () => {
    const { server, browser } = await open(700)
    type('Your text', 'ANN')
    accept()
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
    expect(server.paths().filter((path) => path === savePath || path === addPath)).toEqual([savePath, addPath])
    expect(server.bodies(savePath)).toEqual([
      {
        quantity: 1,
        orderType: 'cart',
        profileGuid: '',
        design: {
          templateName: 'monogram',
          sku: 101,
          locationName: 'Corner',
          personalization: [{ elementName: 'Text1', text: 'ANN', textcolor: 'Navy', font: 'Serif' }],
        },
      },
    ])
    expect(server.bodies(addPath)).toMatchObject([
      { items: [{ IsPersonalized: true, PersonalizationId: 'd-1', PersonalizationText: '' }] },
    ])
  })

  test('ATC-13, PERS-22: legacy: the terms show, and its words are sent as they are, without a saved design', async () => {
    const { server, browser } = await open(100)
    screen.getByText(/cannot be returned or exchanged/)
    type('Your text', 'AB')
    accept()
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
    expect(server.count(savePath)).toBe(0)
    expect(server.bodies(addPath)).toMatchObject([
      { items: [{ IsPersonalized: true, PersonalizationId: '', PersonalizationText: 'AB' }] },
    ])
  })

  test('ATC-12, PERS-11: without any text nothing is sent and one is asked for', async () => {
    const { server } = await open(100)
    accept()
    await screen.findByText('Please enter text')
    expect([server.count(savePath), server.count(addPath)]).toEqual([0, 0])
  })

  test('ATC-12, PERS-12: of several lines one is enough, none is not', async () => {
    const { server } = await open(100, [line('Text1', 3), line('Text2', 10)])
    accept()
    await screen.findByText('Please enter at least one line of text')
    type('Line 2', 'B')
    accept()
    await waitFor(() => expect(server.bodies(addPath)).toMatchObject([{ items: [{ PersonalizationText: '\nB' }] }]))
  })

  test.each([
    ['PERS-13', 'a1', 'Your message contains invalid characters'],
    ['PERS-14', 'ABCD', 'Your message is over the character limit'],
  ])('PERS-13, PERS-14: %s: %j', async (_row, text, sentence) => {
    const { server } = await open(700)
    type('Your text', text)
    fireEvent.blur(screen.getByLabelText('Your text'))
    await screen.findByText(sentence)
    accept()
    expect(server.count(savePath)).toBe(0)
  })

  test('PERS-13: a line of capitals says so, and takes small letters as the capitals that are meant', async () => {
    const { server } = await open(700)
    type('Your text', 'ab')
    const field = screen.getByLabelText<HTMLInputElement>('Your text')
    expect(field.value).toBe('AB')
    expect(field.getAttribute('aria-describedby')).not.toBeNull()
    screen.getByText(/^Up to 3 capital letters, /)
    accept()
    await waitFor(() =>
      expect(server.bodies(savePath)).toMatchObject([{ design: { personalization: [{ text: 'AB' }] } }]),
    )
  })

  test('PERS-23: each line has its own maximum length, and none is cut', async () => {
    const { server } = await open(700, [line('Text1', 3), line('Text2', 10)])
    for (const label of ['Line 1', 'Line 2']) {
      type(label, 'ABCD')
      fireEvent.blur(screen.getByLabelText(label))
    }
    const fault = await screen.findByText('Your message is over the character limit')
    const fields = ['Line 1', 'Line 2'].map((label) => screen.getByLabelText<HTMLInputElement>(label))
    expect(fields.map(({ value, maxLength }) => [value, maxLength])).toEqual([
      ['ABCD', -1],
      ['ABCD', -1],
    ])
    expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', null])
    expect(fields[0]?.getAttribute('aria-describedby')).toContain(fault.closest('p')?.id)
    accept()
    expect([server.count(savePath), server.count(addPath)]).toEqual([0, 0])
    type('Line 1', 'ABC')
    accept()
    await waitFor(() => expect(server.count(savePath)).toBe(1))
  })

  const refused = { isSuccess: false, errorMessage: 'Please check the text.' }
  test.each([
    ['by its answer', () => ({ ...saved, ...refused })],
    ['for a card number', () => Response.json({ ...refused, field: 'text' }, { status: 400 })],
  ])(
    'ATC-13: a design that is refused %s tells why at its field; the popup stays with the words',
    async (_, answer) => {
      const { server } = await open(700)
      server.on(savePath, answer)
      type('Your text', 'ANN')
      accept()
      const told = await screen.findByText('Please check the text.')
      expect(server.count(addPath)).toBe(0)
      const field = screen.getByLabelText<HTMLInputElement>('Your text')
      expect([field.value, field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['ANN', 'true', field])
      expect(field.getAttribute('aria-describedby')).toContain(told.closest('p')?.id)
      expect(screen.getAllByRole('dialog')).toHaveLength(1)
      type('Your text', 'ANA')
      expect(screen.queryByText('Please check the text.')).toBeNull()
    },
  )
})
