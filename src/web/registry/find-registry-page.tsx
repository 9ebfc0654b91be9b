import type { ReactNode } from 'react'
import { registryAddresses } from '#domain/registry/registry.ts'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import styles from './registry-page.module.css'

/** Public registries by the names of their owners; a plain form that works without scripts. */
export function FindRegistryPage({ page }: { readonly page: PageOf<'findRegistry'> }): ReactNode {
  const { query, found } = page
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>Find a registry</h1>
      <p className={styles.fact}>By the name of somebody who is celebrating.</p>
      <form method="get" action={registryAddresses.find} className={styles.form}>
        <TextField label="Name" name="name" defaultValue={query} maxLength={100} autoComplete="off" required />
        <Button type="submit" isWide>
          Find
        </Button>
      </form>
      {query !== '' && (
        <section aria-label="Registries found" className={styles.registry}>
          {found.length === 0 ? (
            <p className={styles.empty}>
              No registry is found under “{query}”. It may be private: ask them for its link.
            </p>
          ) : (
            <ul className={styles.items}>
              {found.map(({ title, ownerNames, navigateUrl }) => (
                <li key={navigateUrl} className={styles.found}>
                  <h2 className={styles.name}>
                    <Link to={navigateUrl}>
                      <bdi>{ownerNames}</bdi>
                    </Link>
                  </h2>
                  <p className={styles.fact}>{title}</p>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <p className={styles.registry}>
        <ButtonLink to={registryAddresses.list} kind="plain">
          Your own registries
        </ButtonLink>
      </p>
    </div>
  )
}
