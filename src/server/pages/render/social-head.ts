import type { PageState, Picture, ProductDetail, ProductSku } from '#contracts/pages.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { wholeAddress } from '#domain/catalog/picture.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { variants } from '#domain/variant.ts'

/** What other sites and programs show of a page that is passed on (Open Graph), as elements of its head. `address` is the page's own, whole. */
export function socialHead(state: PageState, address: string): string {
  const { page, frame } = state
  const { brand, locale, currency } = variants[frame.variantKey]
  const sku = page.name === 'product' ? chosenSku(page.product) : undefined
  const picture = pictureOf(state, sku)
  const tags: [string, string][] = [
    ['og:title', state.title],
    ['og:type', sku === undefined ? 'website' : 'product'],
    ['og:url', address],
    ['og:description', state.description],
    ['og:site_name', brand],
    ['og:locale', locale.replace('-', '_')],
    ...(picture === undefined ? [] : pictureTags(frame.origin, picture)),
    ...(sku === undefined ? [] : priceTags(sku, brand, currency)),
  ]
  const card = picture === undefined ? 'summary' : 'summary_large_image'
  return [
    ...tags.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`),
    `<meta name="twitter:card" content="${card}">`,
  ].join('')
}

/** The sku of a product page's address. */
export function chosenSku({ skus, selectedSku }: ProductDetail): ProductSku | undefined {
  return skus.find(({ sku }) => sku === selectedSku) ?? skus[0]
}

/** Whole cents as a plain amount, '1299.00'. */
export function amount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

function pictureOf({ page }: PageState, sku: ProductSku | undefined): Picture | undefined {
  if (page.name === 'home') return page.scenes[0]
  if (page.name === 'category') return page.products[0]?.pictures[0]
  return sku?.pictures[0]
}

function pictureTags(origin: string, { path, width, height, alt }: Picture): [string, string][] {
  return [
    ['og:image', wholeAddress(path, origin)],
    ['og:image:width', String(width)],
    ['og:image:height', String(height)],
    ['og:image:alt', alt],
  ]
}

function priceTags(sku: ProductSku, brand: string, currency: string): [string, string][] {
  const { currentPrice, regularPrice, shipKind } = sku
  const isReduced = regularPrice > currentPrice
  return [
    ['product:retailer_item_id', String(sku.sku)],
    ['product:brand', brand],
    ['product:condition', 'new'],
    ['product:availability', socialAvailability(sku)],
    // of a donation the giver chooses the amount
    ...(shipKind === 'donation'
      ? []
      : ([
          ['product:price:amount', amount(isReduced ? regularPrice : currentPrice)],
          ['product:price:currency', currency],
        ] satisfies [string, string][])),
    ...(isReduced
      ? ([
          ['product:sale_price:amount', amount(currentPrice)],
          ['product:sale_price:currency', currency],
        ] satisfies [string, string][])
      : []),
  ]
}

function socialAvailability({ availability, makingTime, isNla }: ProductSku): string {
  if (isNla || availability === availabilityStatus.noLongerAvailable) return 'discontinued'
  if (availability === availabilityStatus.available) return 'in stock'
  return makingTime !== '' ? 'available for order' : 'backorder'
}
