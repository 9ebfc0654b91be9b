import { expect, test } from 'vitest'
import {
  type Article,
  ecommerceItem,
  ecommerceSum,
  listChosen,
  listShown,
  type ProductList,
  purchase,
  quantityChanged,
  searched,
} from './ecommerce.ts'

const table: Article & { readonly email: string } = {
  ...{ sku: 101, name: 'Oak Table, 60 in', brand: 'CB', quantity: 2, currentPrice: 1_999, regularPrice: 2_499 },
  ...{ department: 'Furniture', category: 'Tables', class: 'Dining', subclass: 'Wood' },
  variant: '60 in',
  storePickupNumber: '12',
  email: 'ann@example.com',
}
const plain: Article = { sku: 7, name: 'Mug', brand: 'CB2', quantity: 1, currentPrice: 1_010, regularPrice: 1_010 }
const list: ProductList = { id: 'category_tables', name: 'Tables', currency: 'USD', articles: [table, plain] }

test('OPEN-112: an item has the names and whole units of GA4, and nothing of a person', () => {
  expect(ecommerceItem(table)).toEqual({
    item_id: '101',
    item_name: 'Oak Table, 60 in',
    item_brand: 'CB',
    item_category: 'Furniture',
    item_category2: 'Tables',
    item_category3: 'Dining',
    item_category4: 'Wood',
    item_variant: '60 in',
    location_id: '12',
    price: 19.99,
    discount: 5,
    quantity: 2,
  })
})

test('OPEN-112: what is not known of an item, and a discount of nothing, are left out', () => {
  const item = { item_id: '7', item_name: 'Mug', item_brand: 'CB2', price: 10.1, quantity: 1 }
  expect(ecommerceItem({ ...plain, department: '', variant: '' })).toEqual(item)
})

test('OPEN-112: the value is price times quantity to the cent', () => {
  expect(ecommerceSum('CAD', [table, plain])).toMatchObject({ currency: 'CAD', value: 50.08 })
})

test('OPEN-112: a list is shown with all its items at their places, and one of them is chosen', () => {
  const place = { item_list_id: 'category_tables', item_list_name: 'Tables' }
  expect(listShown(list)).toMatchObject({
    event: 'view_item_list',
    ecommerce: {
      ...place,
      currency: 'USD',
      items: [
        { ...place, index: 0 },
        { ...place, item_id: '7', index: 1 },
      ],
    },
  })
  const chosen = listChosen(list, 1, { sku: 8, variant: 'Blue' })
  expect(chosen).toMatchObject({
    event: 'select_item',
    ecommerce: { ...place, items: [{ item_id: '8', item_variant: 'Blue', index: 1 }] },
  })
})

test.each([
  [1, 3, 'add_to_cart', 2],
  [3, 1, 'remove_from_cart', 2],
  [2, 0, 'remove_from_cart', 2],
])('OPEN-112: from %s to %s pieces is %s of %s', (from, to, event, quantity) => {
  expect(quantityChanged('USD', table, from, to)).toMatchObject({
    event,
    ecommerce: { value: 39.98, items: [{ item_id: '101', quantity }] },
  })
})

test('OPEN-112: a quantity that stayed is no event', () => {
  expect(quantityChanged('USD', table, 2, 2)).toBeNull()
})

test('OPEN-112, SCENE-19: a purchase has its number, and is worth what the items came to after the promotion', () => {
  const totals = { subtotal: 5_008, discount: 508, shipping: 995, tax: 312, total: 5_807 }
  expect(purchase('4KT7-9QWX-2F4H', 'USD', [table, plain], totals)).toMatchObject({
    event: 'purchase',
    ecommerce: { transaction_id: '4KT7-9QWX-2F4H', value: 45, shipping: 9.95, tax: 3.12, items: [{}, {}] },
  })
})

test.each([
  ['  oak table ', 'oak table'],
  ['ann@example.com', null],
  ['312-555-0110', null],
  ['4111 1111 1111 1111', null],
  [' ', null],
])('OPEN-112: a search for "%s" is told as %s', (term, told) => {
  expect(searched(term)).toEqual(told === null ? null : { event: 'search', search_term: told })
})
