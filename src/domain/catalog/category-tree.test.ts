import { expect, test } from 'vitest'
import { branchOf, categoryTree, type FlatCategory } from './category-tree.ts'

const shelf = (slug: string, parentSlug: string | null, hasProducts: boolean): FlatCategory => ({
  slug,
  name: slug.toUpperCase(),
  picture: null,
  parentSlug,
  description: '',
  hasProducts,
})
const shelves = [
  shelf('furniture', null, false),
  shelf('sofas', 'furniture', true),
  shelf('sleepers', 'sofas', true),
  shelf('beds', 'furniture', false),
  shelf('empty', null, false),
]

test('OPEN-110: navigation shows the categories in which something is sold', () => {
  const tree = categoryTree(shelves)
  expect(tree.map((link) => link.slug)).toEqual(['furniture'])
  expect(tree[0]?.children.map((link) => link.slug)).toEqual(['sofas'])
  expect(tree[0]?.children[0]?.children.map((link) => link.slug)).toEqual(['sleepers'])
})

test('PDP-11: a category page shows the products of its own and of all below it', () => {
  expect(branchOf(shelves, 'furniture')).toMatchObject({
    slugs: ['furniture', 'sofas', 'sleepers'],
    parent: null,
    children: [{ slug: 'sofas', name: 'SOFAS' }],
  })
  expect(branchOf(shelves, 'sofas')?.parent).toEqual({ slug: 'furniture', name: 'FURNITURE' })
})

test.each(['beds', 'empty', 'nothing'])('PDP-11: the category %s, in which nothing is sold, has no page', (slug) => {
  expect(branchOf(shelves, slug)).toBeUndefined()
})
