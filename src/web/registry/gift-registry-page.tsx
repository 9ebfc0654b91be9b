import { type ReactNode, useState } from 'react'
import type { RegistryItemView } from '#contracts/registry/pages.ts'
import { listTypeName, quantityFieldName, registryAddresses } from '#domain/registry/registry.ts'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { GiftCounts } from '#web/registry/gift-counts.tsx'
import { CloseForm } from '#web/registry/owner-ways.tsx'
import { FormQuantity } from '#web/shell/form-quantity.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import styles from './registry-page.module.css'

/** A registry as its givers see it: what is wished for, what is taken, and a button to give (BEYOND-04). */
export function GiftRegistryPage({ page }: { readonly page: PageOf<'giftRegistry'> }): ReactNode {
  const { shareId, isOwner, registry } = page
  if (registry.isClosed) return <ClosedRegistry page={page} />
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <p className={styles.fact}>{registry.title}</p>
          <h1 className={styles.title}>
            <bdi>{registry.ownerNames}</bdi>
          </h1>
          {registry.place !== '' && (
            <p className={styles.fact}>
              Gifts can go straight to them in {registry.place}. Their street stays between them and us.
            </p>
          )}
        </div>
        {isOwner && (
          <ButtonLink to={registryAddresses.view(registry.grId)} kind="quiet">
            Your own view
          </ButtonLink>
        )}
      </header>
      {registry.picture !== null && (
        <img
          className={styles.photo}
          src={registry.picture.path}
          width={registry.picture.width}
          height={registry.picture.height}
          alt={registry.ownerNames}
        />
      )}
      {registry.greeting !== '' && <p className={styles.greeting}>{registry.greeting}</p>}
      {registry.isPast && <p className={styles.fact}>The day has passed; gifts are still welcome.</p>}
      {registry.items.length === 0 ? (
        <p className={styles.empty}>Nothing is on this {listTypeName(registry.listType).toLowerCase()} yet.</p>
      ) : (
        <ul className={styles.items}>
          {registry.items.map((item) => (
            <WantedItem
              key={`${item.sku} ${item.designId}`}
              item={item}
              shareId={shareId}
              isSurprise={registry.isSurprise}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** What its link leads to when a registry is closed. */
function ClosedRegistry({ page }: { readonly page: PageOf<'giftRegistry'> }): ReactNode {
  const { registry, isOwner } = page
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <p className={styles.fact}>{registry.title}</p>
      <h1 className={styles.title}>This registry is closed</h1>
      <p className={styles.greeting}>
        {!isOwner && (
          <>
            Thank you for thinking of <bdi>{registry.ownerNames}</bdi>.{' '}
          </>
        )}
        Gifts that were bought from it arrive as planned.
      </p>
      {isOwner ? (
        <CloseForm {...registry} />
      ) : (
        <div className={`${styles.ways} ${styles.close}`}>
          <ButtonLink to="/" kind="quiet">
            Find a gift
          </ButtonLink>
          <ButtonLink to={registryAddresses.find} kind="plain">
            Find another registry
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

type WantedProps = { readonly item: RegistryItemView; readonly shareId: string }

function WantedItem({ item, shareId, isSurprise }: WantedProps & { readonly isSurprise: boolean }): ReactNode {
  const free = freePieces(item)
  return (
    <li className={styles.item}>
      <Link to={item.navigateUrl} tabIndex={-1} aria-hidden="true" className={styles.picture}>
        <SmallPicture path={item.imagePath} width={96} />
      </Link>
      <div className={styles.facts}>
        <h2 className={styles.name}>
          <Link to={item.navigateUrl}>{item.name}</Link>
        </h2>
        {item.words !== '' && <p className={styles.fact}>Personalized: {item.words}</p>}
        {item.optionChoices !== '' && <p className={styles.fact}>{item.optionChoices}</p>}
        <p>
          <Price cents={item.currentPrice} regularCents={item.regularPrice} />
        </p>
        <GiftCounts item={item} isSurprise={isSurprise} />
      </div>
      <div className={styles.changes}>
        {item.isNla ? (
          <p className={styles.fact}>No longer available</p>
        ) : (
          free > 0 && <GiveForm item={item} shareId={shareId} />
        )}
      </div>
    </li>
  )
}

/** Pieces that nobody has bought and nobody is buying. */
function freePieces({ wanted, bought, held }: RegistryItemView): number {
  return Math.max(0, wanted - bought - held)
}

function GiveForm({ item, shareId }: WantedProps): ReactNode {
  const free = freePieces(item)
  const [quantity, setQuantity] = useState(1)
  return (
    <form method="post" action="/gift-registry/buy" className={styles.give}>
      <TokenField />
      <input type="hidden" name="shareId" value={shareId} />
      <input type="hidden" name="sku" value={item.sku} />
      <input type="hidden" name="designId" value={item.designId} />
      {free > 1 ? (
        <FormQuantity
          label={`Quantity of ${item.name}`}
          name="quantity"
          field={quantityFieldName({ ...item, grId: 0 })}
          value={quantity}
          onChange={(next) => setQuantity(Math.min(next, free))}
        />
      ) : (
        <input type="hidden" name="quantity" value="1" />
      )}
      <Button type="submit" aria-label={`Give this: ${item.name}`}>
        Give this
      </Button>
    </form>
  )
}
