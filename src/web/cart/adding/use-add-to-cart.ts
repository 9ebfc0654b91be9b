import { createContext, use, useRef, useState } from 'react'
import type { AddItemChoice } from '#domain/cart/lines/add-item-payload.ts'
import { mayAdd } from '#domain/cart/lines/may-add.ts'
import type { AnalyticsSource } from '#domain/data-layer.ts'
import { tellFailure } from '#web/layers/tell-failure.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import type { AddedReply } from './add-to-cart.ts'

export type AddToCartOptions = {
  /** Runs first; when it returns false nothing is sent and nothing is shown (ATC-06). */
  readonly validate?: (sku: number, hasGrouper: boolean) => boolean
  /** Which confirmation shows: from a product page or list the one that slides down (OPEN-24); none where the card itself says so. */
  readonly layer?: 'addedSlideDown' | 'addedConfirmation' | 'none'
}

/** What of a piece is made by the shopper's own words (PERS-01 to PERS-03). */
export type WishedDesign = {
  readonly type: number
  readonly templateName: string
  readonly locationName: string
  readonly lines: readonly {
    readonly elementName: string
    readonly text: string
    readonly textColor: string
    readonly font: string
  }[]
}

/** An item to add, with what analytics may know of it. */
export type Wish = {
  readonly choice: AddItemChoice
  readonly tracked: AnalyticsSource
  readonly hasGrouper?: boolean
  /** Custom confirmation is configured for it: its terms are asked for first (ATC-07 to ATC-10). */
  readonly hasCustomConfirmation?: boolean
  /** Its terms were accepted in the popup it is added from: after the add the cart opens (ATC-14). */
  readonly design?: WishedDesign
}

export type AddToCart = { readonly isAdding: boolean; readonly add: (wish: Wish) => Promise<boolean> }

/** Told what the cart answered to any add below it, before a confirmation shows: a layer that is itself the confirmation. */
export const AddedListener = createContext<((added: AddedReply) => void) | null>(null)

/** Adds an item and shows what was added; a second press while one runs does nothing. The script behind it comes when it is first wanted. */
export function useAddToCart(options: AddToCartOptions = {}): AddToCart {
  const browser = useBrowser()
  const onAdded = use(AddedListener)
  const [isAdding, setAdding] = useState(false)
  const isRunning = useRef(false)
  const add = async (wish: Wish): Promise<boolean> => {
    const asked = { sku: wish.choice.sku, hasGrouper: wish.hasGrouper ?? false }
    if (isRunning.current || !mayAdd(asked, options.validate)) return false
    isRunning.current = true
    setAdding(true)
    try {
      const { addToCart } = await import('./add-to-cart.ts')
      return await addToCart(wish, { layer: options.layer ?? 'addedSlideDown', onAdded }, browser)
    } catch (error) {
      // no confirmation (ATC-32)
      return tellFailure(error, '', { action: 'AddItems', api: '/ReactCart/AddItems' })
    } finally {
      isRunning.current = false
      setAdding(false)
    }
  }
  return { isAdding, add }
}
