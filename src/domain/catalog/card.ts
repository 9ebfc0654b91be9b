import { availabilityOf, availabilityStatus } from './availability.ts'
import type { CardSwatch, PriceRange, ProductCard, ProductOption, RegistrySku } from './product.ts'
import type { AvailabilityFacts, Picture, ShipKind } from './sku.ts'

/** What a card is made of; `skus` are those sold in the country, in order of position. */
export type CardFacts = PriceRange & {
  readonly productId: string
  readonly name: string
  readonly leadSku: number
  readonly options: readonly ProductOption[]
  readonly pictures: readonly Picture[]
  /** The family of each colour by its choice: {'color:moss': 'green'}. */
  readonly colors: { readonly [choice: string]: string }
  readonly skus: readonly {
    readonly sku: number
    readonly choice: string
    readonly picture: Picture | null
    /** No personalization, no custom order, not a donation. */
    readonly isPlain: boolean
    readonly hasCustomOrder: boolean
    readonly propertyCodes: readonly number[]
    readonly shipKind: ShipKind
    readonly isStockSku: boolean
    readonly isSuperSpecialOrder: boolean
    readonly hasGrouper: boolean
    readonly supply: AvailabilityFacts
  }[]
}

/**
 * A product as a card of a shelf, shown and led to in one of the colour families that were asked for, when it comes
 * in one. Its dots are the values of the first option that has colours, each leading to its first sku.
 */
export function cardOf(facts: CardFacts, colorFamilies: readonly string[] = []): ProductCard {
  const usual = facts.skus.find((sku) => sku.sku === facts.leadSku)
  const isRequested = ({ choice }: CardFacts['skus'][number]) =>
    choice.split('|').some((part) => colorFamilies.includes(facts.colors[part] ?? ''))
  const lead = usual && isRequested(usual) ? usual : (facts.skus.find(isRequested) ?? usual)
  const isDonation = lead?.shipKind === 'donation'
  return {
    productId: facts.productId,
    sku: lead?.sku ?? facts.leadSku,
    name: facts.name,
    price: {
      lowCurrentCents: facts.lowCurrentCents,
      highCurrentCents: facts.highCurrentCents,
      lowRegularCents: facts.lowRegularCents,
      highRegularCents: facts.highRegularCents,
    },
    picture: lead?.picture ?? facts.pictures[0] ?? null,
    secondPicture: (lead?.picture ? facts.pictures[0] : facts.pictures[1]) ?? null,
    swatches: swatchesOf(facts),
    supplies: facts.skus.flatMap(({ supply, shipKind }) => (shipKind === 'donation' ? [] : [supply])),
    isSimple: facts.skus.length === 1 && lead?.isPlain === true,
    optionChoice: lead?.choice ?? '',
    hasCustomOrder: lead?.hasCustomOrder ?? false,
    propertyCodes: lead?.propertyCodes ?? [],
    registrySku: lead === undefined || isDonation ? null : registrySkuOf(lead),
    isDonation,
  }
}

/** Whether nothing of a card can be had any more. `today` is 'YYYY-MM-DD'. */
export function isCardGone({ supplies }: Pick<ProductCard, 'supplies'>, today: string): boolean {
  const isGone = (supply: AvailabilityFacts) => availabilityOf(supply, today) === availabilityStatus.noLongerAvailable
  return supplies.length > 0 && supplies.every(isGone)
}

function registrySkuOf(lead: CardFacts['skus'][number]): RegistrySku {
  const { sku, isStockSku, hasGrouper, isSuperSpecialOrder, propertyCodes } = lead
  return { sku, isStockSku, hasGrouper, isSuperSpecialOrder, propertyCodes }
}

function swatchesOf(facts: CardFacts): CardSwatch[] {
  const option = facts.options.find((each) => each.values.some((value) => value.swatch !== ''))
  if (option === undefined) return []
  return option.values.flatMap((value) => {
    const sku = facts.skus.find((each) => each.choice.split('|').includes(`${option.code}:${value.value}`))
    return sku && value.swatch !== ''
      ? [{ sku: sku.sku, name: value.name, color: value.swatch, picture: sku.picture }]
      : []
  })
}
