import { describe, expect, test } from 'vitest'
import { checkPostalCode } from '#domain/address/postal-code.ts'
import { facetLabel, priceBandOf, readShelfSelection, shelfQuery } from './facets.ts'

const postalCodeOf = (text: string) => {
  const code = checkPostalCode(text, 'US')
  return code.ok ? code.value : null
}
const read = (query: object, isSearch = false) =>
  readShelfSelection(query as { [name: string]: unknown }, { isSearch, postalCodeOf })

describe('PLAT-04: the address of a shelf', () => {
  test('has one spelling, whatever the order, the repetitions and the names nobody knows', () => {
    const asked = read({
      utm: 'x',
      page: '2',
      color: ['green', 'cream', 'green'],
      price: ['100-250', 'to-25'],
      sort: 'name',
    })
    expect(shelfQuery(asked, null)).toBe('color=cream&color=green&price=to-25&price=100-250&sort=name&page=2')
  })

  test.each([
    ['a colour that is none', { color: 'mauve' }],
    ['a material that is no word', { material: '<script>' }],
    ['a band that is none', { price: '17-18' }],
    ['a store that is no number', { store: '1 or 1=1' }],
    ['a page that is no number', { page: '-1' }],
    ['a page beyond counting', { page: '123456789' }],
    ['an order that is none', { sort: 'constructor' }],
    ['the order of a search', { sort: 'best' }],
    ['a code that is none', { zip: '123' }],
    ['an object', { color: { green: '1' }, page: ['2', '3'], zip: ['60610'] }],
    ['empty fields of a form', { zip: '', price: '', color: '' }],
  ])('leaves out %s', (_what, query) => {
    expect(shelfQuery(read(query), null)).toBe('')
  })

  test('takes at most twelve values of a filter', () => {
    const material = Array.from({ length: 60 }, (_, nth) => `wood-${nth}`)
    expect(read({ material }).choice.material).toHaveLength(12)
  })

  test('keeps what is searched for, and its usual order is the best match', () => {
    expect(shelfQuery(read({ sort: 'best' }, true), 'grey sofa & more')).toBe('q=grey%20sofa%20%26%20more')
    expect(shelfQuery(read({ sort: 'featured' }, true), 'sofa')).toBe('q=sofa&sort=featured')
  })
})

test.each([
  [2_499, 'to-25', 'Under $25'],
  [2_500, '25-50', '$25 to $50'],
  [99_999, '500-1000', '$500 to $1,000'],
  [400_000, '4000-up', '$4,000 and up'],
])('PLAT-04: %i cents are in the band %s', (cents, band, label) => {
  expect(priceBandOf(cents)).toBe(band)
  expect(facetLabel('price', band)).toBe(label)
})
