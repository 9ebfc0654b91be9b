import { type ReactNode, useState } from 'react'
import type { ProductSku } from '#contracts/pages.ts'
import { checkPostalCode, postalCodeInput } from '#domain/address/postal-code.ts'
import { availabilityStatus, isUndelivered } from '#domain/catalog/availability.ts'
import { availabilityText } from '#domain/catalog/availability-text.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useBlurError } from '#web/ui/fields/use-blur-error.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useFrame, useMessages, useVariant } from '#web/variants/context.tsx'
import styles from './availability-line.module.css'
import type { Availability } from './use-availability.ts'

export type AvailabilityLineProps = {
  readonly sku: ProductSku
  readonly zipCode: string
  readonly onZipCode: (zipCode: string) => void
  /** Number of the pickup store; '' when it is shipped. */
  readonly pickupStore: string
  readonly availability: Availability
}

/**
 * When it can be had, for the ZIP once it is known, and what that date is made of (BEYOND-07); or whether the store has
 * it. A skeleton until the answer has come (PLAT-31, PDP-06).
 */
export function AvailabilityLine(props: AvailabilityLineProps): ReactNode {
  const { sku, zipCode, onZipCode, pickupStore, availability } = props
  const { postalCodeWord } = useVariant()
  const isPickup = pickupStore !== ''
  const { answer } = availability
  const { shipTo } = useFrame()
  if (shipTo !== '' && !isPickup && !sku.isNla) return <ByRequest country={shipTo} />
  const line = lineOf(answer, sku, isPickup, postalCodeWord)
  return (
    <div className={styles.delivery}>
      <div className={styles.line} data-good={line.isGood || undefined}>
        <Icon name={isPickup ? 'store' : 'truck'} size={20} />
        {availability.state === 'waiting' ? (
          <>
            <span className={styles.waiting}>
              <Skeleton label="Looking up when it can arrive" />
            </span>
            <noscript>{sku.availabilityMessage}</noscript>
          </>
        ) : (
          <p role="status">{line.text}</p>
        )}
      </div>
      {sku.makingTime !== '' && sku.availability === availabilityStatus.futureAvailability && (
        <p className={styles.lead}>{sku.makingTime}</p>
      )}
      {!isPickup && !sku.isNla && line.isDated && (
        <details className={styles.parts}>
          <summary>How this date comes about</summary>
          <ul>
            {answer?.parts.length ? (
              answer.parts.map(({ kind, text }) => <li key={kind}>{text}</li>)
            ) : (
              <li>{sku.availabilityMessage}</li>
            )}
          </ul>
        </details>
      )}
      {!sku.isNla && (zipCode !== '' || !isPickup) && <ZipCheck zipCode={zipCode} onZipCode={onZipCode} />}
    </div>
  )
}

/** To another country there is no date and no ZIP to ask for: what is in the cart goes there by request (CART-33). */
function ByRequest({ country }: { readonly country: string }): ReactNode {
  return (
    <div className={styles.delivery}>
      <div className={styles.line}>
        <Icon name="truck" size={20} />
        <p>Ships to {country} by request: we write to you with date, delivery and duties.</p>
      </div>
    </div>
  )
}

/** When no answer comes, what the page itself brought is the best there is; a date that is none does not come about. */
function lineOf(answer: Availability['answer'], sku: ProductSku, isPickup: boolean, postalCodeWord: string) {
  const { available } = availabilityStatus
  if (!answer) {
    return { text: sku.availabilityMessage, isGood: !isPickup && sku.availability === available, isDated: true }
  }
  const { shipStatus, pickupStatus, message, pickupMessage } = answer
  const isDated = !isUndelivered(shipStatus)
  if (isPickup) return { text: pickupMessage, isGood: pickupStatus === available, isDated }
  return { text: availabilityText(shipStatus, message, postalCodeWord), isGood: shipStatus === available, isDated }
}

function ZipCheck({ zipCode, onZipCode }: Pick<AvailabilityLineProps, 'zipCode' | 'onZipCode'>): ReactNode {
  const [entered, setEntered] = useState(zipCode)
  const { country, postalCodeWord } = useVariant()
  const message = useMessages()
  const isHydrated = useHydrated()
  const field = useBlurError(entered, (text) => {
    const isGood = text === '' || checkPostalCode(text, country).ok
    return isGood ? '' : message('postalCodeValidationError', { '0': text })
  })
  const apply = () => {
    const checked = checkPostalCode(entered, country)
    if (field.judge() && checked.ok) onZipCode(checked.value)
  }
  return (
    <div className={`${styles.zip} ${isHydrated ? '' : styles.hidden}`}>
      <TextField
        label={`Your ${postalCodeWord}`}
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
