import { expect, test } from 'vitest'
import { skuOfItem } from './recommendation-item.ts'
import { productPagePodids, recommendationPlaces, recommendationTitle } from './recommendation-places.ts'
import { podids } from './recommendation-pods.ts'

test('RECO-03: the podids are these seven', () => {
  expect([...podids].sort()).toEqual(
    [
      'pdp-alternative-items',
      'trending-products',
      'people-also-viewed-pdp',
      'bestsellers-stores',
      'people-also-bought-atr-confirmation',
      'people-also-bought-atc-confirmation',
      'bestsellers-pdp-social',
    ].sort(),
  )
})

test.each([
  [false, false, ['people-also-viewed-pdp', 'bestsellers-pdp-social']],
  [true, false, ['pdp-alternative-items', 'bestsellers-pdp-social']],
  [false, true, ['bestsellers-stores']],
  [true, true, ['bestsellers-stores']],
])('OPEN-25: a product page (no longer sold: %s, scan mode: %s) has %j', (isNla, isScanMode, podidsShown) => {
  expect(productPagePodids({ isNla, isScanMode })).toEqual(podidsShown)
})

test('OPEN-25, RECO-15, REG-30: podids and fixed titles of the other places', () => {
  expect(recommendationPlaces).toMatchObject({
    cart: { podid: 'trending-products', title: '' },
    registry: { podid: 'trending-products', title: 'You May Also Want' },
    addedToCart: { podid: 'people-also-bought-atc-confirmation', title: 'People Also Bought' },
    addedToRegistry: { podid: 'people-also-bought-atr-confirmation' },
  })
})

test.each([
  ['People Also Bought', 'Bestsellers', 'People Also Bought'],
  ['', 'Bestsellers', 'Bestsellers'],
  ['', '', 'You May Also Want'],
])('RECO-06: of the place’s %j and the answer’s %j the title is %j', (place, answer, title) => {
  expect(recommendationTitle(place, answer)).toBe(title)
})

test.each([
  [{ sku: 7 }, 7],
  [{ id: '7' }, 7],
  [{ id: '8', sku: 7 }, 7],
  [{ id: 'x' }, 0],
  [{}, 0],
])('RECO-05: the sku of %j is %i', (item, sku) => {
  expect(skuOfItem(item)).toBe(sku)
})
