import { prefetchLayer } from '#web/layers/prefetch.ts'

/** Fetches what adding needs before it is pressed: when a pointer or the focus comes near. */
export function prefetchAdding(): void {
  import('#web/cart/adding/add-to-cart.ts').catch(() => {})
  prefetchLayer('addedSlideDown')
}
