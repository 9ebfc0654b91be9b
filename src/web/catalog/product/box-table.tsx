import type { ReactNode } from 'react'
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
  /** Name of the unit, said once above the figures. */
  readonly unit?: string
}

/** The boxes of one item, a row each (OVERSIZE-02). */
export function BoxTable({ title, boxes, unit }: BoxTableProps): ReactNode {
  return (
    <table className={styles.table}>
      <caption>
        {title}
        {unit && <span className={styles.unit}> Measures in {unit}</span>}
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
            <td>{box.width}</td>
            <td>{box.depth}</td>
            <td>{box.height}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
