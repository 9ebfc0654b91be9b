import { createContext, use, useRef, useState } from 'react'
import { cartPaths } from '#contracts/cart/paths.ts'
import { mayAdd } from '#domain/cart/lines/may-add.ts'
import { routeErrorContext } from '#web/calls/log.ts'
import { scriptOrAsk } from '#web/layers/ask-for-script.ts'
import { reportError } from '#web/layers/report-error.ts'
import { type Browser, useBrowser } from '#web/navigation/browser.tsx'
import type { LetBeAdds } from './add-once.ts'
import type { AddRequest } from './add-request.ts'
import type { AddedReply, AddToCartOptions } from './add-to-cart.ts'

export type AddToCart = { readonly isAdding: boolean; readonly add: (request: AddRequest) => Promise<boolean> }

/** Told what the cart answered to any add below it, before a confirmation shows: a layer that is itself the confirmation. */
export const AddedListener = createContext<((added: AddedReply) => void) | null>(null)

/** Adds an item and shows what was added; a second press while one runs does nothing. The script behind it comes when it is first wanted. */
export function useAddToCart(options: AddToCartOptions = {}): AddToCart {
  const browser = useBrowser()
  const onAdded = use(AddedListener)
  const [isAdding, setAdding] = useState(false)
  const isRunning = useRef(false)
  const [letBe] = useState<LetBeAdds>(() => new Map())
  const add = async (request: AddRequest): Promise<boolean> => {
    const checked = { sku: request.choice.sku, hasGrouper: request.hasGrouper ?? false }
    if (isRunning.current || !mayAdd(checked, options.validate)) return false
    isRunning.current = true
    setAdding(true)
    try {
      const adding = await scriptOrAsk(
        'add-to-cart',
        () => import('./add-to-cart.ts'),
        () => loadProduct(browser, request.choice.sku),
      )
      if (adding === null) return false
      return await adding.addToCart(request, { layer: options.layer ?? 'addedSlideDown', onAdded, letBe }, browser)
    } catch (error) {
      // no confirmation (ATC-32)
      return reportError(error, '', routeErrorContext(cartPaths.addItems))
    } finally {
      isRunning.current = false
      setAdding(false)
    }
  }
  return { isAdding, add }
}

/** Its page has all that adding needs, and the article as it was chosen. */
function loadProduct(browser: Browser, sku: number): void {
  const path = `/product/${sku}`
  if (window.location.pathname === path) browser.reload()
  else browser.assign(path)
}
