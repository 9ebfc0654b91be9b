import { type ReactNode, useState } from 'react'
import { addOnPicture } from '#domain/cart/lines/add-on.ts'
import { unbroken } from '#domain/price-format.ts'
import type { AddedReply } from '#web/cart/adding/add-to-cart.ts'
import { useAddToCart } from '#web/cart/adding/use-add-to-cart.ts'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import styles from './add-ons.module.css'

export type AddOnsProps = {
  readonly addOns: AddedReply['addOns']
  /** What analytics may know of each, in the same order. */
  readonly tracked: AddedReply['trackedAddOns']
}

/** What goes with the added item; nothing at all where there is nothing (ATC-26). */
export function AddOns({ addOns, tracked }: AddOnsProps): ReactNode {
  if (addOns.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="add-ons">
      <h3 id="add-ons" className={styles.title}>
        Extras and Essentials We Recommend
      </h3>
      <ul className={styles.list}>
        {addOns.map((addOn, at) => {
          const known = tracked[at]
          return known === undefined ? null : <AddOn key={addOn.sku} addOn={addOn} tracked={known} />
        })}
      </ul>
    </section>
  )
}

type AddOnProps = {
  readonly addOn: AddOnsProps['addOns'][number]
  readonly tracked: AddOnsProps['tracked'][number]
}

/** One add-on; once it was added its button says so and is disabled (ATC-27, PDP-03). After a failure it can be tried again. */
function AddOn({ addOn, tracked }: AddOnProps): ReactNode {
  const { sku, name, formattedPrice, navigateUrl } = addOn
  const [isAdded, setAdded] = useState(false)
  const { isAdding, add } = useAddToCart({ layer: 'none' })
  const picture = addOnPicture(addOn)
  const press = async () => {
    if (await add({ choice: { sku }, hasCustomConfirmation: true, tracked })) setAdded(true)
  }
  return (
    <li className={styles.addOn}>
      {picture !== '' && (
        <Link to={navigateUrl} tabIndex={-1} aria-hidden="true" className={styles.picture}>
          <SmallPicture path={picture} width={80} />
        </Link>
      )}
      <div className={styles.words}>
        <Link to={navigateUrl} className={styles.name}>
          {name}
        </Link>
        <p>{unbroken(formattedPrice)}</p>
        <Button
          kind="quiet"
          isBusy={isAdding}
          busyText="Adding …"
          disabled={isAdded}
          className={styles.add ?? ''}
          aria-label={isAdded ? `Added: ${name}` : `Add ${name}`}
          onClick={press}
        >
          {isAdded ? 'Added' : 'Add'}
        </Button>
      </div>
    </li>
  )
}
