import type { ReactNode } from 'react'
import type { ChecklistRow } from '#contracts/registry/pages.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './registry-page.module.css'

/** Which departments of the store a registry already wishes from, and which are still open (ROUTE-17, REG-31). */
export function ChecklistPage({ page }: { readonly page: PageOf<'checklist'> }): ReactNode {
  const { registry, rows } = page
  const done = rows.filter(({ items }) => items.length > 0).length
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>Checklist</h1>
          <p className={styles.fact}>
            {registry.title}, {registry.ownerNames}
          </p>
        </div>
        <ButtonLink to={registryAddresses.view(registry.grId)} kind="quiet">
          View Registry
        </ButtonLink>
      </header>
      <p className={styles.progress}>
        {done} of {rows.length} departments
      </p>
      <ul className={styles.checklist}>
        {rows.map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </ul>
    </div>
  )
}

function Row({ row }: { readonly row: ChecklistRow }): ReactNode {
  const isDone = row.items.length > 0
  return (
    <li className={styles.row}>
      <span className={isDone ? styles.done : styles.open}>{isDone && <Icon name="check" size={20} />}</span>
      <div>
        <h2 className={styles.name}>
          {row.name}
          <span className="visually-hidden">{isDone ? ': done' : ': still open'}</span>
        </h2>
        {isDone ? (
          <ul className={styles.wishes}>
            {row.items.map((item) => (
              <li key={`${item.navigateUrl} ${item.name} ${item.wanted}`}>
                {item.wanted} × <Link to={item.navigateUrl}>{item.name}</Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.fact}>
            Nothing yet. <Link to={row.navigateUrl}>Look at {row.name}</Link>
          </p>
        )}
      </div>
    </li>
  )
}
