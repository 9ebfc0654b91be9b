import { useRef, useState } from 'react'
import { type AddItemChoice, addItemsBody, mayAdd } from '#domain/cart/add-item-payload.ts'
import { isScanMode, scanModeCookie } from '#domain/cart/scan-mode.ts'
import type { AnalyticsSource } from '#domain/data-layer.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { tellFailure } from '#web/layers/tell-failure.ts'
import { readCookie } from '#web/navigation/cookies.ts'
import { refreshHeaderCounts } from '#web/shell/header-counts.ts'

const place = { action: 'AddItems', api: '/ReactCart/AddItems' } as const

export type AddToCartOptions = {
  /** Runs first; when it returns false nothing is sent and nothing is shown (ATC-06). */
  readonly validate?: (sku: number, hasGrouper: boolean) => boolean
  /** Which confirmation shows: from a product page or list the one that slides down (OPEN-24); none where the card itself says so. */
  readonly layer?: 'addedSlideDown' | 'addedConfirmation' | 'none'
}

/** An item to add, with what analytics may know of it. */
export type Wish = {
  readonly choice: AddItemChoice
  readonly tracked: AnalyticsSource
  readonly hasGrouper?: boolean
}

export type AddToCart = { readonly isAdding: boolean; readonly add: (wish: Wish) => Promise<boolean> }

/** Adds an item and shows what was added; a second press while one runs does nothing. */
export function useAddToCart(options: AddToCartOptions = {}): AddToCart {
  const [isAdding, setAdding] = useState(false)
  const isRunning = useRef(false)
  const add = async (wish: Wish): Promise<boolean> => {
    const asked = { sku: wish.choice.sku, hasGrouper: wish.hasGrouper ?? false }
    if (isRunning.current || !mayAdd(asked, options.validate)) return false
    isRunning.current = true
    setAdding(true)
    try {
      return await send(wish, options.layer ?? 'addedSlideDown')
    } finally {
      isRunning.current = false
      setAdding(false)
    }
  }
  return { isAdding, add }
}

async function send(wish: Wish, layer: NonNullable<AddToCartOptions['layer']>): Promise<boolean> {
  try {
    const reply = await calls.cart.addItems(addItemsBody([wish.choice]))
    if (!reply.isSuccess) return tellFailure(new Error(reply.errorMessage), reply.errorMessage, place)
    track({ happening: 'addedToCart', lines: [wish.tracked] })
    refreshHeaderCounts()
    if (layer === 'none') return true
    const isScanning = isScanMode(readCookie(scanModeCookie))
    openLayer(isScanning ? 'addedConfirmation' : layer, { added: reply, isScanMode: isScanning })
    return true
  } catch (error) {
    // no confirmation (ATC-32)
    return tellFailure(error, '', place)
  }
}
