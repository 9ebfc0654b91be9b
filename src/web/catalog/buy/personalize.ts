import type { ProductSku, SkuPersonalization } from '#contracts/pages.ts'
import { isInHouse } from '#domain/personalization/types.ts'
import { isForRegistry } from '#domain/registry/registry-button.ts'
import type { AddRequest } from '#web/cart/adding/add-request.ts'
import { openCartAfterTerms } from '#web/cart/adding/add-to-cart.ts'
import type { AddToCart } from '#web/cart/adding/use-add-to-cart.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import { addDesignToRegistry } from '#web/registry/add-design.ts'
import type { WantedDesign } from '#web/registry/before-sign-in.ts'

export type Personalizing = {
  readonly add: AddToCart['add']
  readonly browser: Browser
  readonly isSignedIn: boolean
  /** The terms of personalized pieces, in order. */
  readonly terms: readonly string[]
}

/**
 * Asks for the words and the terms; once they are accepted the piece is added and the cart opens (ATC-11, ATC-14), or it is
 * added to a registry, and no cart opens (REG-21); what was on its way there before a sign-in goes on (CALM-28).
 */
export async function personalize(
  { sku, template, request: asked, before }: PersonalizeButtonProps & { readonly before: WantedDesign | undefined },
  { add, browser, isSignedIn, terms }: Personalizing,
): Promise<void> {
  const { type, templateName, locationName, fee } = template
  const quantity = before?.quantity ?? asked.tracked.quantity
  // the page may not show yet how many were wanted
  const request = { ...asked, choice: { ...asked.choice, quantity }, tracked: { ...asked.tracked, quantity } }
  const tracked = { ...request.tracked, isPersonalized: true, currentPrice: request.tracked.currentPrice + fee }
  const isHeld = isInHouse(type) && isForRegistry({ ...sku, hasGrouper: request.hasGrouper ?? false })
  const went = await openLayer('monogram', {
    sku: sku.sku,
    name: sku.name,
    imagePath: sku.pictures[0]?.path ?? '',
    quantity,
    price: sku.currentPrice,
    template,
    before: before?.words ?? null,
    isAgain: before?.isAgain === true,
    accept: (lines, refuse) =>
      add({ ...request, design: { type, templateName, locationName, lines, refuse }, tracked }),
    addToRegistry: isHeld
      ? (lines, refuse) => {
          const design = { type, templateName, locationName, lines, refuse }
          return addDesignToRegistry({ sku: sku.sku, quantity, design, tracked }, { isSignedIn, terms }, browser)
        }
      : null,
  })
  if (went === 'cart') openCartAfterTerms(browser)
}

export type PersonalizeButtonProps = {
  readonly sku: ProductSku
  readonly template: SkuPersonalization
  /** The piece as it would be added without any words. */
  readonly request: AddRequest
}
