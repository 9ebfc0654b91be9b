import type { ReactNode } from 'react'
import { allDepartmentsAddress, productPagePodids } from '#domain/catalog/recommendation-places.ts'
import { useFrame } from '#web/variants/context.tsx'
import { CrossSellItems } from './cross-sell-items.tsx'
import { Recommendations } from './recommendations.tsx'

export type ProductRecommendationsProps = {
  /** The sku of the page's address. */
  readonly sku: number
  readonly isNla: boolean
  /** Where all of the kind are. */
  readonly categoryUrl: string
}

/** What a product page shows below the product itself (OPEN-25, XSELL-02); in scan mode only what stores sell best. */
export function ProductRecommendations({ sku, isNla, categoryUrl }: ProductRecommendationsProps): ReactNode {
  const { isScanMode } = useFrame()
  const [first, ...others] = productPagePodids({ isNla, isScanMode })
  return (
    <>
      {first && <Recommendations key={first} podid={first} itemId={sku} shopAllTo={categoryUrl} />}
      {!isScanMode && <CrossSellItems sku={sku} page="product" place="crossSell" />}
      {others.map((podid) => (
        <Recommendations key={podid} podid={podid} itemId={sku} shopAllTo={allDepartmentsAddress} />
      ))}
    </>
  )
}
