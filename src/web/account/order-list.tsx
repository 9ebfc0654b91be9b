import type { ReactNode } from 'react'
import { orderStateName } from '#web/account/order-state.ts'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { SmallPicture } from '#web/ui/picture.tsx'
import { useMoney, useVariant } from '#web/variants/context.tsx'
import styles from './order-list.module.css'

type Order = PageOf<'account'>['orders'][number]

/** The orders of an account, the last first, each with what is on it (CALM-64). */
export function OrderList({ orders }: { readonly orders: readonly Order[] }): ReactNode {
  const money = useMoney()
  const { locale } = useVariant()
  // One zone for server and browser, or the two would write different days.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'America/Chicago' })
  return (
    <table className={styles.orders}>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.orderNumber}>
            <td>
              <Link to={`/account/orders/${order.orderNumber}`}>{order.orderNumber}</Link>
              <FirstPieces order={order} />
            </td>
            <td>{day.format(new Date(order.placedAt))}</td>
            <td>{orderStateName(order.state)}</td>
            <td>{money(order.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FirstPieces({ order: { firstPieces, lines } }: { readonly order: Order }): ReactNode {
  if (firstPieces.length === 0) return null
  const names = firstPieces.map(({ name }) => name).join(', ')
  const more = lines - firstPieces.length
  return (
    <>
      <span className={styles.pictures}>
        {firstPieces.map(({ lineNo, imagePath }) => (
          <SmallPicture key={lineNo} path={imagePath} width={56} />
        ))}
      </span>
      <span className={styles.names}>{more > 0 ? `${names} and ${more} more` : names}</span>
    </>
  )
}
