import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProductDetail, ProductSku } from '#contracts/pages.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { storeGivenPostalCode } from '#web/address/given-postal-code.ts'
import { useAddToCart } from '#web/cart/adding/use-add-to-cart.ts'
import { RegistryButton } from '#web/registry/registry-button.tsx'
import { FormQuantity } from '#web/shell/form-quantity.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { useFrame, useVariant } from '#web/variants/context.tsx'
import { AvailabilityLine } from './availability-line.tsx'
import styles from './buy-form.module.css'
import { addRequestOf, chosenIn } from './buy-request.ts'
import { CustomTerms } from './custom-terms.tsx'
import { Installation } from './installation.tsx'
import { PersonalizeButton } from './personalize-button.tsx'
import { prefetchAdding } from './prefetch-adding.ts'
import { ReceiveBy } from './receive-by.tsx'
import { useAvailability } from './use-availability.ts'
import { useStockedStores, useStoreThatHasIt } from './use-stocked-stores.ts'

export type BuyFormProps = { readonly product: ProductDetail; readonly sku: ProductSku }

/** Quantity, way to receive, installation and 'Add to Cart'. A native form to /cart/add until the scripts have come (UX-24). */
export function BuyForm({ product, sku }: BuyFormProps): ReactNode {
  const { typed } = useFrame()
  // after a refusal of the native form (SAFE-33)
  const before = chosenIn(new URLSearchParams(typed))
  const [quantity, setQuantity] = useState(before.quantity)
  const [pickupStore, setPickupStore] = useState(before.pickupStore)
  const [installationType, setInstallationType] = useState(before.installationType)
  const [zipCode, setZipCode] = useState('')
  const availability = useAvailability(sku.sku, zipCode, pickupStore)
  const [isStoreNamed, setStoreNamed] = useState(before.pickupStore !== '')
  const stocked = useStockedStores(sku.sku, pickupStore, availability)
  useStoreThatHasIt(isStoreNamed ? null : stocked, pickupStore, setPickupStore)
  const { isAdding, add } = useAddToCart()
  const variant = useVariant()
  const isGone = sku.isNla
  // a store that has it today makes nobody wait
  const farMonth = isGone || pickupStore !== '' ? '' : sku.farMonth
  const service = sku.installationServices.find((entry) => entry.type === installationType)

  const form = useRef<HTMLFormElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    add(addRequestOf(product, sku, { quantity, pickupStore, installationType: service?.type ?? '' }, variant))
  }
  const addEarly = useEffectEvent((sent: URLSearchParams) => {
    const chosen = chosenIn(sent)
    setQuantity(chosen.quantity)
    setPickupStore(chosen.pickupStore)
    setInstallationType(chosen.installationType)
    add(addRequestOf(product, sku, chosen, variant))
  })
  useEffect(() => {
    const sent = form.current?.dataset.waiting
    if (sent === undefined) return
    delete form.current?.dataset.waiting
    // fetched beside the call, as by a pointer that comes near
    prefetchAdding()
    addEarly(new URLSearchParams(sent))
  }, [])
  const action = (
    <Button
      type="submit"
      isWide
      isBusy={isAdding}
      busyText="Adding …"
      disabled={isGone}
      onPointerEnter={prefetchAdding}
      onFocus={prefetchAdding}
    >
      {isGone ? 'No longer available' : 'Add to Cart'}
    </Button>
  )

  return (
    <form method="post" action="/cart/add" className={styles.form} onSubmit={submit} id="buy" ref={form} data-early="">
      <TokenField />
      <input type="hidden" name="Sku" value={sku.sku} />
      <input type="hidden" name="OptionChoiceParameter" value={sku.optionChoice} />
      {pickupStore === '' && (
        <Installation services={sku.installationServices} value={installationType} onChange={setInstallationType} />
      )}
      {product.stores.length > 0 && (
        <ReceiveBy
          stores={product.stores}
          value={pickupStore}
          stocked={stocked}
          onChange={(store, isNamed) => {
            setPickupStore(store)
            setStoreNamed(isNamed)
          }}
          shipStatus={availability.answer?.shipStatus ?? availabilityStatus.available}
        />
      )}
      <AvailabilityLine
        sku={sku}
        zipCode={zipCode}
        onZipCode={(code) => {
          setZipCode(code)
          storeGivenPostalCode(code)
        }}
        pickupStore={pickupStore}
        availability={availability}
      />
      <div className={styles.buy}>
        <FormQuantity label="Quantity" name="Quantity" value={quantity} onChange={setQuantity} isDisabled={isGone} />
        {action}
        {farMonth !== '' && <p className={styles.far}>It comes in {farMonth}, not before.</p>}
      </div>
      <CustomTerms customOrder={sku.customOrder} />
      {!isGone && sku.personalization !== null && (
        <PersonalizeButton
          sku={sku}
          template={sku.personalization}
          request={addRequestOf(
            product,
            sku,
            { quantity, pickupStore, installationType: service?.type ?? '' },
            variant,
          )}
          onWantedBefore={setQuantity}
        />
      )}
      {!isGone && (
        <RegistryButton
          item={{ ...sku, hasGrouper: product.hasGrouper }}
          quantity={quantity}
          tracked={addRequestOf(product, sku, { quantity, pickupStore: '', installationType: '' }, variant).tracked}
          place="shopBar"
          onWantedBefore={setQuantity}
        />
      )}
      <div className={styles.bar}>
        <span className={styles.barPrice}>
          <Price cents={sku.currentPrice} regularCents={sku.regularPrice} />
          {farMonth !== '' && <span className={styles.barFar}>in {farMonth}</span>}
        </span>
        {action}
      </div>
    </form>
  )
}
