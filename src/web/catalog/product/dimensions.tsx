import type { ReactNode } from 'react'
import type { ProductSku } from '#contracts/pages.ts'
import { drawingAddress } from '#domain/catalog/dimension-drawing.ts'
import { measureText } from '#domain/catalog/measures.ts'
import { useVariant } from '#web/variants/context.tsx'
import styles from './dimensions.module.css'

type Measures = NonNullable<ProductSku['dimensions']>

/** The figures of a piece with their unit, and the server's drawing of it, which says the same (PDP-10). */
export function Dimensions({ measures }: { readonly measures: Measures }): ReactNode {
  const { country } = useVariant()
  const drawing = drawingAddress(measures)
  const { width, depth, height, diameter } = measures
  const rows = Object.entries({ Width: width, Depth: depth, Height: height, Diameter: diameter })
  return (
    <div className={styles.dimensions}>
      {drawing !== '' && (
        <img src={drawing} alt="" width="640" height="400" loading="lazy" className={styles.drawing} />
      )}
      <dl className={styles.figures}>
        {rows
          .filter(([, figure]) => figure > 0)
          .map(([name, figure]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{measureText(figure, measures.systemOfMeasure, country)}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
