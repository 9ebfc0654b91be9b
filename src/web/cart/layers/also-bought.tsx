import type { ReactNode } from 'react'
import { recommendationPlaces } from '#domain/catalog/recommendation-places.ts'
import { CrossSellCarousel } from '#web/catalog/recommendation/cross-sell-carousel.tsx'
import styles from '#web/catalog/recommendation/places.module.css'
import { RecommendationCarousel } from '#web/catalog/recommendation/recommendation-carousel.tsx'

/**
 * What others bought beside the added item (ATC-25, RECO-15), and what goes with it (XSELL-03); each card says itself that
 * it was added (ATC-16).
 */
export function AlsoBought({ sku }: { readonly sku: number }): ReactNode {
  return (
    <div className={styles.inLayer}>
      <RecommendationCarousel {...recommendationPlaces.addedToCart} itemId={sku} confirmation="card" heading="h3" />
      <CrossSellCarousel sku={sku} page="addToCart" place="crossSellAddToCart" heading="h3" />
    </div>
  )
}
