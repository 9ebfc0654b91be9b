import { describe, expect, test } from 'vitest'
import { colorFamilyOf } from './facets-color.ts'
import { type FacetSource, facetsOf } from './facets-of-product.ts'

const product = (patch: Partial<FacetSource> = {}): FacetSource => ({
  name: 'Piece',
  details: [],
  class: '',
  subclass: '',
  options: [],
  ...patch,
})

describe('PLAT-04: the filters of a product come from the words of its retailer', () => {
  test.each([
    ['Alder Sofa', '', 'sofa'],
    ['Orb Table Lamp', '', 'lamp'],
    ['Arc Floor Lamp', '', 'floor-lamp'],
    ['Set of 4 Wine Glasses', '', 'glass'],
    ['Halo', 'Wall art', 'wall-art'],
    ['Halo', 'frameSeat', ''],
  ])('%s of subclass "%s" is of the type "%s"', (name, subclass, type) => {
    expect(facetsOf(product({ name, subclass })).type).toBe(type)
  })

  test.each([
    ['Kiln-dried oak frame with brass feet', ['brass', 'oak']],
    ['Cast iron, 26 cm', ['cast-iron']],
    ['Cotton; iron on low', ['cotton']],
    ['Sinuous steel springs', []],
    ['Tempered glass', ['glass']],
  ])('"%s" is made of %j', (detail, materials) => {
    expect(facetsOf(product({ details: [detail] })).materials).toEqual(materials)
  })

  test('a colour called like a wood makes nothing wooden; a finish does', () => {
    const option = (code: string) => ({ code, name: code, values: [{ value: 'ash', name: 'Ash', swatch: '#d8c3a0' }] })
    expect(facetsOf(product({ options: [option('color')] })).materials).toEqual([])
    expect(facetsOf(product({ options: [option('finish')] })).materials).toEqual(['ash'])
  })

  test('each coloured choice has its family, sizes have none', () => {
    const options = [
      { code: 'color', name: 'Color', values: [{ value: 'moss', name: 'Moss', swatch: '#77805a' }] },
      { code: 'size', name: 'Size', values: [{ value: 'queen', name: 'Queen', swatch: '' }] },
    ]
    const found = facetsOf(product({ options }))
    expect(found.colors).toEqual({ 'color:moss': 'green' })
    expect(found.words).toContain('Green')
  })
})

test.each([
  ['Oat', '#d8cbb8', 'cream'],
  ['Clay', '#b5694a', 'orange'],
  ['Slate', '#5d656b', 'gray'],
  ['Navy', '#28344d', 'blue'],
  ['Walnut', '#73503a', 'brown'],
  ['White Oak', '#d3b48a', 'natural'],
  ['Wine', '#6d2f35', 'red'],
  ['Blush', '#d9b3a2', 'pink'],
  ['Plum', '#5c3a48', 'purple'],
  ['Ochre', '#c7994a', 'yellow'],
  ['Ink', '#1f2630', 'black'],
  ['Chalk', '#f3f0ea', 'white'],
  ['Brass', '#b08d57', 'gold'],
  ['Queen', '', null],
])('PLAT-04: %s %s is of the family %s', (name, swatch, family) => {
  expect(colorFamilyOf(name, swatch)).toBe(family)
})
