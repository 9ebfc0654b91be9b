import type { FormEvent, ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { unsaidChoices } from '#domain/catalog/option-choice.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { Link } from '#web/navigation/link.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { RemovedPlace } from '#web/ui/panels/removed-place.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { wordsOf } from './line-words.ts'
import styles from './saved-items.module.css'
import type { LineRow, Removed } from './use-removed.ts'

type Line = CartReply['savedForLater'][number]

export type SavedItemsProps = {
  readonly rows: readonly LineRow[]
  readonly onMove: (line: Line) => void
  readonly onRemove: (line: Line) => void
  readonly onUndo: (removed: Removed) => void
  readonly onGone: (removed: Removed) => void
}

/** What waits for another day (CART-01, CART-04, CART-05). Native forms until the scripts have come (UX-24). */
export function SavedItems({ rows, onMove, onRemove, onUndo, onGone }: SavedItemsProps): ReactNode {
  if (rows.length === 0) return null
  const stop = (action: () => void) => (event: FormEvent) => {
    event.preventDefault()
    action()
  }
  return (
    <section className={styles.saved} aria-labelledby="saved-for-later">
      <h2 id="saved-for-later" className={styles.title}>
        Saved for later
      </h2>
      <ul className={styles.items}>
        {rows.map(({ line, removed }) =>
          removed !== undefined ? (
            <RemovedPlace
              key={line.id}
              name={line.title}
              isUndoing={false}
              onUndo={() => onUndo(removed)}
              onGone={() => onGone(removed)}
            />
          ) : (
            <li key={line.id} className={styles.item} data-line={line.id}>
              <Link to={line.navigateUrl} className={styles.picture} tabIndex={-1} aria-hidden="true">
                <SmallPicture path={line.imagePath} width={240} />
              </Link>
              <h3 className={styles.name}>
                <Link to={line.navigateUrl}>{line.title}</Link>
              </h3>
              <p className={styles.fact}>
                {unsaidChoices(line.title, line.optionChoices)
                  .map((choice) => choice.value)
                  .join(', ')}
              </p>
              {wordsOf(line) !== '' && <p className={styles.fact}>{wordsOf(line)}</p>}
              <p>
                <Price cents={line.currentPrice} regularCents={line.regularPrice} />
              </p>
              {line.quantity > 1 && <p className={styles.fact}>Quantity {line.quantity}</p>}
              <div className={styles.actions}>
                <form method="post" action={cartFormPaths.move} onSubmit={stop(() => onMove(line))}>
                  <TokenField />
                  <input type="hidden" name="lineItemId" value={line.id} />
                  <Button type="submit" kind="plain">
                    Move to cart <span className="visually-hidden">{line.title}</span>
                  </Button>
                </form>
                <form method="post" action={cartFormPaths.removeSaved} onSubmit={stop(() => onRemove(line))}>
                  <TokenField />
                  <input type="hidden" name="lineItemId" value={line.id} />
                  <Button type="submit" kind="plain">
                    Remove <span className="visually-hidden">{line.title}</span>
                  </Button>
                </form>
              </div>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
