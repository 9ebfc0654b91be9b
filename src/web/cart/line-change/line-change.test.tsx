import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ItemChoices } from '#contracts/cart/line-change-calls.ts'
import type { CartReply } from '#contracts/pages.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import '#test/web/dialog.ts'

// fetched on first use: not in the time of a test
beforeAll(() =>
  Promise.all([
    import('./change-line.ts'),
    import('#web/cart/layers/change-item.tsx'),
    import('#web/catalog/layers/custom-order.tsx'),
    import('#web/catalog/layers/monogram.tsx'),
    import('#web/ui/panels/removed-row.tsx'),
  ]),
)

const paths = {
  cart: '/ReactCart/GetCartJsx',
  choices: '/ReactCart/GetItemChoices',
  change: '/ReactCart/ChangeItem',
  words: '/ReactCart/ChangePersonalization',
  install: '/ReactCart/AddInstallationService',
  undo: '/ReactCart/UndoItemChange',
} as const

const piece: ItemChoices['pieces'][number] = {
  ...{ sku: 101, name: 'Oak Table, Oat', optionChoice: 'color:oat', imagePath: '/pictures/table.svg', quantity: 3 },
  ...{ currentPrice: 12_999, regularPrice: 12_999, message: 'Arrives by Wed, Nov 25', problem: '' },
  ...{ losses: [], hasCustomOrderConfirmation: false },
}
const smoke = { ...piece, sku: 102, name: 'Oak Table, Smoke', optionChoice: 'color:smoke', currentPrice: 13_999 }
const values = ['Oat', 'Smoke', 'Red'].map((name) => ({ value: name.toLowerCase(), name, color: '#aa8855' }))
const options = [{ code: 'color', name: 'Color', values }]
const oat = aLine({ title: 'Oak Table, Oat', quantity: 3 })
const done = () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] })

async function openCart(lines: CartReply['lineItems'], pieces: ItemChoices['pieces'] = [piece, smoke]) {
  const server = fakeServer({
    [paths.choices]: () => ({ lineItemId: 'line-1', options, pieces, personalization: null }),
    [paths.cart]: () => aCart(lines, { basketVersion: 2 }),
  })
  for (const path of [paths.change, paths.words, paths.install, paths.undo]) server.on(path, done)
  await renderPage(aState({ name: 'cart', cart: aCart(lines) }, '/checkout/cart'))
  const shows = (next: CartReply['lineItems'], basketVersion: number) =>
    server.on(paths.cart, () => aCart(next, { basketVersion }))
  return { server, shows }
}

const opener = () => screen.getByRole('link', { name: 'Change color of Oak Table, Oat' })
async function openLayer() {
  const link = opener()
  link.focus()
  fireEvent.click(link)
  return within(await screen.findByRole('dialog', { name: 'Change color' }))
}
type Layer = Awaited<ReturnType<typeof openLayer>>
const choose = (layer: Layer, name: string) => fireEvent.click(layer.getByRole('link', { name }))
const apply = (layer: Layer) => layer.getByRole<HTMLButtonElement>('button', { name: 'Change' })

describe('CALM-12: another colour or size from the cart', () => {
  test('CALM-12: price and date stand there before it is applied; it is sent once, told, and can be undone', async () => {
    const { server, shows } = await openCart([oat])
    const layer = await openLayer()
    expect(apply(layer).disabled).toBe(true)
    choose(layer, 'Smoke')
    const facts = layer.getByText('Oak Table, Smoke').closest('[role=status]')
    expect(facts?.textContent).toBe('Oak Table, Smoke$139.99 each, $10.00 moreArrives by Wed, Nov 25')
    expect(server.count(paths.change)).toBe(0)
    const changed = aLine({ sku: 102, title: 'Oak Table, Smoke', quantity: 3 })
    shows([changed], 2)
    fireEvent.click(apply(layer))
    await screen.findByText('Oak Table, Oat is now Oak Table, Smoke. It can be undone.')
    expect(server.bodies(paths.change)).toEqual([{ lineItemId: 'line-1', sku: 102, quantity: 3 }])
    expect(server.count(paths.cart)).toBe(1)
    const back = await screen.findByRole('link', { name: 'Change color of Oak Table, Smoke' })
    await waitFor(() => expect(document.activeElement).toBe(back))
    shows([oat], 3)
    const undo = await screen.findByRole('button', { name: 'Undo the change of Oak Table, Oat' })
    undo.focus()
    fireEvent.click(undo)
    await screen.findByText('Oak Table, Oat is as it was.')
    expect(server.bodies(paths.undo)).toEqual([{ lineItemId: 'line-1' }])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Oak Table, Oat'))
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  test.each<[string, Partial<ItemChoices['pieces'][number]>, readonly string[]]>([
    ['words', { losses: ['words'] }, ['Your words cannot be put on this one. They are taken off.']],
    [
      'an installation',
      { losses: ['installation'] },
      ['Installation is not offered for this one. It is taken off ($99.00).'],
    ],
    [
      'a gift',
      { losses: ['registry'] },
      ['The registry of Ann & Ben does not ask for this one. It is then no longer a gift from it.'],
    ],
    ['fewer pieces', { quantity: 2 }, ['Only 2 left: your 3 become 2.']],
    ['nothing', {}, []],
  ])('CALM-12: what would go is said before: %s', async (_, of, texts) => {
    await openCart(
      [{ ...oat, giftFor: 'Ann & Ben', grId: 7, isInstallationServiceRequired: true, installationServiceFee: 9_900 }],
      [piece, { ...smoke, ...of }],
    )
    const layer = await openLayer()
    choose(layer, 'Smoke')
    const told = [...(layer.getByText('Oak Table, Smoke').parentElement?.children ?? [])].slice(3)
    expect(told.map((one) => one.textContent)).toEqual(texts)
    expect(apply(layer).disabled).toBe(false)
  })

  test('CALM-12: one that cannot be chosen says why, and cannot be applied', async () => {
    const problem = 'Not available for this ZIP code'
    await openCart([oat], [piece, { ...smoke, problem, message: '' }])
    const layer = await openLayer()
    choose(layer, 'Smoke')
    layer.getByText(problem)
    expect(apply(layer).disabled).toBe(true)
  })

  test.each([
    ['comes in nothing else', { isOnlyPiece: true as const }, 0],
    ['comes in others', {}, 1],
  ])('CALM-12: a piece of a product that %s', async (_, of, count) => {
    await openCart([{ ...oat, ...of }])
    expect(screen.queryAllByRole('link', { name: /^Change color/ })).toHaveLength(count)
  })

  test.each([
    ['color', () => fireEvent.click(opener())],
    ['words', () => fireEvent.click(screen.getByRole('button', { name: 'Change words of Oak Table, Oat' }))],
  ])(
    'CALM-12: a line that another tab took out is not called one that comes in nothing else, and the cart goes on without it: its %s',
    async (_, press) => {
      const chair = aLine({ id: 'line-2', sku: 102, title: 'Ash Chair' })
      const { shows } = await openCart([{ ...oat, isPersonalizable: true, isPersonalized: true }, chair], [])
      shows([chair], 2)
      press()
      const popup = within(await screen.findByRole('dialog'))
      popup.getByText(/^Oak Table, Oat is no longer in your cart\./)
      expect(screen.queryByText(/comes in nothing else/)).toBeNull()
      expect(screen.queryByRole('heading', { name: 'Oak Table, Oat', hidden: true })).toBeNull()
      const [close] = popup.getAllByRole('button')
      fireEvent.click(close!)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      screen.getByRole('heading', { name: 'Ash Chair' })
      await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    },
  )

  test('CALM-12: where nothing else is sold now, that is said', async () => {
    await openCart([oat], [piece])
    const layer = await openLayer()
    layer.getByText('It comes in nothing else right now.')
    expect(apply(layer).disabled).toBe(true)
    fireEvent.click(layer.getByRole('button', { name: 'Leave as it is' }))
  })

  test('CALM-12: a piece that is sold no more can become another', async () => {
    await openCart([oat], [smoke])
    const layer = await openLayer()
    expect(layer.queryByText('It comes in nothing else right now.')).toBeNull()
    layer.getByText('Oak Table, Smoke')
    expect(apply(layer).disabled).toBe(false)
  })

  test('CALM-12: a refusal is told, the cart is not loaded, and the popup stays', async () => {
    const { server } = await openCart([oat])
    server.on(paths.change, () => ({ ...done(), isSuccess: false, errorMessage: 'Only 1 of it left.' }))
    const layer = await openLayer()
    choose(layer, 'Smoke')
    fireEvent.click(apply(layer))
    await screen.findByText('Only 1 of it left.')
    expect(server.count(paths.cart)).toBe(0)
    screen.getByRole('dialog', { name: 'Change color', hidden: true })
    expect(screen.queryByRole('button', { name: /^Undo/, hidden: true })).toBeNull()
  })

  test('CALM-12, ATC-08: of a piece made to order the terms are accepted first', async () => {
    const { server } = await openCart([oat], [piece, { ...smoke, hasCustomOrderConfirmation: true }])
    server.on('/ReactCart/GetCustomOrderConfirmation', () => ({
      ...{ hasCustomOrderConfirmation: true, title: 'Made for you', message: '', terms: ['It cannot be returned.'] },
      ...{ sku: 102, name: smoke.name, imagePath: '', formattedPrice: '$139.99' },
    }))
    const layer = await openLayer()
    choose(layer, 'Smoke')
    fireEvent.click(apply(layer))
    const terms = within(await screen.findByRole('dialog', { name: 'Made for you' }))
    expect(server.count(paths.change)).toBe(0)
    fireEvent.click(terms.getByRole('button', { name: 'Accept & Change' }))
    await screen.findByText('Oak Table, Oat is now Oak Table, Smoke. It can be undone.')
    expect(server.count(paths.change)).toBe(1)
  })

  test('CALM-12: where an equal line takes its pieces in, the focus and the undo are there', async () => {
    const twin = aLine({ id: 'line-2', sku: 102, title: 'Oak Table, Smoke', quantity: 2 })
    const { shows } = await openCart([oat, twin])
    const layer = await openLayer()
    choose(layer, 'Smoke')
    shows([{ ...twin, quantity: 5 }], 2)
    fireEvent.click(apply(layer))
    const undo = await screen.findByRole('button', { name: 'Undo the change of Oak Table, Oat' })
    expect(undo.closest('li')?.previousElementSibling?.getAttribute('data-line')).toBe('line-2')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Oak Table, Smoke'))
  })

  test('CALM-12, UX-24: asked for without scripts, the pieces stand in the line as a native form, with what would go', async () => {
    const red = { ...smoke, sku: 103, name: 'Oak Table, Red', problem: 'This item is no longer available.' }
    const pieces = [piece, { ...smoke, quantity: 2 }, red]
    const itemChoices = { lineItemId: 'line-1', options, pieces, personalization: null }
    fakeServer()
    await renderPage(aState({ name: 'cart', cart: aCart([oat]), itemChoices }, '/checkout/cart?change=line-1'))
    const group = screen.getByRole('group', { name: 'Which one should it be?' })
    const radios = within(group).getAllByRole<HTMLInputElement>('radio')
    expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
      ['101-3', true],
      ['102-2', false],
    ])
    expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Oak Table, OatArrives by Wed, Nov 25Now',
      'Oak Table, SmokeArrives by Wed, Nov 25 Only 2 left: your 3 become 2.$139.99',
    ])
    expect(group.closest('form')?.getAttribute('action')).toBe('/cart/change')
    expect(opener().getAttribute('href')).toBe('/checkout/cart?change=line-1#change-line-1')
  })

  test('CALM-12: left as it is, nothing is sent', async () => {
    const { server } = await openCart([oat])
    const layer = await openLayer()
    fireEvent.click(layer.getByRole('button', { name: 'Leave as it is' }))
    await waitFor(() => expect(document.activeElement).toBe(opener()))
    expect(server.count(paths.change)).toBe(0)
  })
})

describe('CALM-12: words and installation from the cart', () => {
  const wall = { type: 'Wall', name: 'Wall mounting', fee: 9_900 }
  const mount = { name: 'Add wall mounting, $99.00 Oak Table' }

  test('CALM-12: an installation is added by one press, the focus goes to its line', async () => {
    const line = aLine({ installationServices: [wall] })
    const { server, shows } = await openCart([line])
    shows([{ ...line, isInstallationServiceRequired: true, installationServiceFee: 9_900 }], 2)
    const button = screen.getByRole('button', mount)
    button.focus()
    fireEvent.click(button)
    await screen.findByText('Wall mounting is added to Oak Table. It can be undone.')
    expect(server.bodies(paths.install)).toEqual([{ lineItemId: 'line-1', installationServiceType: 'Wall' }])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Oak Table'))
    expect(screen.queryByRole('button', mount)).toBeNull()
    await screen.findByRole('button', { name: 'Undo the change of Oak Table' })
  })

  test('CALM-12, CART-11: it is taken off from the menu, the focus goes to its line', async () => {
    const line = aLine({ installationServices: [wall], isInstallationServiceRequired: true })
    const { server, shows } = await openCart([{ ...line, installationServiceFee: 9_900 }])
    server.on('/ReactCart/RemoveInstallationService', done)
    screen.getByText('Installation $99.00')
    shows([aLine({ installationServices: [wall] })], 2)
    const button = screen.getByRole('button', { name: 'Remove installation' })
    button.focus()
    fireEvent.click(button)
    await screen.findByText('Installation of Oak Table is removed.')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Oak Table'))
    expect(screen.queryByText('Installation $99.00')).toBeNull()
  })

  test.each([
    ['is picked up', { isPickup: true }, 0],
    ['is installed', { isInstallationServiceRequired: true }, 0],
    ['is shipped', {}, 1],
  ])('CALM-13, CALM-12: it is not offered for a line that %s', async (_, of, count) => {
    await openCart([aLine({ installationServices: [wall], ...of })])
    expect(screen.queryAllByRole('button', mount)).toHaveLength(count)
  })

  test.each([
    ['a piece that takes none', {}, []],
    ['a plain one', { isPersonalizable: true }, ['Personalize Oak Table']],
    ['one with words', { isPersonalizable: true, isPersonalized: true }, ['Change words of Oak Table']],
    ["a gift with its registry's words", { isPersonalizable: true, isPersonalized: true, grId: 7 }, []],
  ])('CALM-12: words are offered for what takes them: %s', async (_, of, names) => {
    await openCart([aLine(of)])
    const buttons = screen.queryAllByRole('button', { name: /^(Personalize|Change words)/ })
    expect(buttons.map((button) => button.textContent)).toEqual(names)
  })

  test('CALM-12: the words of now stand in their popup; others are sent, and can be undone', async () => {
    const fontAttributes = { validationRegEx: '^[A-Z]*$', minLength: 1, maxLength: 10 }
    const lines = [{ elementName: 'Text1', font: 'Serif', textColor: 'Navy', fontAttributes }]
    const template = { type: 100 as const, templateName: 'Monogram', locationName: '', fee: 1_000, lines }
    const words = {
      type: 100,
      id: '',
      lines: [{ elementName: 'Text1', text: 'ANN', textColor: 'Navy', font: 'Serif' }],
    }
    const line = aLine({ isPersonalizable: true, isPersonalized: true, personalization: words, quantity: 2 })
    const { server } = await openCart([line])
    server.on('/personalization/render', () => ({ hasError: true, error: null, imageUrl: '' }))
    server.on(paths.choices, () => ({
      ...{ lineItemId: 'line-1', options: [], pieces: [] },
      personalization: { template, name: 'Oak Table', imagePath: '/pictures/table.svg', price: 12_999 },
    }))
    fireEvent.click(screen.getByRole('button', { name: 'Change words of Oak Table' }))
    const popup = within(await screen.findByRole('dialog', { name: 'Personalize it' }))
    const field = popup.getByLabelText<HTMLInputElement>('Your text')
    expect(field.value).toBe('ANN')
    fireEvent.change(field, { target: { value: 'BEN' } })
    popup.getByText('$279.98')
    fireEvent.click(popup.getByRole('button', { name: 'Accept & Change' }))
    await screen.findByText('The words of Oak Table are changed. It can be undone.')
    const sent = { lineItemId: 'line-1', personalizationId: '', personalizationText: 'BEN' }
    expect(server.bodies(paths.words)).toEqual([sent])
    await screen.findByRole('button', { name: 'Undo the change of Oak Table' })
  })
})
