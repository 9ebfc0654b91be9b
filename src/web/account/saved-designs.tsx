import type { ReactNode } from 'react'
import type { PageOf } from '#web/navigation/page-view.ts'
import { storeDesignAgain } from '#web/registry/before-sign-in.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import styles from './saved-designs.module.css'

type Design = PageOf<'account'>['designs'][number]

/** The designs a member has made, and the way to have each made once more (CALM-64); without any there is nothing to say. */
export function SavedDesigns({ designs }: Pick<PageOf<'account'>, 'designs'>): ReactNode {
  if (designs.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>Your designs</h2>
      <ul className={styles.designs}>
        {designs.map((design) => (
          <li key={`${design.sku}-${design.designHash}`}>
            <SmallPicture path={design.imagePath} width={96} className={styles.picture} />
            <div>
              <p className={styles.name}>{design.name}</p>
              <p className={styles.words}>“{design.words}”</p>
              <Again design={design} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Again({ design }: { readonly design: Design }): ReactNode {
  const { sku, name, words, lines, navigateUrl, canBeMade } = design
  if (!canBeMade) return <p className={styles.words}>It can no longer be made.</p>
  return (
    <ButtonLink
      kind="plain"
      to={navigateUrl}
      aria-label={`Put on a piece again: ${name}, “${words}”`}
      onClick={() => storeDesignAgain(navigateUrl, { sku, quantity: 1, words: lines })}
    >
      Put on a piece again
    </ButtonLink>
  )
}
