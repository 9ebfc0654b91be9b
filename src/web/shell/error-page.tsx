import type { ReactNode } from 'react'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './text-page.module.css'

/** Nothing here, or nothing now: what happened, and where to go on. */
export function ErrorPage({ page }: { readonly page: PageOf<'error'> }): ReactNode {
  const { navigation } = useFrame()
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{page.title}</h1>
      <p>{page.message}</p>
      <div className={styles.ways}>
        <ButtonLink to="/">Go to the home page</ButtonLink>
        {navigation[0] && (
          <ButtonLink to={navigation[0].navigateUrl} kind="quiet">
            {`Shop ${navigation[0].name}`}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}
