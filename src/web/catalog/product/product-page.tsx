import { type ReactNode, useState } from 'react'
import type { FitPlace } from '#domain/shipping/fit.ts'
import { BuyForm } from '#web/catalog/buy/buy-form.tsx'
import { DonationForm } from '#web/catalog/donation/donation-form.tsx'
import { DonationPrice } from '#web/catalog/donation/donation-price.tsx'
import { NearCarousels } from '#web/catalog/recommendation/near-carousels.tsx'
import places from '#web/catalog/recommendation/places.module.css'
import { FavoriteButton } from '#web/catalog/shelf/favorite-button.tsx'
import { openLayer } from '#web/layers/open-layer.ts'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { FitCheck } from '#web/shipping/fit-check.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/panels/disclosure.tsx'
import { Price } from '#web/ui/price.tsx'
import { useFrame } from '#web/variants/context.tsx'
import { Dimensions } from './dimensions.tsx'
import { Gallery } from './gallery.tsx'
import { Options } from './options.tsx'
import styles from './product-page.module.css'

/** A product: its pictures, what it costs, its options, how to get it, and all that is known of it. */
export function ProductPage({ page }: { readonly page: PageOf<'product'> }): ReactNode {
  const { product } = page
  const { isScanMode } = useFrame()
  const [skuNumber, setSkuNumber] = useState(product.selectedSku)
  const sku = product.skus.find((entry) => entry.sku === skuNumber) ?? product.skus[0]
  if (sku === undefined) return null

  const choose = (number: number) => {
    setSkuNumber(number)
    // The address follows the choice, so that it can be shared; no page load, nothing typed is lost.
    window.history.replaceState(window.history.state, '', `/product/${number}`)
    announce(product.skus.find((entry) => entry.sku === number)?.name ?? '')
  }
  const isDonation = sku.shipKind === 'donation'
  const systemOfMeasure = sku.dimensions?.systemOfMeasure ?? 1

  return (
    <div className={styles.page}>
      <nav aria-label="Where you are" className={styles.trail}>
        <Link to="/">Home</Link>
        <span aria-hidden="true">/</span>
        <Link to={product.category.navigateUrl}>{product.category.name}</Link>
      </nav>
      <div className={styles.columns}>
        <Gallery key={sku.sku} pictures={sku.pictures} />
        <div className={styles.facts}>
          <div className={styles.head}>
            <h1 className={styles.name}>{product.name}</h1>
            <FavoriteButton sku={sku.sku} name={product.name} />
          </div>
          <p className={styles.price}>
            {isDonation ? (
              <DonationPrice />
            ) : (
              <Price cents={sku.currentPrice} regularCents={sku.regularPrice} isLarge />
            )}
          </p>
          <p className={styles.description}>{product.description}</p>
          <Options product={product} chosen={sku} onChoose={choose} />
          {isDonation ? <DonationForm sku={sku} /> : <BuyForm key={`buy ${sku.isNla}`} product={product} sku={sku} />}
          <p className={styles.number}>
            SKU {sku.sku}
            {sku.isOversized && (
              <Button
                kind="plain"
                onClick={() => openLayer('oversizeInfo', { title: sku.name, boxes: sku.boxes, systemOfMeasure })}
              >
                Oversize item
              </Button>
            )}
          </p>
          <div className={styles.more}>
            {sku.dimensions !== null && (
              <Disclosure title="Dimensions" isOpenAtFirst>
                <Dimensions measures={sku.dimensions} />
                {(isLarge(sku.shipKind) || sku.isOversized) && sku.boxes.length > 0 && (
                  <FitCheck title={sku.name} boxes={sku.boxes} systemOfMeasure={systemOfMeasure} places={fitPlaces} />
                )}
              </Disclosure>
            )}
            {product.details.length > 0 && (
              <Disclosure title="Details">
                <ul className={styles.list}>
                  {product.details.map((detail) => (
                    <li key={detail}>{detail}</li>
                  ))}
                </ul>
              </Disclosure>
            )}
            {product.care !== '' && (
              <Disclosure title="Care">
                <p>{product.care}</p>
              </Disclosure>
            )}
          </div>
        </div>
      </div>
      <div className={places.product}>
        <NearCarousels
          show="product"
          own={{ sku: product.selectedSku, isNla: sku.isNla, categoryUrl: product.category.navigateUrl }}
          places={isScanMode ? ['recommendations'] : ['recommendations', 'crossSell', 'recommendations']}
          hasShopAll
        />
      </div>
    </div>
  )
}

const fitPlaces: readonly FitPlace[] = ['vehicle', 'doorway', 'stair', 'elevator']

/** Such pieces do not come as a parcel: how they get in is worth asking (BEYOND-08). */
function isLarge(kind: string): boolean {
  return kind === 'furniture' || kind === 'freight'
}
