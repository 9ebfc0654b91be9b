import { openCartAfterTerms } from '#web/cart/add-to-cart.ts'
import type { AddToCart } from '#web/cart/use-add-to-cart.ts'
import type { PersonalizeButtonProps } from '#web/catalog/personalize-button.tsx'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'

/** Asks for the words and the terms; once they are accepted the piece is added and the cart opens (ATC-11, ATC-14). */
export async function personalize(
  { sku, template, wish }: PersonalizeButtonProps,
  add: AddToCart['add'],
  browser: Browser,
): Promise<void> {
  const { type, templateName, locationName, fee } = template
  const { tracked } = wish
  const isAdded = await openLayer('monogram', {
    name: sku.name,
    imagePath: sku.pictures[0]?.path ?? '',
    quantity: tracked.quantity,
    price: sku.currentPrice,
    template,
    accept: (lines) =>
      add({
        ...wish,
        design: { type, templateName, locationName, lines },
        tracked: { ...tracked, isPersonalized: true, currentPrice: tracked.currentPrice + fee },
      }),
  })
  if (isAdded === true) openCartAfterTerms(browser)
}
