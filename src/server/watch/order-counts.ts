import { allVariants } from '#domain/variant.ts'
import type { Metrics } from '#server/http/ops/metrics.ts'
import type { OrderCounts } from '#server/order/order-deps.ts'

const outcomes = ['placed', 'refused', 'left'] as const

/** Counts orders for operators. */
export function createOrderCounts(metrics: Metrics): OrderCounts {
  const orders = metrics.counterBy('cartwright_orders_total')
  const cents = metrics.counterBy('cartwright_order_cents_total')
  const seconds = metrics.secondsBy('cartwright_place_order_seconds')
  // an increase is seen only of what was there before
  for (const { brand, country } of allVariants) for (const outcome of outcomes) orders({ brand, country, outcome })(0)
  for (const outcome of ['placed', 'failed']) seconds({ outcome })
  return {
    ended({ brand, country, currency, totalCents }, outcome) {
      orders({ brand, country, outcome })()
      if (outcome === 'placed') cents({ currency })(totalCents)
    },
    pressed: (outcome, took) => seconds({ outcome })(took),
  }
}
