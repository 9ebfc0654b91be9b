import type { ReactNode } from 'react'
import { RecommendationCarousel } from '#web/recommendation/recommendation-carousel.tsx'

/** What others bought beside the added item (ATC-25, RECO-15); each card says itself that it was added (ATC-16). */
export function AlsoBought({ sku }: { readonly sku: number }): ReactNode {
  return (
    <RecommendationCarousel
      podid="people-also-bought-atc-confirmation"
      itemId={sku}
      title="People Also Bought"
      confirmation="card"
      heading="h3"
    />
  )
}
