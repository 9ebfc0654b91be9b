import { describe, expect, test } from 'vitest'
import { emptyCart } from '#domain/cart/cart.ts'
import type { PersonalizationTemplate, SkuFacts } from '#domain/catalog/sku.ts'
import { personalizationType } from '#domain/personalization/types.ts'
import { addItems, type Design, type ItemRequest } from './add-items.ts'

const fontAttributes = { validationRegEx: '', minLength: 0, maxLength: 9 }
const templateLine = (elementName: string) => ({ elementName, font: 'Serif', textColor: 'Stone', fontAttributes })
const template = (type: PersonalizationTemplate['type']): PersonalizationTemplate => {
  const lines = [templateLine('Text1'), templateLine('Text2')]
  return { type, templateName: 'Towel', locationName: 'Corner', feeCents: 500, lines }
}

const towel: SkuFacts = {
  ...{ sku: 101, productId: 'p', title: 'Towel', picture: null, isSold: true, currentCents: 900, regularCents: 900 },
  ...{ priceType: 'R', markdownType: '', optionChoice: '', optionChoices: [], isOnlyPiece: true },
  ...{ shipKind: 'parcel', isStockSku: true },
  ...{ isSuperSpecialOrder: false, hasGrouper: false, isPfas: false, propertyCodes: [], dimensions: null, boxes: [] },
  ...{ services: [], personalization: null, customOrder: null, category: '', department: '', class: '', subclass: '' },
  ...{ status: 'active', warehouseFree: 5, availableFrom: null, makeDays: 0, makeDaysAre: 'working' },
}

const request: ItemRequest = {
  ...{ sku: 101, quantity: 1, optionChoice: '', isPickup: false, locationId: null, shipMethod: 1, giftRegistryId: 0 },
  ...{ isInstallationRequested: false, installationType: '' },
  ...{ isPersonalized: false, personalizationText: '', personalizationId: '' },
}

/** The lines after the add, or the code of what refused it. */
function added(of: Partial<ItemRequest>, facts: Partial<SkuFacts>, designs: ReadonlyMap<string, Design> = new Map()) {
  const shelf = {
    facts: new Map([[101, { ...towel, ...facts }]]),
    freeAtStore: () => undefined,
    designs,
    today: '2026-11-20',
  }
  const cart = { ...emptyCart('s', { brand: 'CB', country: 'US', currency: 'USD' }), cartId: 'c' }
  const outcome = addItems([{ ...request, ...of }], shelf, () => 'line')(cart)
  return outcome.ok
    ? outcome.value.cart.lines.map(({ personalization }) => personalization?.lines.map(({ text }) => text) ?? null)
    : outcome.problem.code
}

describe('ATC-12, PERS-21: a personalized piece needs a text, and nothing is added without', () => {
  const { legacy, inHouseEmbroidery, inHouseEtching } = personalizationType

  test.each([
    ['', 'missingLines'],
    [' \n ', 'missingLines'],
    ['A', [['A', '']]],
    ['\nA', [['', 'A']]],
  ])('legacy with the texts %j: %j', (personalizationText, outcome) => {
    expect(added({ isPersonalized: true, personalizationText }, { personalization: template(legacy) })).toEqual(outcome)
  })

  test.each([inHouseEmbroidery, inHouseEtching])('type %s goes by its saved design, not by the texts sent', (type) => {
    const lines = [{ elementName: 'Text1', text: 'Ada', textColor: 'Stone', font: 'Serif' }]
    const saved = new Map([['design', { sku: 101, type, lines }]])
    const sent = { isPersonalized: true, personalizationText: '', personalizationId: 'design' }
    expect(added(sent, { personalization: template(type) }, saved)).toEqual([['Ada']])
  })
})

test.each([
  ['is no longer available', { status: 'nla' }, 'notAvailable'],
  ['is not sold here', { isSold: false }, 'notAvailable'],
  ['is in the warehouse', {}, [null]],
] as const)('ATC-36: a piece that %s: %j', (_which, facts, outcome) => {
  expect(added({}, facts)).toEqual(outcome)
})
