import type { ReactNode } from 'react'
import { measureFigures, measureUnits, type SystemOfMeasure } from '#domain/catalog/measures.ts'
import { useVariant } from '#web/variants/context.tsx'
import styles from './box-table.module.css'

export type BoxTableProps = {
  readonly title: string
  readonly boxes: readonly {
    readonly boxNumber: number
    readonly quantity: number
    readonly width: number
    readonly depth: number
    readonly height: number
  }[]
  /** What the figures are in; its name is said once above them. */
  readonly systemOfMeasure: SystemOfMeasure
}

/** The boxes of one item, a row each (OVERSIZE-02). */
export function BoxTable({ title, boxes, systemOfMeasure }: BoxTableProps): ReactNode {
  const { country } = useVariant()
  const say = (side: number) => measureFigures(side, systemOfMeasure, country)
  return (
    <table className={styles.table}>
      <caption>
        {title}
        <span className={styles.unit}> Measures in {measureUnits(systemOfMeasure, country)}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Box</th>
          <th scope="col">Quantity</th>
          <th scope="col">Width</th>
          <th scope="col">Depth</th>
          <th scope="col">Height</th>
        </tr>
      </thead>
      <tbody>
        {boxes.map((box) => (
          <tr key={box.boxNumber}>
            <td>{box.boxNumber}</td>
            <td>{box.quantity}</td>
            <td>{say(box.width)}</td>
            <td>{say(box.depth)}</td>
            <td>{say(box.height)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
