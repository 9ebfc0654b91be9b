import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { cartPaths } from '#contracts/cart/paths.ts'
import {
  type CheckoutNext,
  type CheckoutShopper,
  nextAfterOversized,
  nextOfCheckout,
} from '#domain/cart/checkout-answer.ts'
import { callOfChoice, choosePopup, type FixCall } from '#domain/cart/error-popup.ts'
import { errorType, isErrorType } from '#domain/cart/error-types.ts'
import { loadUntilGone, whileLoading } from '#web/calls/loading.ts'
import { routeErrorContext } from '#web/calls/log.ts'
import { calls } from '#web/cart/cart-calls.ts'
import { handleCartFault, showCartError } from '#web/cart/cart-faults.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { loadCart } from '#web/cart/load-cart.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import { fixCart, fixCartPath } from './fix-cart.ts'

type CheckoutReply = ReplyOf<typeof cartCalls.checkout>

const checkoutPlace = routeErrorContext(cartPaths.checkout)

export type CheckoutFlow = { start(): Promise<void> }

/**
 * From the checkout button to the first step: one call, then whatever stands in the way (CART-31 to CART-39). `goOn` takes
 * the place of the sign-in flyout and the redirect, for who goes on in another way (CALM-32).
 */
export function createCheckoutFlow(store: CartStore, browser: Browser, goOn?: () => Promise<void>): CheckoutFlow {
  let isRunning = false

  const start = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await askAndFollow()
    } finally {
      isRunning = false
    }
  }

  const askAndFollow = async () => {
    const answered = await whileLoading(async () => {
      try {
        const reply = await calls.cart.checkout()
        const next = nextOfCheckout(answerOf(reply), shopperOf(store))
        // The loader stays on while the browser leaves (CART-39); taken here, so that it does not blink.
        if (next.kind === 'redirect' && goOn === undefined) loadUntilGone()
        return { reply, next }
      } catch (error) {
        handleCartFault(error, checkoutPlace)
        return null
      }
    })
    if (answered !== null) await follow(answered.reply, answered.next)
  }

  const follow = async (reply: CheckoutReply, next: CheckoutNext): Promise<void> => {
    if (goOn !== undefined && (next.kind === 'loginFlyout' || next.kind === 'redirect')) return goOn()
    switch (next.kind) {
      case 'errorPopup':
        return showErrorPopup(reply)
      case 'emptyCart':
        return loadCart(store)
      case 'message':
        return showCartError(next.message, checkoutPlace)
      case 'oversizedPopup':
        return showOversized(reply)
      case 'popup':
        return next.url.endsWith('=CertificatesInterrupter') ? goWithoutCertificates() : showFragment(next.url)
      case 'loginFlyout':
        await openLayer('loginFlyout', { cart: store.read().cart, redirectUrl: reply.redirectUrl })
        return
      case 'redirect':
        browser.assign(next.url)
    }
  }

  const showFragment = async (url: string): Promise<void> => {
    await openLayer('fragment', { url })
  }

  /** An international order takes no certificates: once they are gone the checkout is asked again (OPEN-51, CERT-02). */
  const goWithoutCertificates = async (): Promise<void> => {
    const { removeCertificates } = await import('#web/tender/cart-certificates.ts')
    if (await removeCertificates(store.read().cart, () => loadCart(store))) await askAndFollow()
  }

  const showErrorPopup = async (reply: CheckoutReply) => {
    const type = answerOf(reply).errorType
    const { errorMessage, items } = reply
    const choice = openLayer('unavailableItems', { errorType: type, errorMessage, items, place: 'cart' })
    await loadCart(store)
    const chosen = await choice
    // the popup may have stood open for long: 'Reload Cart' does as it says
    if (chosen === 'back') return loadCart(store)
    const call = callOfChoice(choosePopup(type, 'cart'), chosen)
    if (call !== null && (await tryFix(call))) await askAndFollow()
  }

  /** Takes out what stands in the way, then loads the cart; a failure is told and nothing is tried again (UNAVAIL-16, UNAVAIL-17). */
  const tryFix = (call: FixCall) =>
    whileLoading(async () => {
      const place = { action: call, api: fixCartPath(call) }
      try {
        const reply = await fixCart(call)
        if (!reply.isSuccess) throw new Error(reply.errorMessage)
      } catch (error) {
        handleCartFault(error, place)
        return false
      }
      await loadCart(store)
      return true
    })

  const showOversized = async (reply: CheckoutReply) => {
    const choice = await openLayer('oversizedItems', { items: reply.oversizedItems })
    if (choice !== 'continue') return browser.assign('/checkout/cart')
    const next = nextAfterOversized(answerOf(reply), shopperOf(store))
    if (next.kind === 'redirect' && goOn === undefined) loadUntilGone()
    await follow(reply, next)
  }

  return { start }
}

function answerOf(reply: CheckoutReply) {
  // A number this page does not know yet is a cart that cannot go on.
  return { ...reply, errorType: isErrorType(reply.errorType) ? reply.errorType : errorType.invalidBasket }
}

function shopperOf(store: CartStore): CheckoutShopper {
  const { isGuest, isInternational } = store.read().cart
  return { isGuest, isInternational }
}
