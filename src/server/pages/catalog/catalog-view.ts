import type { CategoryCard, Page, Picture, ProductCard, ProductDetail, ProductSku } from '#contracts/pages.ts'
import { availabilityOf, availabilityStatus, isPickupVisible } from '#domain/catalog/availability.ts'
import { isCardGone } from '#domain/catalog/card.ts'
import { customOrderOf, makingText } from '#domain/catalog/making.ts'
import type {
  ProductCard as CatalogCard,
  ProductSku as CatalogSku,
  CategoryLink,
  ProductPage,
} from '#domain/catalog/product.ts'
import {
  type Picture as CatalogPicture,
  categoryAddress,
  pictureAddress,
  productAddress,
  type SkuFacts,
} from '#domain/catalog/sku.ts'
import { farMonth, pickupStatus, promiseDelivery, promiseMoment } from '#domain/shipping/delivery-promise.ts'
import { isOversizedBox } from '#domain/shipping/oversize.ts'
import { boxesView } from '#server/cart/line-view.ts'
import type { Location } from '#server/catalog/location-store.ts'

type PageOf<Name extends Page['name']> = Extract<Page, { name: Name }>

/** A picture of the catalogue as pages show it. */
export function pictureOf(of: CatalogPicture): Picture {
  const { alt, width, height, color, widths } = of
  return { path: pictureAddress(of), alt, width, height, color, ...(widths ? { widths } : {}) }
}

function present<Value>(values: readonly (Value | null | undefined)[]): Value[] {
  return values.filter((value): value is Value => value !== null && value !== undefined)
}

export function categoryCard(
  link: Pick<CategoryLink, 'slug' | 'name'> & { picture?: CatalogPicture | null },
): CategoryCard {
  const { slug, name } = link
  return { slug, name, navigateUrl: categoryAddress(slug), picture: link.picture ? pictureOf(link.picture) : null }
}

/** `availability` as SHIP-23 says it: a card is available until nothing of it can be had. `today` is 'YYYY-MM-DD'. */
export function productCard(card: CatalogCard, today: string): ProductCard {
  const isGone = isCardGone(card, today)
  return {
    productId: card.productId,
    sku: card.sku,
    name: card.name,
    navigateUrl: productAddress(card.sku),
    pictures: present([card.picture, card.secondPicture]).map(pictureOf),
    lowestPrice: card.price.lowCurrentCents,
    highestPrice: card.price.highCurrentCents,
    regularPrice: card.price.lowRegularCents,
    swatches: card.swatches.map(({ name, color, sku }) => ({ name, color, sku })),
    availability: isGone ? availabilityStatus.noLongerAvailable : availabilityStatus.available,
    isAddable: card.isSimple && !isGone,
    registrySku: card.registrySku,
    isDonation: card.isDonation,
  }
}

export function homePage(
  categories: readonly CategoryLink[],
  bestsellers: readonly CatalogCard[],
  scenes: readonly Picture[],
  today: string,
): PageOf<'home'> {
  const departments = categories.slice(0, 8).map(categoryCard)
  return {
    name: 'home',
    departments,
    bestsellers: bestsellers.map((card) => productCard(card, today)),
    // a shop without scenes of its own shows its departments large
    scenes: scenes.length > 0 ? scenes : present(departments.map((department) => department.picture)).slice(0, 2),
  }
}

export function productPage(
  product: ProductPage,
  facts: SkuFacts | undefined,
  stores: readonly Location[],
  now: Date,
): PageOf<'product'> {
  const { productId, name, description, details, care, category } = product
  const detail: ProductDetail = {
    productId,
    name,
    description,
    details,
    care,
    category: { ...category, navigateUrl: categoryAddress(category.slug) },
    department: facts?.department ?? '',
    class: facts?.class ?? '',
    subclass: facts?.subclass ?? '',
    options: product.options.map((option) => ({
      code: option.code,
      name: option.name,
      values: option.values.map((value) => ({ value: value.value, name: value.name, color: value.swatch })),
    })),
    skus: product.skus.map((sku) => productSku(sku, product.pictures, now)),
    selectedSku: product.sku,
    hasGrouper: product.hasGrouper,
    stores: (product.skus.some(isForPickup) ? stores : []).map((store) => ({
      storeNumber: String(store.locationId),
      name: store.name,
      city: store.city,
      state: store.state,
    })),
  }
  return { name: 'product', product: detail }
}

/** SHIP-21: what cannot be picked up anywhere has no stores to choose from. */
function isForPickup(sku: CatalogSku): boolean {
  return isPickupVisible(pickupStatus(sku, null))
}

function productSku(sku: CatalogSku, shared: readonly CatalogPicture[], now: Date): ProductSku {
  const moment = promiseMoment(now)
  const promise = promiseDelivery({ sku: { ...sku, isSold: true }, wanted: 1, method: null, storeFree: null }, moment)
  const availability = availabilityOf(sku, moment.start)
  return {
    sku: sku.sku,
    name: sku.title,
    optionChoice: sku.optionChoice,
    currentPrice: sku.currentCents,
    regularPrice: sku.regularCents,
    pictures: present([sku.picture, ...shared]).map(pictureOf),
    availability,
    availabilityMessage: promise.availabilityMessage,
    farMonth: farMonth(promise, moment.today),
    isNla: availability === 3,
    isStockSku: sku.isStockSku,
    isSuperSpecialOrder: sku.isSuperSpecialOrder,
    shipKind: sku.shipKind,
    propertyCodes: [...sku.propertyCodes],
    dimensions: sku.dimensions,
    boxes: boxesView(sku),
    isOversized: sku.boxes.some(isOversizedBox),
    installationServices: sku.services.map(({ type, name, feeCents }) => ({ type, name, fee: feeCents })),
    personalizationType: sku.personalization?.type ?? 0,
    personalization: personalizationOf(sku),
    hasCustomOrderConfirmation: sku.customOrder !== null,
    customOrder: customOrderOf(sku),
    makingTime: makingText(sku),
  }
}

function personalizationOf({ personalization }: CatalogSku): ProductSku['personalization'] {
  if (personalization === null) return null
  const { feeCents, ...template } = personalization
  return { ...template, fee: feeCents }
}
