import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sweepSeenDesigns } from '#server/personalization/design-picture-store.ts'
import { item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ config: { words: { refused: ['umbrella'], allowed: ['Shitta'] } } })
})
afterAll(() => world.close())

type Line = { readonly elementName: string; readonly text: string; readonly font?: string; readonly textcolor?: string }
const line = (text: string, patch: Partial<Line> = {}): Line => ({ elementName: 'Text1', text, ...patch })
const render = (lines: Line[], shopper: TestShopper = world.shopper(), patch = {}) =>
  shopper.call('personalization', 'renderDesign', { sku: sku.towel, templateName: 'Monogram', lines, ...patch })
const count = statement<{ n: number }>('test.design-rows', 'select count(*)::int as n from shop.design')
const designRows = async () => (await world.database.row(count))?.n ?? 0

describe('PERS-07, CALL-81, OPEN-104: a preview', () => {
  test('PERS-07: of a good text the address of its picture, and the design is kept by its hash', async () => {
    const before = await designRows()
    const reply = await render([line('Ann')])
    expect(reply).toEqual({
      hasError: false,
      error: { businessErrorCode: '', businessErrorDescription: '', profaneTexts: [] },
      imageUrl: expect.stringMatching(/^\/personalization\/image\/[0-9a-f]{32}\.svg$/),
    })
    expect(await designRows()).toBe(before + 1)
    expect((await render([line(' Ann ', { font: 'Block', textcolor: 'Navy' })])).imageUrl).toBe(reply.imageUrl)
    expect(await designRows()).toBe(before + 1)
  })

  test.each([
    ['E1001', [line('Ann')], { templateName: 'Nothing' }],
    ['E1001', [line('Ann')], { sku: sku.mug }],
    ['E1001', [line('Ann')], { sku: sku.towel + 1000 }],
    ['E1002', [line('Ann', { font: 'Gothic' })], {}],
    ['E1003', [line('Ann', { textcolor: 'Pink' })], {}],
    ['E2001', [line('Annabella Rose')], {}],
    ['E2001', [line('   ')], {}],
    ['E2001', [line('A1')], {}],
  ])('OPEN-104, PERS-07: %s', async (businessErrorCode, lines, patch) => {
    const before = await designRows()
    expect(await render(lines, world.shopper(), patch)).toEqual({
      hasError: true,
      error: { businessErrorCode, businessErrorDescription: expect.stringMatching(/\w/), profaneTexts: [] },
      imageUrl: '',
    })
    expect(await designRows()).toBe(before)
  })

  test('PERS-07, OPEN-104: E3001 names the texts that have a word of the lists', async () => {
    expect((await render([line('bitch')])).error).toMatchObject({ businessErrorCode: 'E3001', profaneTexts: ['bitch'] })
    expect((await render([line('Umbrella')])).error.businessErrorCode).toBe('E3001')
    expect((await render([line('Shitta')])).hasError).toBe(false)
  })

  test('OPEN-46: what is refused in the preview cannot be saved, and not be sent as plain words either', async () => {
    const shopper = world.shopper()
    const design = { templateName: 'Monogram', sku: sku.towel, personalization: [line('bitch')] }
    const saved = await shopper.call('personalization', 'saveDesign', { design })
    expect(saved).toMatchObject({ isSuccess: false, personalizationUuid: '' })
    const items = [item(sku.towel, 1, { IsPersonalized: true, PersonalizationText: 'bitch' })]
    expect(await shopper.call('cart', 'addItems', { items })).toMatchObject({ isSuccess: false, items: [] })
  })
})

describe('hostile render requests', () => {
  const refusedTexts: readonly (readonly [what: string, text: string])[] = [
    ['right-to-left override', 'Ann\u202eBob'],
    ['left-to-right embedding', '\u202aAnn'],
    ['isolate', '\u2067Ann\u2069'],
    ['Arabic letter mark', 'A\u061c'],
    ['zero-width joiner', 'A\u200dB'],
    ['zero-width blank', 'A\u200bB'],
    ['byte order mark', '\ufeffAnn'],
    ['soft hyphen', 'An\u00adn'],
    ['bell', 'A\u0007'],
    ['escape', '\u001b[2J'],
    ['delete', 'A\u007f'],
    ['C1 control', 'A\u0085'],
    ['line feed', 'A\nB'],
    ['tab', 'A\tB'],
    ['line separator', 'A\u2028'],
    ['combining tower', `A${'\u0335\u0301'.repeat(40)}`],
    ['enclosing circle', 'A\u20dd'],
    ['variation selector', 'A\ufe0f'],
    ['emoji', '\u{1f600}'],
    ['family of joined emoji', '\u{1f468}\u200d\u{1f469}'],
    ['tag characters', 'A\u{e0041}'],
    ['private use', '\ue000'],
    ['not a character', '\uffff'],
    ['markup', '<script>x'],
    ['closing the drawing', '</svg>'],
    ['an entity', '&lt;b&gt;'],
    ['an attribute', '" onload="'],
    ['Cyrillic that looks like Latin', 'А'],
    ['full width', 'Ａｎｎ'],
    ['mathematical letters', '𝔸𝕟𝕟'],
    ['200 characters', 'A'.repeat(200)],
    ['blanks around blanks', `${' '.repeat(90)}A${' '.repeat(90)}B`],
  ]
  test.each(refusedTexts)('OPEN-104: %s cannot be made: E2001, nothing is kept', async (_what, text) => {
    const before = await designRows()
    expect((await render([line(text)])).error.businessErrorCode).toBe('E2001')
    expect(await designRows()).toBe(before)
  })

  test.each([
    ['a text of 100,000 characters', { lines: [line('A'.repeat(100_000))] }, [400, 413]],
    ['a text of 201 characters', { lines: [line('A'.repeat(201))] }, [400]],
    ['a thousand lines', { lines: Array.from({ length: 1_000 }, () => line('A')) }, [400, 413]],
    ['NUL', { lines: [line('A\u0000')] }, [400]],
    ['a lone surrogate', { lines: [line('A\ud83d')] }, [400]],
    ['no line', { lines: [] }, [400]],
    ['a text that is none', { lines: [{ elementName: 'Text1', text: { $gt: '' } }] }, [400]],
    ['a sku that is none', { lines: [line('A')], sku: '1 or 1=1' }, [400]],
    ['a sku below all', { lines: [line('A')], sku: -1 }, [400]],
    ['a name of a template without end', { lines: [line('A')], templateName: 'x'.repeat(81) }, [400]],
  ])('%s is refused before anything is looked at', async (_what, patch, statuses) => {
    const body = { sku: sku.towel, templateName: 'Monogram', ...patch }
    const answer = await world.shopper().rawCall('personalization', 'renderDesign', body)
    expect(statuses).toContain(answer.statusCode)
  })

  test.each(['__proto__', 'constructor', 'toString'])(
    'a font, color, template or line named %s is unknown',
    async (name) => {
      const code = async (lines: Line[], patch = {}) =>
        (await render(lines, world.shopper(), patch)).error.businessErrorCode
      expect(await code([line('A', { font: name })])).toBe('E1002')
      expect(await code([line('A', { textcolor: name })])).toBe('E1003')
      expect(await code([line('A')], { templateName: name })).toBe('E1001')
      expect(await code([line('A', { elementName: name })])).toBe('E2001')
    },
  )

  test('one session may look 240 times in five minutes, then no more is drawn', async () => {
    const shopper = world.shopper()
    await render([line('Ann')], shopper)
    const taken = statement('test.use-up', "update shop.throttle set tokens = 0 where bucket = 'preview'")
    await world.database.count(taken)
    expect((await render([line('Ann')], shopper)).error.businessErrorCode).toBe('E2001')
    await world.database.count(statement('test.forget-previews', 'delete from shop.throttle'))
  })
})

describe('OPEN-104: the picture', () => {
  test('is an SVG that may do nothing, the same for ever', async () => {
    const shopper = world.shopper()
    const { imageUrl } = await render([line('Ann')], shopper)
    const answer = await world.shopper('cb').get(imageUrl)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'none'; sandbox; frame-ancestors 'none'",
    })
    expect(answer.body).toMatch(/^<svg [^>]*data-hash="[0-9a-f]{32}"/)
    expect(answer.body).not.toMatch(/<script|Ann/)
    expect((await shopper.get(imageUrl)).body).toBe(answer.body)
  })

  test('comes as JPEG for readers of mail', async () => {
    const { imageUrl } = await render([line('Ann')])
    const answer = await world.shopper().get(imageUrl.replace('.svg', '.jpg'))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(answer.headers['cross-origin-resource-policy'], 'CALM-40').toBe('cross-origin')
    expect([...answer.rawPayload.subarray(0, 2)]).toEqual([0xff, 0xd8])
  })

  test.each([
    `${'0'.repeat(32)}.svg`,
    'x.svg',
    `${'a'.repeat(32)}.png`,
    '..%2f..%2fetc%2fpasswd',
    `${'a'.repeat(31)}%00.svg`,
    `${'A'.repeat(32)}.svg`,
  ])('%s is not there', async (file) => {
    expect((await world.shopper().get(`/personalization/image/${file}`)).statusCode).toBe(404)
  })

  test('SAFE-41: what was only looked at is forgotten after two days; what was saved stays', async () => {
    const shopper = world.shopper()
    const { imageUrl: seen } = await render([line('Onlyseen')], shopper)
    const { imageUrl: stored } = await render([line('Keptone')], shopper)
    const design = { templateName: 'Monogram', sku: sku.towel, personalization: [line('Keptone')] }
    await shopper.call('personalization', 'saveDesign', { design })
    await world.database.count(statement('test.age', "update shop.design set created_at = now() - interval '3 days'"))
    await sweepSeenDesigns(world.database, 1_000)
    expect((await shopper.get(seen)).statusCode).toBe(404)
    expect((await shopper.get(stored)).statusCode).toBe(200)
  })
})

describe('BEYOND-09: what was seen is in the cart', () => {
  test('the preview, the answer of adding, the cart and the saved list show the same picture', async () => {
    const shopper = world.shopper()
    const { imageUrl } = await render([line('Ann')], shopper)
    const design = { templateName: 'Monogram', sku: sku.towel, personalization: [line('Ann')] }
    const { personalizationUuid } = await shopper.call('personalization', 'saveDesign', { design })
    const items = [item(sku.towel, 1, { IsPersonalized: true, PersonalizationId: personalizationUuid })]
    const added = await shopper.call('cart', 'addItems', { items })
    expect(added.items[0]).toMatchObject({ imagePath: imageUrl })
    const cart = await shopper.call('cart', 'getCartJsx', {})
    const hash = imageUrl.slice(-36, -4)
    expect(cart.lineItems[0]).toMatchObject({ imagePath: imageUrl, personalization: { designHash: hash } })
    const saved = await shopper.call('cart', 'saveForLater', { lineItemId: cart.lineItems[0]?.id ?? '' })
    expect(saved.isSuccess).toBe(true)
    expect(JSON.stringify(await shopper.call('cart', 'getCartJsx', {}))).toContain(imageUrl)
  })
})
