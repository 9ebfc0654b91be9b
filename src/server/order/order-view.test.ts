import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allErrorTypes, errorType } from '#domain/cart/error-types.ts'
import { fillMessage, type MessageFacts } from '#domain/fill-message.ts'
import { defaultTexts, type MessageKey } from '#domain/messages.ts'
import { messageKeyOf, type Problem, type ProblemCode } from '#domain/problems.ts'
import { allVariants } from '#domain/variant.ts'
import type { Text } from '#server/http/context.ts'
import { placeOrderReply } from '#server/order/order-view.ts'
import { nothingTried, type PlaceOutcome } from '#server/order/place/place-outcome.ts'

const texts: Text[] = allVariants.map((variant) => {
  const own = defaultTexts(variant)
  return (key, facts) => fillMessage(own[key], (facts ?? {}) as MessageFacts, variant.currency)
})
const codes = Object.keys(messageKeyOf) as ProblemCode[]
const fact = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }))
const displayNumbers = fc.array(fc.string(), { maxLength: 3 })
const problem = fc
  .tuple(
    fc.constantFrom(...codes),
    displayNumbers,
    fc.dictionary(fc.constantFrom('displayNumbers', 'dueCents', 'path', 'step'), fact),
  )
  // more facts than a code has, and any where its own should be
  .map(
    ([code, numbers, facts]) =>
      ({ ...facts, ...(code === 'giftCardRefused' && { displayNumbers: numbers }), code }) as Problem,
  )
const refused = fc.tuple(problem, fc.boolean()).map(([why, isTried]) => ({
  ...nothingTried(why, { cartId: 'c', version: 1 }),
  ...(isTried && { orderNumber: 'AB12-CD34-EF56' }),
})) as fc.Arbitrary<Extract<PlaceOutcome, { kind: 'refused' }>>
const invalid = fc
  .tuple(
    fc.constantFrom(...allErrorTypes.filter((type) => type !== errorType.none)),
    fc.constantFrom<MessageKey>(
      'emptyBasketMessage',
      'basket.invalid',
      'basket.someUnavailable',
      'basket.allUnavailable',
      'basket.fewerLeft',
    ),
  )
  .map(([type, messageKey]) => {
    const cart = { items: [], basketId: 'c', basketVersion: 1 }
    return { kind: 'invalid' as const, errorType: type, messageKey, ...cart }
  })

test('SAFE-11: every refusal of Place Order has a text, and every one of its gift cards too', () => {
  fc.assert(
    fc.property(fc.oneof(refused, invalid), fc.constantFrom(...texts), (outcome, text) => {
      const reply = placeOrderReply(outcome, text)
      expect(reply.isSuccess).toBe(false)
      expect(reply.errorMessage.trim()).not.toBe('')
      for (const one of reply.giftCardErrors) expect([one.name.trim(), one.errorMessage.trim()]).not.toContain('')
    }),
    { numRuns: 2_000 },
  )
})

test.each(codes)('SAFE-11: %s is said in words, in every storefront', (code) => {
  for (const text of texts) {
    const { errorMessage } = placeOrderReply(
      nothingTried({ code, displayNumbers: [] } as Problem, undefined) as Extract<PlaceOutcome, { kind: 'refused' }>,
      text,
    )
    expect(errorMessage).toMatch(/\w+.*\w/)
  }
})
