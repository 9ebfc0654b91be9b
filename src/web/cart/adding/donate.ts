import { cartPaths } from '#contracts/cart/paths.ts'
import type { CartReply } from '#contracts/pages.ts'
import { isScanMode, scanModeCookie } from '#domain/cart/scan-mode.ts'
import { formatCents } from '#domain/price-format.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { reportError } from '#web/layers/report-error.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import { readCookie } from '#web/navigation/cookies.ts'
import { refreshHeaderCounts } from '#web/shell/header-counts.ts'

/** Puts a donation into the cart, then loads the cart and shows what is in it by now (OPEN-36, CART-03). */
export async function donate(sku: number, cents: number, browser: Browser): Promise<void> {
  const context = routeErrorContext(cartPaths.donationAddToCart)
  try {
    const reply = await calls.cart.donationAddToCart({ sku, amount: cents })
    if (!reply.isSuccess) {
      reportError(new Error(reply.errorMessage), reply.errorMessage, context)
      return
    }
  } catch (error) {
    reportError(error, '', context)
    return
  }
  refreshHeaderCounts()
  try {
    show(await calls.cart.getCartJsx(), sku)
  } catch (error) {
    // it is given: the cart itself says so
    logError(error, routeErrorContext(cartPaths.getCartJsx))
    browser.assign('/checkout/cart')
  }
}

function show(cart: CartReply, sku: number): void {
  const line = cart.lineItems.find((one) => one.isDonation && one.sku === sku)
  if (line === undefined) throw new Error('The donation is not in the cart')
  const { currencyCode, title, imagePath, quantity, currentPrice } = line
  track({ kind: 'addedToCart', lines: [line] })
  const isScanning = isScanMode(readCookie(scanModeCookie))
  const added = {
    items: [
      {
        ...{ sku, name: title, quantity, imagePath, grId: 0, registryType: '' },
        formattedPrice: formatCents(currentPrice, currencyCode),
        ...{ personalization: null, inHousePersonalization: null },
        ...{ isInstallationServiceRequired: false, formattedInstallationServiceFee: '' },
      },
    ],
    cartQuantity: cart.lineItems.reduce((sum, one) => sum + one.quantity, 0),
    formattedCartSubtotal: formatCents(cart.orderSummary.subtotal, currencyCode),
    formattedCartDonation: formatCents(cart.orderSummary.donation, currencyCode),
    ...{ addOns: [], trackedAddOns: [] },
  }
  openLayer(isScanning ? 'addedConfirmation' : 'addedSlideDown', { added, isScanMode: isScanning })
}
