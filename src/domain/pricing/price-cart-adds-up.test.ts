import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCart } from '#test/builders/random-cart.ts'
import { pricedCart } from '#test/builders/rates.ts'
import type { OrderSummary, PricedCart } from './cart-facts.ts'

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)
const amounts = ({ rewardsExceedOrderTotalMessage: _, ...rest }: OrderSummary) => Object.values(rest)

function expectToAddUp(priced: PricedCart): void {
  const { orderSummary: all, lines } = priced
  expect(all.total).toBe(
    all.subtotal -
      all.discount +
      all.shipping +
      all.surcharge +
      all.installation +
      all.giftOptions +
      all.donation +
      all.tax,
  )
  expect(all.amountDue).toBe(all.total - all.rewardsTotal - all.giftCardsTotal - all.tenderCodesTotal)
  expect(sum(lines.map((one) => one.totalCents))).toBe(all.subtotal + all.donation)
  expect(sum(lines.map((one) => one.discountCents))).toBe(all.discount)
  expect(sum(lines.map((one) => one.installationCents))).toBe(all.installation)
  expect(sum(priced.shipments.map((one) => one.shippingCents))).toBe(all.shipping)
  expect(sum(priced.shipments.map((one) => one.surchargeCents))).toBe(all.surcharge)
  expect(sum(priced.taxParts.map((part) => part.cents))).toBe(all.tax)
  expect(sum(lines.map((one) => one.taxCents)) + priced.shippingTaxCents + priced.installationTaxCents).toBe(all.tax)
  for (const tender of ['rewardsTotal', 'giftCardsTotal', 'tenderCodesTotal'] as const) {
    expect(sum(priced.explain.filter((row) => row.amount === tender).map((row) => row.cents))).toBe(all[tender])
  }
}

describe('SCENE-10, SCENE-11: over random carts', () => {
  test('SCENE-10, OPEN-119: line totals, fees, tax, discounts and tenders add up to the cent', () => {
    fc.assert(
      fc.property(anyCart, (facts) => {
        expectToAddUp(pricedCart(facts))
      }),
    )
  })

  test('SCENE-11: no amount is ever below 0, and no line is discounted by more than its worth', () => {
    fc.assert(
      fc.property(anyCart, (facts) => {
        const priced = pricedCart(facts)
        for (const cents of amounts(priced.orderSummary)) expect(cents).toBeGreaterThanOrEqual(0)
        for (const one of priced.lines) expect(one.discountCents).toBeLessThanOrEqual(one.totalCents)
        for (const one of priced.lines) expect(one.taxCents).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('BEYOND-06: the rows of the explanation add up to each amount of the summary', () => {
    fc.assert(
      fc.property(anyCart, (facts) => {
        const { orderSummary, explain } = pricedCart(facts)
        for (const amount of [
          'subtotal',
          'discount',
          'shipping',
          'surcharge',
          'installation',
          'giftOptions',
          'donation',
          'tax',
        ] as const) {
          expect(sum(explain.filter((row) => row.amount === amount).map((row) => row.cents))).toBe(orderSummary[amount])
        }
      }),
    )
  })

  test('SCENE-10: the order of the lines does not change the summary', () => {
    fc.assert(
      fc.property(anyCart, (facts) => {
        const turned = { ...facts, lines: facts.lines.toReversed() }
        expect(pricedCart(turned).orderSummary).toEqual(pricedCart(facts).orderSummary)
      }),
    )
  })
})
