import type { ReactNode } from 'react'
import { type FeeCell, feeRows } from '#domain/shipping/fee-rows.ts'
import type { FeeTable as Fees } from '#domain/shipping/fees.ts'
import { useMoney } from '#web/variants/context.tsx'
import styles from './shipping.module.css'

/** What standard, 2-day and express shipping cost, by what the merchandise is worth (SHIPPOP-13, OPEN-79). */
export function FeeTable({ fees }: { readonly fees: Fees }): ReactNode {
  const money = useMoney()
  const share = (cell: FeeCell) => {
    if ('cents' in cell) return money(cell.cents)
    const plus = cell.extraCents === 0 ? '' : ` + ${money(cell.extraCents)}`
    return `${cell.millionths / 10_000}%${plus}`
  }
  const rows = feeRows(fees)
  const last = rows.at(-1)?.standard
  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">Shipping charges by merchandise total</caption>
        <thead>
          <tr>
            <th scope="col">Merchandise</th>
            <th scope="col">Standard</th>
            <th scope="col">2-Day</th>
            <th scope="col">Express</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.fromCents}>
              <th scope="row">
                {row.toCents === null ? `Over ${money(row.fromCents)}` : `Up to ${money(row.toCents)}`}
              </th>
              <td>{share(row.standard)}</td>
              <td>{share(row.premium)}</td>
              <td>{share(row.express)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {last !== undefined && 'capCents' in last && (
        <p className={styles.note}>
          A percentage is of the merchandise total. Standard is never more than {money(last.capCents)}.
        </p>
      )}
    </>
  )
}
