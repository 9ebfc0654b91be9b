import type { ReactNode } from 'react'
import type { ProductSku } from '#contracts/pages.ts'
import { unitSign } from '#domain/catalog/measures.ts'
import styles from './dimensions.module.css'

type Measures = NonNullable<ProductSku['dimensions']>

/** A piece drawn from its real measures, with the figures beside it (PDP-10). */
export function Dimensions({ measures }: { readonly measures: Measures }): ReactNode {
  const unit = unitSign(measures.systemOfMeasure)
  const rows = [
    ['Width', measures.width],
    ['Depth', measures.depth],
    ['Height', measures.height],
    ['Diameter', measures.diameter],
  ] as const
  return (
    <div className={styles.dimensions}>
      <Drawing measures={measures} unit={unit} />
      <dl className={styles.figures}>
        {rows
          .filter(([, figure]) => figure > 0)
          .map(([name, figure]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {figure} {unit}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}

const room = { width: 320, height: 200, margin: 44 }

function Drawing({ measures, unit }: { readonly measures: Measures; readonly unit: string }): ReactNode {
  const width = measures.width || measures.diameter
  const height = measures.height || measures.depth
  if (width === 0 || height === 0) return null
  const depth = measures.diameter > 0 ? measures.diameter : measures.depth
  // The depth runs back at an angle: a third of its length to the right and up.
  const back = depth * 0.33
  const scale = Math.min(
    (room.width - 2 * room.margin) / (width + back),
    (room.height - 2 * room.margin) / (height + back),
  )
  const [w, h, d] = [width * scale, height * scale, back * scale]
  const left = (room.width - w - d) / 2
  const top = (room.height - h + d) / 2
  const right = left + w
  const bottom = top + h
  return (
    <svg viewBox={`0 0 ${room.width} ${room.height}`} className={styles.drawing} aria-hidden="true" focusable="false">
      <ellipse
        className={styles.ground}
        cx={left + (w + d) / 2}
        cy={bottom - d / 3}
        rx={(w + d) * 0.56}
        ry={d * 0.5 + 6}
      />
      <path className={styles.top} d={`M${left} ${top}l${d} ${-d}h${w}l${-d} ${d}z`} />
      <path className={styles.side} d={`M${right} ${top}l${d} ${-d}v${h}l${-d} ${d}z`} />
      <path className={styles.front} d={`M${left} ${top}h${w}v${h}h${-w}z`} />
      <path
        className={styles.measure}
        d={`M${left} ${bottom + 10}h${w}M${left} ${bottom + 6}v8M${right} ${bottom + 6}v8M${left - 10} ${top}v${h}M${left - 14} ${top}h8M${left - 14} ${bottom}h8`}
      />
      <text x={left + w / 2} y={bottom + 28} textAnchor="middle">
        {width} {unit}
      </text>
      <text x={left - 16} y={top + h / 2} textAnchor="end" dominantBaseline="middle">
        {height} {unit}
      </text>
      {depth > 0 && (
        <text x={right + d / 2 + 8} y={bottom - d / 2 + 12} textAnchor="start">
          {depth} {unit}
        </text>
      )}
    </svg>
  )
}
