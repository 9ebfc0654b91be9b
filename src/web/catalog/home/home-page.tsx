import type { ReactNode } from 'react'
import type { Picture as PictureFacts } from '#contracts/pages.ts'
import { CategoryTile } from '#web/catalog/shelf/category-tile.tsx'
import { ProductCardTile } from '#web/catalog/shelf/product-card.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './home-page.module.css'
import { homeWords } from './home-words.ts'

/** One room, four departments, what others bought, another room. */
export function HomePage({ page }: { readonly page: PageOf<'home'> }): ReactNode {
  const words = homeWords[useVariant().brand]
  const [first, , third] = page.departments
  return (
    <>
      <Scene picture={page.scenes[0] ?? null} isFirst>
        <h1 className={styles.headline}>{words.homeHeadline}</h1>
        <p className={styles.line}>{words.homeLine}</p>
        {first && <ButtonLink to={first.navigateUrl}>{`Shop ${first.name}`}</ButtonLink>}
      </Scene>
      <section className={styles.section} aria-labelledby="departments">
        <h2 id="departments" className={styles.title}>
          {words.departmentsTitle}
        </h2>
        <ul className={styles.departments}>
          {page.departments.slice(0, 4).map((department) => (
            <li key={department.slug}>
              <CategoryTile category={department} />
            </li>
          ))}
        </ul>
      </section>
      {page.bestsellers.length > 0 && (
        <section className={styles.section} aria-labelledby="bestsellers">
          <h2 id="bestsellers" className={styles.title}>
            {words.bestsellersTitle}
          </h2>
          <ul className={styles.products}>
            {page.bestsellers.slice(0, 4).map((card) => (
              <li key={card.productId}>
                <ProductCardTile card={card} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {page.scenes[1] && (
        <Scene picture={page.scenes[1]}>
          <h2 className={styles.headline}>{words.secondHeadline}</h2>
          <p className={styles.line}>{words.secondLine}</p>
          {third && (
            <ButtonLink to={third.navigateUrl} kind="quiet">
              {`Shop ${third.name}`}
            </ButtonLink>
          )}
        </Scene>
      )}
    </>
  )
}

/** On a phone the room is higher than wide: its picture is drawn wider than the page and cut. */
const roomSizes = '(max-width: 900px) 130vw, 100vw'

type SceneProps = { readonly picture: PictureFacts | null; readonly isFirst?: boolean; readonly children: ReactNode }

/** A room across the page, its words under it on a phone and beside it on a wide screen. */
function Scene({ picture, isFirst = false, children }: SceneProps): ReactNode {
  return (
    <section className={`${styles.scene} ${isFirst ? styles.opening : ''}`}>
      {picture && (
        <div className={styles.room}>
          <Picture picture={picture} shape="own" isFirst={isFirst} isDecoration sizes={roomSizes} />
        </div>
      )}
      <div className={styles.words}>{children}</div>
    </section>
  )
}
