import type { CategoryLink } from './product.ts'
import type { Picture } from './sku.ts'

/** A category as it is kept: flat, in order of position, with the slug of the one above it. */
export type FlatCategory = {
  readonly slug: string
  readonly name: string
  readonly picture: Picture | null
  readonly parentSlug: string | null
  readonly description: string
  /** A product of its own is sold in the country. */
  readonly hasProducts: boolean
}

/** The tree of those categories that have a product, or a category below them that has one. */
export function categoryTree(categories: readonly FlatCategory[], parentSlug: string | null = null): CategoryLink[] {
  return categories
    .filter((category) => category.parentSlug === parentSlug)
    .map(({ slug, name, picture, hasProducts }) => ({
      hasProducts,
      link: { slug, name, picture, children: categoryTree(categories, slug) },
    }))
    .filter(({ hasProducts, link }) => hasProducts || link.children.length > 0)
    .map(({ link }) => link)
}

type Named = { readonly slug: string; readonly name: string }

/** A category with what is around it; `slugs` are its own and those of all categories below it. */
export type Branch = FlatCategory & {
  readonly parent: Named | null
  readonly children: readonly Named[]
  readonly slugs: readonly string[]
}

/** The branch of a slug; undefined when there is none or nothing of it is sold. */
export function branchOf(categories: readonly FlatCategory[], slug: string): Branch | undefined {
  const category = categories.find((each) => each.slug === slug)
  if (category === undefined) return undefined
  const links = categoryTree(categories, slug)
  const below = links.flatMap(slugsOf)
  if (!category.hasProducts && below.length === 0) return undefined
  const above = categories.find((each) => each.slug === category.parentSlug)
  return {
    ...category,
    parent: above ? { slug: above.slug, name: above.name } : null,
    children: links.map((link) => ({ slug: link.slug, name: link.name })),
    slugs: [slug, ...below],
  }
}

function slugsOf(link: CategoryLink): string[] {
  return [link.slug, ...link.children.flatMap(slugsOf)]
}
