import { type ReactNode, useId } from 'react'
import type { ShippingCharges } from '#web/shipping/use-shipping-charges.ts'
import { useMoney } from '#web/variants/context.tsx'
import styles from './delivery-map.module.css'

export type DeliveryMapProps = {
  readonly map: NonNullable<ShippingCharges['map']>
  readonly surchargeCents: number
}

/** Where local in-home delivery starts: the server's drawing in the colours of the page, and the same as a list (OPEN-81, SHIPPOP-14). */
export function DeliveryMap({ map, surchargeCents }: DeliveryMapProps): ReactNode {
  const money = useMoney()
  const id = useId()
  const { path, width, height, labels, points } = map
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-list`}
        className={styles.map}
      >
        <title id={`${id}-title`}>Map of the United States with our delivery points</title>
        <use href={`${path}#land`} className={styles.land} />
        <use href={`${path}#apart`} className={styles.apart} />
        <use href={`${path}#borders`} className={styles.borders} />
        {labels.map((label) => (
          <text key={label.name} x={label.x} y={label.y} className={styles.label}>
            {label.name}
          </text>
        ))}
        {points.map((point) => (
          <circle key={point.name} cx={point.x} cy={point.y} r="7" className={styles.point} data-point={point.name} />
        ))}
      </svg>
      <figcaption className={styles.words}>
        <ul className={styles.legend}>
          <li>
            <span className={styles.dot} aria-hidden="true" /> Local in-home delivery starts here
          </li>
          <li>
            <span className={styles.patch} aria-hidden="true" /> Standard shipping costs {money(surchargeCents)} more
          </li>
        </ul>
        <h4 className={styles.title}>Delivery points</h4>
        <ul id={`${id}-list`} className={styles.list} aria-label="Delivery points">
          {points.map((point) => (
            <li key={point.name}>{point.name}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
