import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { cartPaths } from '#contracts/cart/paths.ts'
import {
  type CheckoutNext,
  type CheckoutShopper,
  nextAfterOversized,
  nextOfCheckout,
} from '#domain/cart/checkout-answer.ts'
import { errorType, isErrorType } from '#domain/cart/error-types.ts'
import { loadUntilGone, whileLoading } from '#web/calls/loading.ts'
import { routeErrorContext } from '#web/calls/log.ts'
import { calls } from '#web/cart/cart-calls.ts'
import { handleCartFault, showCartError } from '#web/cart/cart-faults.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { loadCart } from '#web/cart/load-cart.ts'
import { scriptOrAsk } from '#web/layers/ask-for-script.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import type { Obstacle } from './obstacles.ts'

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
      case 'emptyCart':
        return loadCart(store)
      case 'message':
        return showCartError(next.message, checkoutPlace)
      case 'loginFlyout':
        await openLayer('loginFlyout', { cart: store.read().cart, redirectUrl: reply.redirectUrl })
        return
      case 'redirect':
        browser.assign(next.url)
        return
      default:
        return meet(reply, next)
    }
  }

  /** What stands in the way of few shoppers has a script of its own. */
  const meet = async (reply: CheckoutReply, next: Obstacle): Promise<void> => {
    const loaded = await scriptOrAsk(
      'obstacles',
      () => import('./obstacles.ts'),
      () => browser.reload(),
    )
    const end = await loaded?.meetObstacle(store, browser, answerOf(reply), next)
    if (end === 'askAnew') return askAndFollow()
    if (end !== 'goOn') return
    const after = nextAfterOversized(answerOf(reply), shopperOf(store))
    if (after.kind === 'redirect' && goOn === undefined) loadUntilGone()
    await follow(reply, after)
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
