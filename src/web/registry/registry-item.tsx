import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RegistryItemView } from '#contracts/registry/pages.ts'
import { registryPaths } from '#contracts/registry/paths.ts'
import { registryAddBody } from '#domain/registry/add-item.ts'
import { quantityFieldName } from '#domain/registry/registry.ts'
import { calls } from '#web/calls/client.ts'
import { routeErrorContext } from '#web/calls/log.ts'
import { reportError } from '#web/layers/report-error.ts'
import { Link } from '#web/navigation/link.tsx'
import { GiftCounts } from '#web/registry/gift-counts.tsx'
import { FormQuantity } from '#web/shell/form-quantity.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { RemovedPlace } from '#web/ui/panels/removed-place.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import styles from './registry-page.module.css'

const updatePlace = routeErrorContext(registryPaths.updateItem, 'UpdateRegistryItem')
const formPath = '/gift-registry/update'

export type RegistryItemProps = {
  readonly grId: number
  readonly item: RegistryItemView
  readonly heading: 'h2' | 'h3'
  readonly isSurprise?: boolean
}

/** One item of a registry; its quantity is saved as it changes, or by its form before the scripts have come. */
export function RegistryItem({ grId, item, heading: Heading, isSurprise = false }: RegistryItemProps): ReactNode {
  const isHydrated = useHydrated()
  const { wanted, isBusy, change, undo } = useWanted(grId, item)
  const [isGone, setGone] = useState(false)
  const name = useNameAfterUndo(wanted)
  if (wanted === 0) {
    if (isGone) return null
    return <RemovedPlace name={item.name} isUndoing={isBusy} onUndo={undo} onGone={() => setGone(true)} />
  }
  const hidden = (
    <>
      <TokenField />
      <input type="hidden" name="grId" value={grId} />
      <input type="hidden" name="sku" value={item.sku} />
      <input type="hidden" name="designId" value={item.designId} />
    </>
  )
  return (
    <li className={styles.item} aria-busy={isBusy || undefined}>
      <Link to={item.navigateUrl} tabIndex={-1} aria-hidden="true" className={styles.picture}>
        <SmallPicture path={item.imagePath} width={96} />
      </Link>
      <div className={styles.facts}>
        <Heading className={styles.name}>
          <Link ref={name} to={item.navigateUrl}>
            {item.name}
          </Link>
        </Heading>
        {item.words !== '' && <p className={styles.fact}>Personalized: {item.words}</p>}
        {item.optionChoices !== '' && <p className={styles.fact}>{item.optionChoices}</p>}
        <GiftCounts item={{ ...item, wanted }} isSurprise={isSurprise} />
        {item.isNla ? (
          <p className={styles.fact}>No longer available</p>
        ) : (
          <p>
            <Price cents={item.currentPrice} regularCents={item.regularPrice} />
          </p>
        )}
      </div>
      <div className={styles.changes}>
        <form method="post" action={formPath} className={styles.quantity} onSubmit={(event) => event.preventDefault()}>
          {hidden}
          <FormQuantity
            label={`Quantity of ${item.name}`}
            name="quantity"
            field={quantityFieldName({ ...item, grId })}
            value={wanted}
            onChange={change}
          />
          {!isHydrated && (
            <Button type="submit" kind="plain">
              Save
            </Button>
          )}
        </form>
        <form
          method="post"
          action={formPath}
          onSubmit={(event) => {
            event.preventDefault()
            focusOnward(event.currentTarget.closest('li'))
            change(0)
          }}
        >
          {hidden}
          <input type="hidden" name="quantity" value="0" />
          <Button type="submit" kind="plain" aria-label={`Remove ${item.name}`}>
            Remove
          </Button>
        </form>
      </div>
    </li>
  )
}

function updateOf(GrId: number, { sku, designId }: RegistryItemView, Quantity: number) {
  return { GrId, Sku: sku, Quantity, ...(designId === '' ? {} : { PersonalizationId: designId }) }
}

function addOf(grId: number, { sku, designId: personalizationId }: RegistryItemView, quantity: number) {
  return registryAddBody([{ sku, quantity, personalizationId }], grId)
}

/** UX-10: the focus goes to the name of the next item, else to the heading of the page. */
function focusOnward(row: HTMLElement | null): void {
  const next = row?.nextElementSibling?.querySelector<HTMLElement>('h2 a, h3 a')
  const heading = document.querySelector<HTMLElement>('main h1, h1')
  if (next === null || next === undefined) heading?.setAttribute('tabindex', '-1')
  ;(next ?? heading)?.focus()
}

/** UX-10: after an undo the focus goes back to the item. */
function useNameAfterUndo(wanted: number) {
  const name = useRef<HTMLAnchorElement>(null)
  const before = useRef(wanted)
  useEffect(() => {
    if (before.current === 0 && wanted > 0) name.current?.focus()
    before.current = wanted
  }, [wanted])
  return name
}

/** How many are wanted: shown at once, saved one after the other, and put back when it could not be saved. */
function useWanted(grId: number, item: RegistryItemView) {
  const [wanted, setWanted] = useState(item.wanted)
  const [isBusy, setBusy] = useState(false)
  const saved = useRef(item.wanted)
  const beforeRemoval = useRef(item.wanted)
  const running = useRef<Promise<void>>(Promise.resolve())

  const save = async (quantity: number): Promise<void> => {
    try {
      // what was taken off the list is put on it anew
      const isBack = saved.current === 0 && quantity > 0
      const reply = await (isBack
        ? calls.registry.addItems(addOf(grId, item, quantity))
        : calls.registry.updateItem(updateOf(grId, item, quantity)))
      if (!reply.isSuccess) {
        reportError(new Error(reply.errorMessage), reply.errorMessage, updatePlace)
        return
      }
      saved.current = quantity
      if (isBack) announce(`${item.name} is back in its place`)
      else
        announce(quantity === 0 ? `${item.name} removed. It can be undone.` : `Quantity of ${item.name}: ${quantity}.`)
    } catch (error) {
      reportError(error, '', updatePlace)
    }
  }

  const change = (quantity: number): void => {
    if (quantity === 0 && wanted > 0) beforeRemoval.current = wanted
    setWanted(quantity)
    setBusy(true)
    const next = running.current.then(() => save(quantity))
    running.current = next
    void next.finally(() => {
      if (running.current !== next) return
      setBusy(false)
      setWanted(saved.current)
    })
  }
  return { wanted, isBusy, change, undo: () => change(beforeRemoval.current) }
}
