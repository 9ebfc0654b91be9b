import type { PageState, ProductDetail, ProductSku } from '#contracts/pages.ts'
import { maxDonationCents, minDonationCents } from '#domain/cart/limits.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { unitSign } from '#domain/catalog/measures.ts'
import { wholeAddress } from '#domain/catalog/picture.ts'
import { productAddress } from '#domain/catalog/sku.ts'
import { type Variant, variants } from '#domain/variant.ts'
import { jsonForHtml } from './html.ts'
import { amount, chosenSku } from './social-head.ts'

/** What search engines may read of a page, as data blocks: a type that no browser runs. '' for pages without any. */
export function structuredData(state: PageState): string {
  return blocksOf(state)
    .map((block) => ({ '@context': 'https://schema.org', ...block }))
    .map((block) => `<script type="application/ld+json">${jsonForHtml(block)}</script>`)
    .join('')
}

type Block = { readonly '@type': string; readonly [name: string]: unknown }

function blocksOf({ page, frame }: PageState): Block[] {
  const { origin } = frame
  const variant = variants[frame.variantKey]
  if (page.name === 'home') return [storeBlock(origin, variant)]
  if (page.name === 'category') {
    const steps = [...(page.parent === null ? [] : [page.parent]), { name: page.category.name, navigateUrl: '' }]
    return [trailBlock(origin, steps)]
  }
  const sku = page.name === 'product' ? chosenSku(page.product) : undefined
  if (page.name !== 'product' || sku === undefined) return []
  const { category, name } = page.product
  return [productBlock(page.product, sku, origin, variant), trailBlock(origin, [category, { name, navigateUrl: '' }])]
}

function storeBlock(origin: string, { brand }: Variant): Block {
  return { '@type': 'OnlineStore', name: brand, url: `${origin}/` }
}

/** Where a page is; the last step is the page itself and has no address. */
function trailBlock(origin: string, steps: readonly { readonly name: string; readonly navigateUrl: string }[]): Block {
  const all = [{ name: 'Home', navigateUrl: '/' }, ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, navigateUrl }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      ...(navigateUrl === '' ? {} : { item: `${origin}${navigateUrl}` }),
    })),
  }
}

function productBlock(product: ProductDetail, sku: ProductSku, origin: string, variant: Variant): Block {
  return {
    '@type': 'Product',
    name: sku.name,
    sku: String(sku.sku),
    description: product.description,
    category: product.category.name,
    brand: { '@type': 'Brand', name: variant.brand },
    image: sku.pictures.map(({ path }) => wholeAddress(path, origin)),
    ...measuresOf(sku),
    ...(product.skus.length > 1 ? { isVariantOf: groupOf(product) } : {}),
    offers: offerOf(sku, origin, variant),
  }
}

function groupOf({ productId, name, options }: ProductDetail): Block {
  return { '@type': 'ProductGroup', productGroupID: productId, name, variesBy: options.map((option) => option.name) }
}

function offerOf(sku: ProductSku, origin: string, { currency, brand }: Variant): Block {
  return {
    ...priceOf(sku),
    url: `${origin}${productAddress(sku.sku)}`,
    priceCurrency: currency,
    itemCondition: 'https://schema.org/NewCondition',
    availability: `https://schema.org/${availabilityName(sku)}`,
    seller: { '@type': 'Organization', name: brand },
  }
}

/** A donation has no price: it is offered at any amount between the two that bound it. */
function priceOf({ shipKind, currentPrice }: ProductSku): Block {
  if (shipKind !== 'donation') return { '@type': 'Offer', price: amount(currentPrice) }
  return { '@type': 'AggregateOffer', lowPrice: amount(minDonationCents), highPrice: amount(maxDonationCents) }
}

function availabilityName({ availability, makingTime, isNla }: ProductSku): string {
  if (isNla || availability === availabilityStatus.noLongerAvailable) return 'Discontinued'
  if (availability === availabilityStatus.available) return 'InStock'
  return makingTime !== '' ? 'MadeToOrder' : 'BackOrder'
}

/** UN/CEFACT codes of the two units. */
const unitCodes = { in: 'INH', cm: 'CMT' } as const

function measuresOf({ dimensions }: ProductSku): { readonly [name: string]: unknown } {
  if (dimensions === null) return {}
  const unitCode = unitCodes[unitSign(dimensions.systemOfMeasure)]
  const { width, depth, height, diameter } = dimensions
  const sides = { width: width || diameter, depth: depth || diameter, height }
  return Object.fromEntries(
    Object.entries(sides)
      .filter(([, value]) => value > 0)
      .map(([name, value]) => [name, { '@type': 'QuantitativeValue', value, unitCode }]),
  )
}
