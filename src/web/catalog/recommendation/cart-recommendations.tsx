import type { ReactNode } from 'react'
import { allDepartmentsAddress, recommendationPlaces } from '#domain/catalog/recommendation-places.ts'
import styles from './places.module.css'
import { RecommendationCarousel } from './recommendation-carousel.tsx'
import { RegistryRecommendations } from './registry-recommendations.tsx'

/** Under the cart, full or empty: what is wanted just now; for who has a registry, one after the other (CART-24). */
export function CartRecommendations({ isRegistryOwner }: { readonly isRegistryOwner: boolean }): ReactNode {
  if (isRegistryOwner) return <RegistryRecommendations />
  return (
    <div className={styles.below}>
      <RecommendationCarousel {...recommendationPlaces.cart} shopAllTo={allDepartmentsAddress} />
    </div>
  )
}
