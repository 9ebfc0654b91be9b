import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base32OfId, idOfBase32 } from './base32.ts'
import { paymentReferenceOf, readOwnReference, readPaymentReference } from './payment-reference.ts'
import {
  backoffSeconds,
  challengeSeconds,
  decideSettlement,
  nextPaymentStep,
  type SettledPayment,
} from './settlement.ts'
import { allStates, type PaymentState } from './states.ts'

const paid = (state: PaymentState, amountCents = 1_000, slot: 1 | 2 = 1): SettledPayment => ({
  slot,
  state,
  amountCents,
})

describe('what becomes of a pending order', () => {
  test('ORDER-20: money held for all that is due places it; two cards count together', () => {
    expect(decideSettlement([paid('authorized')], 1_000)).toEqual({ kind: 'place' })
    expect(decideSettlement([paid('authorized', 700), paid('captured', 300, 2)], 1_000)).toEqual({ kind: 'place' })
  })

  test('SCENE-11: nothing due and no payment places it', () => {
    expect(decideSettlement([], 0)).toEqual({ kind: 'place' })
  })

  test('ORDER-06 OPEN-65: one refused payment refuses it, whatever the other is', () => {
    for (const state of allStates('payment')) {
      const payments = [paid(state, 700), paid('refused', 300, 2)]
      const problem =
        state === 'refused'
          ? { code: 'cardRefused', slot: 1, ask: 'anotherCard' }
          : { code: 'cardRefused', slot: 2, ask: 'anotherCard' }
      expect(decideSettlement(payments, 1_000)).toEqual({ kind: 'refuse', problem })
    }
  })

  test('CALM-24: a refusal says of which card, and what it asks of the shopper; a wallet has nothing to be entered again', () => {
    const refused = { ...paid('refused', 300, 2), reason: 'wrongCode' }
    const problem = { code: 'cardRefused', slot: 2, ask: 'code' }
    expect(decideSettlement([paid('authorized', 700), refused], 1_000)).toEqual({ kind: 'refuse', problem })
    const wallet = { ...refused, method: 'paypal' }
    expect(decideSettlement([wallet], 300)).toEqual({ kind: 'refuse', problem: { code: 'walletRefused' } })
  })

  test('BEYOND-02: an unknown outcome, or money that does not cover what is due, waits', () => {
    for (const state of ['started', 'sent', 'unknown', 'challenged', 'voiding', 'voided'] as const) {
      expect(decideSettlement([paid(state)], 1_000)).toEqual({ kind: 'wait' })
    }
    expect(decideSettlement([paid('authorized', 999)], 1_000)).toEqual({ kind: 'wait' })
    expect(decideSettlement([paid('authorized', 700), paid('started', 300, 2)], 1_000)).toEqual({ kind: 'wait' })
    expect(decideSettlement([], 1_000)).toEqual({ kind: 'wait' })
  })

  test('ORDER-20: it is never placed unless the payments that hold money are exactly what is due', () => {
    const payment = fc.record({
      slot: fc.constantFrom(1 as const, 2 as const),
      state: fc.constantFrom(...allStates('payment')),
      amountCents: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 3 }), fc.integer({ min: 0, max: 6 }), (payments, due) => {
        if (decideSettlement(payments, due).kind !== 'place') return true
        const isHeld = payments.every(({ state }) => state === 'authorized' || state === 'captured')
        return isHeld && payments.reduce((total, { amountCents }) => total + amountCents, 0) === due
      }),
    )
  })
})

describe('the next step of a payment', () => {
  const young = { ageSeconds: 59.9, canLookUp: true }
  const old = { ageSeconds: 60, canLookUp: true }

  test('SCENE-04: what was never sent is sent while the order is young, and given up after a minute', () => {
    expect(nextPaymentStep('started', young)).toBe('send')
    expect(nextPaymentStep('started', old)).toBe('giveUp')
  })

  test('SCENE-04: what may have arrived is asked about, also after a minute', () => {
    for (const state of ['sent', 'unknown'] as const) {
      expect(nextPaymentStep(state, young)).toBe('ask')
      expect(nextPaymentStep(state, old)).toBe('ask')
    }
  })

  test('SCENE-04: a processor that would charge when asked is told to void once the order is old', () => {
    expect(nextPaymentStep('unknown', { ageSeconds: 59, canLookUp: false })).toBe('ask')
    expect(nextPaymentStep('unknown', { ageSeconds: 61, canLookUp: false })).toBe('void')
  })

  test('SCENE-04: a payment with an answer needs nothing more', () => {
    for (const state of ['authorized', 'captured', 'refused', 'voiding', 'voided'] as const) {
      expect(nextPaymentStep(state, young)).toBe('none')
    }
  })

  test('OPEN-65: a payment at the page of its bank waits, however old; its answer is handed on, and it is voided when there is none', () => {
    for (const order of [young, old]) {
      expect(nextPaymentStep('challenged', { ...order, challenge: 'open' })).toBe('wait')
      expect(nextPaymentStep('challenged', { ...order, challenge: 'answered' })).toBe('complete')
      expect(nextPaymentStep('challenged', { ...order, challenge: 'over' })).toBe('void')
    }
    const answered = { canLookUp: true, challenge: 'answered' } as const
    expect(nextPaymentStep('challenged', { ...answered, ageSeconds: challengeSeconds - 1 })).toBe('complete')
    expect(nextPaymentStep('challenged', { ...answered, ageSeconds: challengeSeconds })).toBe('void')
  })

  test('SCENE-04: looks become rarer: 2, 4, 8, up to 60 seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 100].map(backoffSeconds)).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  })
})

describe('references at the processor', () => {
  const own = { id: 'ab23cd', ownsUnmarked: false }
  const parts = [fc.uuid(), fc.uuid(), fc.constantFrom(1 as const, 2 as const)] as const

  test('OPEN-65 SAFE-62 OPS-29: a reference names installation, shopper, order and slot in 62 characters, and is read back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z2-7]{6}$/), ...parts, (id, shopperId, orderId, slot) => {
        const reference = paymentReferenceOf({ id, ownsUnmarked: false }, { shopperId, orderId, slot })
        expect(reference).toMatch(/^[a-z2-7]{6}\.[0-9A-Z]{26}\.[0-9A-Z]{26}\.[12]$/)
        expect(reference).toHaveLength(62)
        expect(readPaymentReference(reference)).toEqual({ installation: id, shopperId, orderId, slot })
      }),
    )
  })

  test('SAFE-62 OPS-29: a reference of before there were ids is read, and belongs to who had some when its id was made', () => {
    fc.assert(
      fc.property(...parts, (shopperId, orderId, slot) => {
        const unmarked = paymentReferenceOf(own, { shopperId, orderId, slot }).slice(7)
        expect(unmarked).toHaveLength(55)
        expect(readPaymentReference(unmarked)).toEqual({ installation: '', shopperId, orderId, slot })
        expect(readOwnReference({ ...own, ownsUnmarked: true }, unmarked)).toEqual({ shopperId, orderId, slot })
        expect(readOwnReference(own, unmarked)).toBeNull()
      }),
    )
  })

  test('SAFE-62: a reference of another installation is not ours', () => {
    const address = { shopperId: zero, orderId: zero, slot: 1 } as const
    expect(readOwnReference(own, paymentReferenceOf(own, address))).toEqual(address)
    const other = paymentReferenceOf({ id: 'ab23ce', ownsUnmarked: true }, address)
    for (const ownsUnmarked of [true, false]) expect(readOwnReference({ ...own, ownsUnmarked }, other)).toBeNull()
  })

  test('OPEN-65: what is no reference of ours is null', () => {
    const good = paymentReferenceOf(own, { shopperId: lettered, orderId: lettered, slot: 1 })
    expect(readPaymentReference(good)).not.toBeNull()
    for (const other of [
      '',
      'x',
      good.slice(1),
      good.slice(6),
      `${good}.1`,
      good.replace(/1$/, '3'),
      good.replace('0', 'U'),
      good.toLowerCase(),
      good.replace('ab23cd', 'ab10cd'),
      good.replace('ab23cd', 'AB23CD'),
      `x.${good}`,
    ]) {
      expect(readPaymentReference(other), other).toBeNull()
    }
  })

  test('OPEN-65: two ids never have the same digits', () => {
    fc.assert(fc.property(fc.uuid(), (id) => idOfBase32(base32OfId(id, 26)) === id))
    expect(idOfBase32('Z'.repeat(26))).toBeNull()
  })
})

// has zeros and letters in base 32
const lettered = '00000000-0000-4b2e-8c6f-7a9b8c0d1e2f'
const zero = '00000000-0000-4000-8000-000000000000'
