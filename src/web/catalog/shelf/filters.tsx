import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import type { BrowseView, FacetView } from '#contracts/catalog/browse.ts'
import { Link } from '#web/navigation/link.tsx'
import { useNavigate } from '#web/navigation/navigation-context.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Ground } from '#web/ui/picture.tsx'
import { useVariant } from '#web/variants/context.tsx'
import { AsGiven } from './as-given.tsx'
import styles from './filters.module.css'

/**
 * The filters as a quiet row, each opening under its word; on a phone as a sheet from the bottom. A native form until the
 * scripts have come; then every tick is followed at once.
 */
export function Filters({ browse }: { readonly browse: BrowseView }): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { facets, sorts, sort, query } = browse
  const isUsual = sort === sorts[0]?.sort
  const availability = facets.find(({ name }) => name === 'stock')
  useClosing(form)
  // what the address says is ticked, also after 'Clear all' and Back
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ticks change with the page
  useEffect(() => form.current?.reset(), [browse])

  const follow = () => {
    if (form.current === null) return
    const sent = [...new FormData(form.current)].filter(([, value]) => value !== '')
    const query = new URLSearchParams(sent.map(([name, value]) => [name, String(value)]))
    navigate(`${browse.path}${query.size > 0 ? `?${query}` : ''}`, { preventScrollReset: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    closeAll(form.current)?.focus()
    follow()
  }

  return (
    <form ref={form} action={browse.path} className={styles.form} onSubmit={submit} aria-label="Filters and order">
      {query !== null && <input type="hidden" name="q" value={query} />}
      <ul className={styles.row}>
        {facets
          .filter(({ name }) => name !== 'stock')
          .map((facet) => (
            <li key={facet.name}>
              <Sheet name={facet.label} chosen={chosenIn(facet)} browse={browse}>
                <Ticks facet={facet} onTick={follow} />
              </Sheet>
            </li>
          ))}
        <li>
          <Sheet
            name="Availability"
            chosen={(availability === undefined ? 0 : chosenIn(availability)) + (browse.postalCode === '' ? 0 : 1)}
            browse={browse}
          >
            {availability && <Ticks facet={availability} onTick={follow} />}
            <PostalCode browse={browse} />
          </Sheet>
        </li>
        <li className={styles.sort}>
          <details name="shelf" className={styles.facet}>
            <summary>
              <span>
                <span className="visually-hidden">Sort by </span>
                {sorts.find((each) => each.sort === sort)?.label}
              </span>
              <Icon name="down" size={16} />
            </summary>
            <div className={styles.sheet}>
              <p className={styles.heading}>Sort by</p>
              <ul className={styles.sorts}>
                {sorts.map(({ sort: each, label, navigateUrl }) => (
                  <li key={each}>
                    <Link
                      to={navigateUrl}
                      aria-current={each === sort ? 'true' : undefined}
                      preventScrollReset
                      onClick={() => closeAll(form.current)?.focus()}
                    >
                      {label}
                      {each === sort && <Icon name="check" size={20} />}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          </details>
        </li>
      </ul>
      {/* last, as in the page's one address */}
      {!isUsual && <input type="hidden" name="sort" value={sort} />}
    </form>
  )
}

type SheetProps = {
  readonly name: string
  readonly chosen: number
  readonly browse: BrowseView
  readonly children: ReactNode
}

function Sheet({ name, chosen, browse, children }: SheetProps): ReactNode {
  return (
    <details name="shelf" className={styles.facet}>
      <summary data-chosen={chosen > 0 || undefined}>
        <span>
          {name}
          {chosen > 0 && (
            <span className={styles.chosen}>
              {' '}
              {chosen}
              <span className="visually-hidden"> chosen</span>
            </span>
          )}
        </span>
        <Icon name="down" size={16} />
      </summary>
      <div className={styles.sheet}>
        <fieldset className={styles.fields}>
          <legend className={styles.heading}>{name}</legend>
          {children}
        </fieldset>
        <button type="submit" className={styles.show}>
          Show {browse.productCount} {browse.productCount === 1 ? 'product' : 'products'}
        </button>
      </div>
    </details>
  )
}

function Ticks({ facet, onTick }: { readonly facet: FacetView; readonly onTick: () => void }): ReactNode {
  return (
    <ul className={styles.ticks}>
      {facet.values.map(({ value, label, count, isChosen, color }) => (
        <li key={value}>
          <label className={styles.tick}>
            <input type="checkbox" name={facet.name} value={value} defaultChecked={isChosen} onChange={onTick} />
            {color !== '' && (
              <span className={styles.dot}>
                <Ground color={color} />
              </span>
            )}
            <span className={styles.word}>
              {facet.name === 'store' ? <bdi>{label}</bdi> : <AsGiven text={label} />}
            </span>
            <span className={styles.number}>
              <span className="visually-hidden">, </span>
              {count}
              <span className="visually-hidden"> {count === 1 ? 'product' : 'products'}</span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}

function PostalCode({ browse }: { readonly browse: BrowseView }): ReactNode {
  const { country } = useVariant()
  return (
    <label className={styles.code}>
      <span>Ships to {country === 'CA' ? 'postal code' : 'ZIP code'} (optional)</span>
      <input
        type="text"
        name="zip"
        autoComplete="postal-code"
        inputMode={country === 'CA' ? 'text' : 'numeric'}
        maxLength={10}
        defaultValue={browse.postalCode}
      />
    </label>
  )
}

function chosenIn(facet: FacetView): number {
  return facet.values.filter(({ isChosen }) => isChosen).length
}

function closeAll(form: HTMLFormElement | null): HTMLElement | null {
  const open = form?.querySelector<HTMLDetailsElement>('details[open]')
  open?.removeAttribute('open')
  return open?.querySelector('summary') ?? null
}

/** An open filter closes by Escape, and when something beside it is pressed. */
function useClosing(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (target instanceof Element && target.closest('details[open]') === null) closeAll(form.current)
    }
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && target instanceof Node && form.current?.contains(target)) closeAll(form.current)?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [form])
}
