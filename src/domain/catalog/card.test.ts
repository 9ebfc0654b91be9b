import { expect, test } from 'vitest'
import { type CardFacts, cardOf, isCardGone } from './card.ts'
import type { Picture } from './sku.ts'

const picture = (file: string): Picture => ({ file, alt: file, width: 960, height: 1200, color: '#eeeeee' })
const sku = (number: number, choice: string) => ({
  sku: number,
  choice,
  picture: picture(`${number}.svg`),
  isPlain: true,
  hasCustomOrder: false,
  propertyCodes: [],
  shipKind: 'parcel' as const,
  isStockSku: true,
  isSuperSpecialOrder: false,
  hasGrouper: false,
  supply: { status: 'active' as const, warehouseFree: 1, availableFrom: null, makeDays: 0 },
})
const sofa: CardFacts = {
  productId: 'sofa',
  name: 'Sofa',
  leadSku: 1,
  lowCurrentCents: 100,
  highCurrentCents: 300,
  lowRegularCents: 100,
  highRegularCents: 300,
  options: [
    { code: 'size', name: 'Size', values: [{ value: 'big', name: 'Big', swatch: '' }] },
    {
      code: 'fabric',
      name: 'Fabric',
      values: [
        { value: 'oat', name: 'Oat', swatch: '#d8cbb8' },
        { value: 'moss', name: 'Moss', swatch: '#77805a' },
        { value: 'gone', name: 'Gone', swatch: '#111111' },
      ],
    },
  ],
  pictures: [picture('room.svg'), picture('detail.svg')],
  colors: { 'fabric:oat': 'cream', 'fabric:moss': 'green' },
  skus: [sku(1, 'fabric:oat|size:big'), sku(2, 'fabric:moss|size:big'), sku(3, 'fabric:moss|size:small')],
}

test('RECO-05: a card shows its lead sku, its price range and a dot per colour that is sold', () => {
  const card = cardOf(sofa)
  expect(card).toMatchObject({
    productId: 'sofa',
    sku: 1,
    name: 'Sofa',
    optionChoice: 'fabric:oat|size:big',
    isSimple: false,
  })
  expect(card.price).toEqual({
    lowCurrentCents: 100,
    highCurrentCents: 300,
    lowRegularCents: 100,
    highRegularCents: 300,
  })
  expect(card.swatches.map(({ sku, name, color }) => [sku, name, color])).toEqual([
    [1, 'Oat', '#d8cbb8'],
    [2, 'Moss', '#77805a'],
  ])
  expect(card.picture?.file).toBe('1.svg')
  expect(card.secondPicture?.file).toBe('room.svg')
})

test('RECO-05: without pictures of its own a card shows those of the product', () => {
  const card = cardOf({ ...sofa, skus: [{ ...sku(1, ''), picture: null }] })
  expect([card.picture?.file, card.secondPicture?.file]).toEqual(['room.svg', 'detail.svg'])
})

test.each([
  ['one plain sku', {}, true],
  ['a sku to be personalized or a donation', { isPlain: false }, false],
])('RECO-13: %s can be added from the card: %s', (_case, more, isSimple) => {
  expect(cardOf({ ...sofa, skus: [{ ...sku(1, ''), ...more }] }).isSimple).toBe(isSimple)
})

test.each([
  ['nothing', [], 1],
  ['a colour it does not come in', ['red'], 1],
  ['its own colour', ['cream', 'green'], 1],
  ['another of its colours', ['green'], 2],
])('PLAT-04: asked for %s, a card shows the fitting sku', (_case, families, expected) => {
  const card = cardOf(sofa, families)
  expect([card.sku, card.picture?.file]).toEqual([expected, `${expected}.svg`])
})

test('OPEN-109: a card is gone when none of its skus is to be had, now or later; a donation never is', () => {
  const gone = { ...sku(1, '').supply, warehouseFree: 0 }
  const supplies = [{ ...gone }, { ...gone, status: 'nla' as const, warehouseFree: 4 }]
  expect(isCardGone({ supplies }, '2026-06-01')).toBe(true)
  const donation = cardOf({ ...sofa, skus: [{ ...sku(1, ''), shipKind: 'donation', supply: gone }] })
  expect(isCardGone(donation, '2026-06-01')).toBe(false)
  for (const more of [{ warehouseFree: 1 }, { makeDays: 20 }, { availableFrom: '2026-06-02' }]) {
    expect(isCardGone({ supplies: [...supplies, { ...gone, ...more }] }, '2026-06-01')).toBe(false)
  }
})
