import { limits } from '#domain/limits.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'

/** A towel with words that no other number has. */
export function towel(number: number) {
  const letters = 'bdgklmnp'
  const text = [512, 64, 8, 1].map((digit) => letters[Math.floor(number / digit) % 8]).join('')
  return item(sku.towel, 1, { IsPersonalized: true, PersonalizationText: text })
}

/** Adds towels with different words, from a number on, until `count` are added. */
export async function addTowels(shopper: TestShopper, count: number, from = 0): Promise<void> {
  for (let done = 0; done < count; done += limits.itemsOfAdd) {
    const numbers = Array.from({ length: Math.min(limits.itemsOfAdd, count - done) }, (_, nth) => from + done + nth)
    await add(shopper, ...numbers.map(towel))
  }
}

/** A shopper whose cart has as many lines as it may; the last is the line of `last`. */
export async function fillCart(shopper: TestShopper, last = item(sku.mug, 2)): Promise<TestShopper> {
  await addTowels(shopper, limits.cartLines - 1)
  await add(shopper, last)
  return shopper
}
