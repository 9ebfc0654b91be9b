import type { ReactNode } from 'react'
import { recommendationPlaces } from '#domain/catalog/recommendation-places.ts'
import styles from './places.module.css'
import { RecommendationCarousel } from './recommendation-carousel.tsx'

/** The carousel of who has a registry: one piece at a time, large (RECO-08). */
export function RegistryRecommendations(): ReactNode {
  return (
    <div className={`${styles.below} ${styles.single}`}>
      <RecommendationCarousel {...recommendationPlaces.registry} place="registry" />
    </div>
  )
}
