import type { ReactNode } from 'react'
import { Ground } from '#web/ui/picture.tsx'
import { type OptionedProduct, optionLinks } from './option-links.ts'
import styles from './options.module.css'

export type OptionsProps = {
  readonly product: OptionedProduct
  readonly chosen: Pick<OptionedProduct['skus'][number], 'optionChoice'>
  readonly onChoose: (sku: number) => void
}

/** The options of a product as swatches and words; each is a link to its sku's own address, so they work without scripts. */
export function Options({ product, chosen, onChoose }: OptionsProps): ReactNode {
  return product.options.map((option) => {
    const links = optionLinks(product, chosen, option.code)
    const chosenName = links.find((link) => link.isChosen)?.name ?? ''
    const isColor = links.some((link) => link.color !== '')
    return (
      <section key={option.code} className={styles.option} aria-label={option.name}>
        <p className={styles.label}>
          <span className={styles.name}>{option.name}</span> {isColor && chosenName}
        </p>
        <ul className={isColor ? styles.swatches : styles.words}>
          {links.map((link) => (
            <li key={link.value}>
              <a
                href={`/product/${link.sku}`}
                className={isColor ? styles.swatch : styles.word}
                title={isColor ? link.name : undefined}
                aria-current={link.isChosen ? 'true' : undefined}
                data-weak={link.isWeak || undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onChoose(link.sku)
                }}
              >
                {isColor && <Ground color={link.color} />}
                <span className={isColor ? 'visually-hidden' : undefined}>{link.name}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
