import type { ReactNode } from 'react'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './text-page.module.css'

/** A page of plain words: customer service, and addresses whose pages are to come. */
export function TextPage({ page }: { readonly page: PageOf<'text'> }): ReactNode {
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{page.title}</h1>
      {page.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {page.links.length > 0 && (
        <ul className={styles.links}>
          {page.links.map((link) => (
            <li key={link.href}>
              <ButtonLink to={link.href} kind="plain">
                {link.text}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}
