import type { ProductOption, ProductSku } from '#contracts/pages.ts'
import { optionChoiceText, parseOptionChoice } from '#domain/catalog/option-choice.ts'

/** What choosing one value of an option leads to: the sku with the other choices kept where there is one. */
export type OptionLink = {
  readonly value: string
  readonly name: string
  readonly color: string
  readonly sku: number
  readonly isChosen: boolean
  /** The other choices could not be kept, or the sku is no longer available. */
  readonly isWeak: boolean
}

/** A product as far as its options go. */
export type OptionedProduct = {
  readonly options: readonly ProductOption[]
  readonly skus: readonly Pick<ProductSku, 'sku' | 'optionChoice' | 'isNla'>[]
}

/** For every value of an option the sku to go to; a value that no sku has is left out. */
export function optionLinks(
  product: OptionedProduct,
  chosen: Pick<ProductSku, 'optionChoice'>,
  code: string,
): OptionLink[] {
  const option = product.options.find((entry) => entry.code === code)
  const choices = parseOptionChoice(chosen.optionChoice) ?? {}
  return (option?.values ?? []).flatMap(({ value, name, color }) => {
    const wanted = optionChoiceText({ ...choices, [code]: value })
    const exact = product.skus.find((sku) => sku.optionChoice === wanted)
    const near = exact ?? product.skus.find((sku) => parseOptionChoice(sku.optionChoice)?.[code] === value)
    if (near === undefined) return []
    return [
      {
        value,
        name,
        color,
        sku: near.sku,
        isChosen: choices[code] === value,
        isWeak: exact === undefined || near.isNla,
      },
    ]
  })
}
