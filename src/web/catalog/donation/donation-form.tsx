import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { cartPaths } from '#contracts/cart/paths.ts'
import type { ProductSku } from '#contracts/pages.ts'
import { chosenAmount, donationFields, offeredDonations, readDonation } from '#domain/cart/donation-amount.ts'
import { maxDonationCents, minDonationCents } from '#domain/cart/limits.ts'
import { formatCents, unbroken } from '#domain/price-format.ts'
import { routeErrorContext } from '#web/calls/log.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { prefetchLayer } from '#web/layers/prefetch.ts'
import { reportError } from '#web/layers/report-error.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { useFormMessage } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { useDonationProblem } from '#web/shell/use-donation-problem.ts'
import { afterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useFrame, useVariant } from '#web/variants/context.tsx'
import styles from './donation-form.module.css'

/** How much to give, and the way into the cart (OPEN-36). A native form until the scripts have come; what is chosen stays in the form itself. */
export function DonationForm({ sku }: { readonly sku: ProductSku }): ReactNode {
  const { typed } = useFrame()
  const browser = useBrowser()
  const whole = useWholeMoney()
  const problemOf = useDonationProblem()
  const [error, setError] = useState(useFormMessage(donationFields.other))
  const [isGiving, setGiving] = useState(false)
  const other = useRef<HTMLInputElement>(null)
  const before = typed[donationFields.choice] ?? String(offeredDonations[0])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isGiving) return
    const text = chosenAmount(formFields(event.currentTarget))
    const amount = readDonation(text)
    setError(problemOf(text))
    if (!amount.ok) return other.current?.focus()
    setGiving(true)
    try {
      const { donate } = await import('#web/cart/adding/donate.ts')
      await donate(sku.sku, amount.value, browser)
    } catch (error) {
      reportError(error, '', routeErrorContext(cartPaths.donationAddToCart))
    } finally {
      setGiving(false)
    }
  }

  return (
    <form method="post" action={cartFormPaths.donation} className={styles.form} onSubmit={submit} noValidate>
      <TokenField />
      <input type="hidden" name="Sku" value={sku.sku} />
      <fieldset className={styles.amounts} disabled={sku.isNla}>
        <legend className={styles.legend}>Amount</legend>
        <div className={styles.choices}>
          {[...offeredDonations.map(String), 'other'].map((value) => (
            <label key={value} className={styles.choice}>
              <input
                type="radio"
                name={donationFields.choice}
                value={value}
                defaultChecked={value === before}
                onChange={() => setError('')}
              />
              {value === 'other' ? 'Another amount' : whole(Number(value))}
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.other}>
        <TextField
          ref={other}
          id={donationFields.other}
          name={donationFields.other}
          label="Your amount"
          hint={`Whole dollars, from ${whole(minDonationCents)} to ${whole(maxDonationCents)}.`}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          defaultValue={typed[donationFields.other]}
          onChange={(event) => error !== '' && setError(problemOf(event.currentTarget.value))}
          onBlur={({ currentTarget: { value } }) => value !== '' && afterPress(() => setError(problemOf(value)))}
        />
      </div>
      <Button
        type="submit"
        isWide
        isBusy={isGiving}
        busyText="Adding …"
        disabled={sku.isNla}
        onPointerEnter={prefetchDonating}
        onFocus={prefetchDonating}
      >
        {sku.isNla ? 'No longer available' : 'Add to Cart'}
      </Button>
    </form>
  )
}

function useWholeMoney(): (cents: number) => string {
  const { currency } = useVariant()
  return (cents) => unbroken(formatCents(cents, currency, { hideCents: true }))
}

function formFields(form: HTMLFormElement): { readonly [name: string]: string } {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}

function prefetchDonating(): void {
  import('#web/cart/adding/donate.ts').catch(() => {})
  prefetchLayer('addedSlideDown')
}
