import { holdsCardNumber } from '#server/http/card-number.ts'

/** What is wrong with a body before its fields are looked at. */
export type BodyFault = 'unreadable' | 'cardNumber'

const deepest = 24
const cardFields = new Set(['cvv', 'encryptedCardNumber'])
const dangerousNames = new Set(['__proto__', 'constructor', 'prototype'])

type Place = { readonly value: unknown; readonly field: string; readonly depth: number }

/**
 * Looks through a body once, at any depth: names that reach for an object's prototype, text the database cannot hold,
 * numbers that are none, and anything that reads as a card (OPEN-64), gift-card fields excepted.
 */
export function faultOfBody(body: unknown, cardNumberFields: readonly string[]): BodyFault | null {
  const open: Place[] = [{ value: body, field: '', depth: 0 }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, field, depth } = place
    if (typeof value === 'string') {
      if (value.includes('\u0000') || !value.isWellFormed()) return 'unreadable'
      if (holdsCardNumber(value) && !cardNumberFields.includes(field)) return 'cardNumber'
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) return 'unreadable'
      if (value >= 1e12 && holdsCardNumber(String(value)) && !cardNumberFields.includes(field)) return 'cardNumber'
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= deepest) return 'unreadable'
      for (const name of Object.keys(value)) {
        if (dangerousNames.has(name)) return 'unreadable'
        if (cardFields.has(name)) return 'cardNumber'
        const inner = Array.isArray(value) ? field : name
        open.push({ value: (value as Record<string, unknown>)[name], field: inner, depth: depth + 1 })
      }
    }
  }
  return null
}
