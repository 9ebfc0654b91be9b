import type { CartReply, CheckoutReply, Page, PageState, ProductCard, ProductDetail } from '#contracts/pages.ts'
import type { AnalyticsSource } from '#domain/data-layer.ts'
import type { Article, ProductList } from '#domain/ecommerce.ts'
import { type Brand, type Variant, variants } from '#domain/variant.ts'

type OptionChoices = CartReply['lineItems'][number]['optionChoices']
type CheckoutItem = CheckoutReply['basketItems'][number]

/** The storefront of a page. */
export function variantOf(state: PageState): Variant {
  return variants[state.frame.variantKey]
}

/** A product as a list shows it; its price there is the lowest. */
export function articleOfCard(card: ProductCard, brand: Brand): Article {
  const regularPrice = Math.max(card.regularPrice, card.lowestPrice)
  return { sku: card.sku, name: card.name, brand, quantity: 1, currentPrice: card.lowestPrice, regularPrice }
}

/** The sku that a product page shows. */
export function articleOfProduct(product: ProductDetail, brand: Brand): Article | null {
  const sku = product.skus.find((each) => each.sku === product.selectedSku)
  if (sku === undefined) return null
  const { department, class: kind, subclass, category } = product
  return {
    ...{ sku: sku.sku, name: sku.name, brand, quantity: 1 },
    ...{ currentPrice: sku.currentPrice, regularPrice: sku.regularPrice },
    ...{ department, category: category.name, class: kind, subclass },
    variant: optionWords(product, sku.optionChoice),
  }
}

/** What a page knows of a sku that it shows: its own product, or one of its lists; null for nothing. */
export function articleOfSku(
  page: Page,
  sku: number,
  { brand }: Variant,
  lists: readonly ProductList[],
): Article | null {
  if (page.name === 'product' && page.product.skus.some((each) => each.sku === sku)) {
    return articleOfProduct({ ...page.product, selectedSku: sku }, brand)
  }
  return lists.flatMap(({ articles }) => articles).find((article) => article.sku === sku) ?? null
}

/** A line of the cart, also one that is changed. */
export function articleOfLine(line: AnalyticsSource & { readonly optionChoices: OptionChoices }): Article {
  return { ...line, variant: wordsOf(line.optionChoices) }
}

/** A line of the checkout or of an order. */
export function articleOfItem(item: CheckoutItem, brand: Brand): Article {
  return { ...item, name: item.title, brand, variant: wordsOf(item.optionChoices) }
}

/** An item that was added or bought, with the options that the page knows of it. */
export function articleOfSource(line: AnalyticsSource, page: Page | undefined): Article {
  return { ...line, variant: page === undefined ? '' : chosenIn(page, line.sku) }
}

function chosenIn(page: Page, sku: number): string {
  switch (page.name) {
    case 'product': {
      const found = page.product.skus.find((each) => each.sku === sku)
      return found === undefined ? '' : optionWords(page.product, found.optionChoice)
    }
    case 'cart':
      return wordsOf(page.cart.lineItems.find((line) => line.sku === sku)?.optionChoices ?? [])
    case 'confirmation':
      return wordsOf(page.confirmation.items.find((item) => item.sku === sku)?.optionChoices ?? [])
    default:
      return ''
  }
}

function optionWords(product: ProductDetail, optionChoice: string): string {
  const chosen = new Set(optionChoice.split('|'))
  return product.options
    .flatMap(({ code, values }) => values.filter(({ value }) => chosen.has(`${code}:${value}`)).map(({ name }) => name))
    .join(', ')
}

function wordsOf(choices: OptionChoices): string {
  return choices.map(({ value }) => value).join(', ')
}
