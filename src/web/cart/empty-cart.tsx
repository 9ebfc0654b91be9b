import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFrame, useMessages, useVariant } from '#web/variants/context.tsx'
import styles from './empty-cart.module.css'
import { emptyCartLines } from './empty-cart-words.ts'

/** Nothing in the cart: a sentence and two ways on, no checkout button (CART-29). */
export function EmptyCart(): ReactNode {
  const message = useMessages()
  const { navigation } = useFrame()
  const line = emptyCartLines[useVariant().brand]
  return (
    <section className={styles.empty}>
      <Chair />
      <h2 className={styles.title}>{message('emptyBasketMessage')}</h2>
      <p className={styles.line}>{line}</p>
      <div className={styles.ways}>
        {navigation.slice(0, 2).map((department, index) => (
          <ButtonLink key={department.slug} to={department.navigateUrl} kind={index === 0 ? 'main' : 'quiet'}>
            {`Shop ${department.name}`}
          </ButtonLink>
        ))}
      </div>
    </section>
  )
}

/** An empty chair by a window. */
function Chair(): ReactNode {
  return (
    <svg viewBox="0 0 320 200" className={styles.scene} aria-hidden="true" focusable="false">
      <rect className={styles.wall} width="320" height="200" />
      <path className={styles.light} d="M196 20h84v104h-84zM120 200l76-76h84l-60 76z" />
      <path className={styles.frame} d="M196 20h84v104h-84zM238 20v104M196 72h84" />
      <path className={styles.frame} d="M0 160h320" />
      <path
        className={styles.chair}
        d="M76 66c-2 26 0 46 4 62h62c4-16 6-36 4-62-1-12-69-12-70 0zM72 128h78v14H72zM78 142l-8 38M144 142l8 38M96 142v26M126 142v26"
      />
    </svg>
  )
}
