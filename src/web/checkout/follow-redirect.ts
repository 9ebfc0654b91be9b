import { isCheckoutAddress } from '#domain/checkout/steps.ts'
import { loadUntilGone } from '#web/calls/loading.ts'
import type { CheckoutVisit } from '#web/checkout/checkout-context.ts'

/** Follows the redirectUrl of an answer: a step without a page load, with what was said of it; all else by the browser (ORDER-11, GIFT-10). */
export async function followRedirect(
  { redirectUrl, errorMessage }: { readonly redirectUrl: string; readonly errorMessage: string },
  { store, browser, goTo }: Pick<CheckoutVisit, 'store' | 'browser' | 'goTo'>,
): Promise<void> {
  if (isCheckoutAddress(redirectUrl)) {
    await goTo(redirectUrl)
    store.showNotice(errorMessage)
  } else {
    loadUntilGone()
    browser.assign(redirectUrl)
  }
}
