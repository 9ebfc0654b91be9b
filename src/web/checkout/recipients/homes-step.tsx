import { type ReactNode, useState } from 'react'
import { AddressBlock } from '#web/address/address-block.tsx'
import { calls } from '#web/calls/client.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { StepActions } from '#web/checkout/steps/step-actions.tsx'
import forms from '#web/checkout/steps/step-form.module.css'
import { useLeaveStep } from '#web/checkout/steps/use-leave-step.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMoney } from '#web/variants/context.tsx'
import { BoxForFreight, useBoxForFreight } from './box-for-freight.tsx'
import { HomeLine } from './home-line.tsx'
import styles from './homes.module.css'
import { divisionOf, type Homes, longName, type Recipient, readFromTitle, useHomes } from './use-homes.ts'

/** Step 1 for several addresses: each line goes to its own home (SHIP-05). */
export function HomesStep({ onSingle }: { readonly onSingle: () => void }): ReactNode {
  const { checkout } = useCheckout()
  const homes = useHomes()
  const { isLeaving, leave } = useLeaveStep(1)
  const [hasTried, setTried] = useState(false)
  const items = checkout.basketItems.filter(({ isDonation }) => !isDonation)
  const isHome = (one: Recipient) => !one.isPickup && one.address !== null
  const addresses = checkout.recipientList.filter(isHome)
  const places = new Set(checkout.recipientList.filter((one) => one.isPickup || isHome(one)).map(({ id }) => id))
  const hasBox = useBoxForFreight()
  const homeless = items.filter(({ recipientId }) => !places.has(recipientId))

  const save = async (): Promise<boolean> => {
    const multiRecipientBasket = divisionOf(checkout.basketItems)
    const reply = await homes.ask('saveMultiRecipientBasket', () =>
      calls.checkout.saveMultiRecipientBasket({ multiRecipientBasket }),
    )
    return reply?.isSuccess ?? false
  }
  const next = (): void => {
    setTried(true)
    const first = homeless[0]
    if (first !== undefined) document.getElementById(`home-${first.id}`)?.focus()
    else if (hasBox) document.getElementById('homes-title')?.focus()
    else leave(save)
  }
  return (
    <form
      method="dialog"
      noValidate
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <p className={forms.quiet}>Choose where each item goes. You can split items of which you have several.</p>
      {homes.refusal !== '' && <Notice kind="bad">{homes.refusal}</Notice>}
      <BoxForFreight />
      <ul className={styles.lines} aria-label="Items and where they go">
        {[...items].sort(bySku).map((item) => (
          <HomeLine key={item.id} item={item} homes={homes} isMissing={hasTried} />
        ))}
      </ul>
      {addresses.length > 0 && <Addresses addresses={addresses} homes={homes} />}
      {addresses.length < 2 && (
        <p>
          <Button
            kind="plain"
            onClick={() => {
              onSingle()
              readFromTitle()
            }}
          >
            Ship everything to one address
          </Button>
        </p>
      )}
      <StepActions>
        <Button type="submit" isBusy={isLeaving} busyText="Saving your addresses…">
          Next
        </Button>
      </StepActions>
    </form>
  )
}

/** Parts of one thing stand beside each other. */
function bySku(one: { readonly sku: number }, other: { readonly sku: number }): number {
  return one.sku - other.sku
}

function Addresses({
  addresses,
  homes,
}: {
  readonly addresses: readonly Recipient[]
  readonly homes: Homes
}): ReactNode {
  const { checkout } = useCheckout()
  const money = useMoney()
  const piecesOf = (id: string) =>
    checkout.basketItems.reduce((sum, item) => sum + (item.recipientId === id ? item.quantity : 0), 0)
  return (
    <section aria-labelledby="homes-title" className={forms.section}>
      <h2 id="homes-title" tabIndex={-1} className={forms.part}>
        Your addresses
      </h2>
      <ul className={styles.homes}>
        {addresses.map((home) => {
          const pieces = piecesOf(home.id)
          const other = addresses.find((one) => one !== home)
          return (
            <li key={home.id} className={styles.home}>
              {home.address && <AddressBlock address={home.address} />}
              <p className={styles.fact}>
                {pieces === 0
                  ? 'Nothing goes here yet'
                  : `${pieces === 1 ? '1 item' : `${pieces} items`}, ${money(home.totals.subtotal)}`}
              </p>
              {other !== undefined && (
                <Button
                  kind="plain"
                  aria-disabled={homes.isBusy}
                  onClick={() => homes.isBusy || homes.remove(home, other)}
                >
                  Remove <span className="visually-hidden">{longName(home)}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
