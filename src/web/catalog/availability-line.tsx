import { type ReactNode, useState } from 'react'
import type { ProductSku } from '#contracts/pages.ts'
import { checkPostalCode, postalCodeInput } from '#domain/address/postal-code.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { messageKeyOf } from '#domain/problems.ts'
import { useAvailability } from '#web/catalog/use-availability.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useBlurError } from '#web/ui/use-blur-error.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useMessages, useVariant } from '#web/variants/context.tsx'
import styles from './availability-line.module.css'

export type AvailabilityLineProps = {
  readonly sku: ProductSku
  readonly zipCode: string
  readonly onZipCode: (zipCode: string) => void
  readonly isPickup: boolean
}

/** When it can be had, for the ZIP once it is known; a skeleton until the answer has come (PLAT-31). */
export function AvailabilityLine({ sku, zipCode, onZipCode, isPickup }: AvailabilityLineProps): ReactNode {
  const availability = useAvailability(sku.sku, zipCode)
  // When no answer comes, what the page itself brought is the best there is.
  const message = availability.state === 'known' ? availability.message : sku.availabilityMessage
  const status = availability.state === 'known' ? availability.shipStatus : sku.availability
  return (
    <div className={styles.delivery}>
      <div className={styles.line} data-good={status === availabilityStatus.available || undefined}>
        <Icon name={isPickup ? 'store' : 'truck'} size={20} />
        {availability.state === 'waiting' ? (
          <>
            <span className={styles.waiting}>
              <Skeleton label="Looking up when it can arrive" />
            </span>
            <noscript>{sku.availabilityMessage}</noscript>
          </>
        ) : (
          <p role="status">{isPickup ? 'Reserved at your store once the order is placed' : message}</p>
        )}
      </div>
      <ZipCheck zipCode={zipCode} onZipCode={onZipCode} />
    </div>
  )
}

function ZipCheck({
  zipCode,
  onZipCode,
}: {
  readonly zipCode: string
  readonly onZipCode: (zipCode: string) => void
}): ReactNode {
  const [entered, setEntered] = useState(zipCode)
  const { country, postalCodeWord } = useVariant()
  const message = useMessages()
  const isHydrated = useHydrated()
  const field = useBlurError(entered, (text) => {
    const checked = checkPostalCode(text, country)
    return checked.ok || text === '' ? '' : message(messageKeyOf[checked.problem.code], { '0': text })
  })
  const apply = () => {
    const checked = checkPostalCode(entered, country)
    if (field.judge() && checked.ok) onZipCode(checked.value)
  }
  const label = `Your ${postalCodeWord}`
  return (
    <div className={`${styles.zip} ${isHydrated ? '' : styles.hidden}`}>
      <TextField
        label={label}
        value={entered}
        error={field.error}
        autoComplete="postal-code"
        inputMode={country === 'US' ? 'numeric' : 'text'}
        onBlur={field.onBlur}
        onChange={(event) => setEntered(postalCodeInput(event.currentTarget.value, country))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter here asks for the delivery date; it must not add to the cart.
          event.preventDefault()
          apply()
        }}
      />
      <Button kind="quiet" onClick={apply}>
        Check
      </Button>
    </div>
  )
}
