import type { FormEvent, ReactNode } from 'react'
import type { ItemChoices } from '#contracts/cart/line-change-calls.ts'
import { quantityField } from '#domain/cart/limits.ts'
import { isDescriptionDisabled } from '#domain/catalog/availability.ts'
import { unsaidChoices } from '#domain/catalog/option-choice.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { ItemForm } from '#web/cart/line-change/item-form.tsx'
import type { LineChangeLinksProps } from '#web/cart/line-change/line-change-links.tsx'
import { Link } from '#web/navigation/link.tsx'
import { FormQuantity } from '#web/shell/form-quantity.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useMoney } from '#web/variants/context.tsx'
import styles from './cart-line.module.css'
import { ClosedGift } from './closed-gift.tsx'
import { DonationAmount } from './donation-amount.tsx'
import { FewerLeft } from './fewer-left.tsx'
import { LineDelivery, type LineDeliveryProps, useDeliveryForm } from './line-delivery.tsx'
import { LineMenu } from './line-menu.tsx'
import { LineRestriction } from './line-restriction.tsx'
import { wordsOf } from './line-words.ts'

export type CartLineProps = LineDeliveryProps & {
  readonly onQuantity: (quantity: number) => void
  /** Of a donation: another amount, in cents. */
  readonly onAmount: (cents: number) => void
  readonly onRemove: () => void
  readonly onSave: () => void
  readonly onRemoveInstallation: () => void
  /** Its removal failed a moment ago. */
  readonly isNotRemoved: boolean
  readonly change: LineChangeLinksProps['change']
  /** What it can become, where the page was asked for that without scripts. */
  readonly itemChoices?: ItemChoices | undefined
}

/** One line: what it is, how it comes, how many, what it costs, and what can be done with it. */
export function CartLine(props: CartLineProps): ReactNode {
  const { line, isLocked } = props
  const isHydrated = useHydrated()
  const money = useMoney()
  const delivery = useDeliveryForm(props)
  const stop = (action: () => void) => (event: FormEvent) => {
    event.preventDefault()
    action()
  }
  return (
    <li className={line.isDonation ? `${styles.line} ${styles.donation}` : styles.line} data-line={line.id}>
      <Link to={line.navigateUrl} className={styles.picture} tabIndex={-1} aria-hidden="true">
        <SmallPicture path={line.imagePath} width={120} />
      </Link>
      <div className={styles.facts}>
        <h2 className={styles.name}>
          {isDescriptionDisabled(line.availability) ? (
            <span className={styles.disabled}>{line.title}</span>
          ) : (
            <Link to={line.navigateUrl}>{line.title}</Link>
          )}
        </h2>
        <p className={styles.fact}>
          {unsaidChoices(line.title, line.optionChoices)
            .map((choice) => `${choice.name}: ${choice.value}`)
            .join(', ')}
        </p>
        <p className={styles.fact}>{wordsOf(line)}</p>
        {line.grId !== 0 && (
          <p className={styles.fact}>{line.giftFor ? `A gift for ${line.giftFor}` : 'Gift from a registry'}</p>
        )}
        {line.isDonation ? (
          <p className={styles.fact}>Donation, without tax and shipping</p>
        ) : (
          <p className={styles.fact}>
            <Price cents={line.currentPrice} regularCents={line.regularPrice} />
            {line.quantity > 1 && ' each'}
          </p>
        )}
        <LineDelivery {...props} form={delivery.form} />
        {props.itemChoices && !isLocked && <ItemForm line={line} choices={props.itemChoices} />}
        {props.isNotRemoved && <p className={styles.bad}>It could not be removed. Please try again.</p>}
        <FewerLeft line={line} isLocked={isLocked} onQuantity={props.onQuantity} />
        {line.isRegistryClosed && <ClosedGift {...line} isLocked={isLocked} />}
        {line.restriction && <LineRestriction {...line.restriction} />}
      </div>
      <div className={styles.amount}>
        {line.isDonation ? (
          <DonationAmount line={line} isLocked={isLocked} onAmount={props.onAmount} />
        ) : (
          <form method="post" action={cartFormPaths.quantity} onSubmit={(event) => event.preventDefault()}>
            <TokenField />
            <input type="hidden" name="lineItemId" value={line.id} />
            <FormQuantity
              label={`Quantity of ${line.title}`}
              name="quantity"
              field={quantityField(line.id)}
              value={line.quantity}
              onChange={props.onQuantity}
              isDisabled={isLocked}
            />
            {!isHydrated && (
              <Button type="submit" kind="plain" className={styles.update}>
                Update
              </Button>
            )}
          </form>
        )}
        <p className={styles.total}>{money(line.currentPrice * line.quantity)}</p>
      </div>
      {!line.isDonation && <LineMenu {...props} changeDelivery={delivery.link} />}
      <form method="post" action={cartFormPaths.remove} className={styles.remove} onSubmit={stop(props.onRemove)}>
        <TokenField />
        <input type="hidden" name="lineItemId" value={line.id} />
        <Button type="submit" kind="plain" className={styles.small} disabled={isLocked}>
          Remove <span className="visually-hidden">{line.title}</span>
        </Button>
      </form>
    </li>
  )
}
