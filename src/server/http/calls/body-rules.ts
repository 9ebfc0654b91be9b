import type { FieldKinds } from '#contracts/field-kinds.ts'
import { isCardNumberAt } from './card-number-places.ts'

/** What is wrong with a body before its fields are looked at; of a card number the field that it stands in. */
export type BodyFault = { readonly kind: 'unreadable' } | { readonly kind: 'cardNumber'; readonly field: string }

/** What a body may hold where. */
export type BodyRules = {
  /** Fields whose value may read as a card number (gift cards). */
  readonly cardNumberFields: readonly string[]
  readonly places: FieldKinds
}

const deepest = 24
/** Of a number with fewer digits before its point nobody pays by card. */
const leastNumber = 1e9
const cardFields = new Set(['cvv', 'encryptedCardNumber'])
const dangerousNames = new Set(['__proto__', 'constructor', 'prototype'])
const unreadable: BodyFault = { kind: 'unreadable' }

type Place = { readonly value: unknown; readonly field: string; readonly depth: number }

/**
 * Looks through a body once, at any depth: names that reach for an object's prototype, text the database cannot hold,
 * numbers that are none, and any name or value that reads as a card (OPEN-64, SAFE-30), gift-card fields excepted.
 */
export function faultOfBody(body: unknown, rules: BodyRules): BodyFault | null {
  const open: Place[] = [{ value: body, field: '', depth: 0 }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, field, depth } = place
    if (typeof value === 'object' && value !== null) {
      if (depth >= deepest) return unreadable
      for (const name of Object.keys(value)) {
        if (dangerousNames.has(name)) return unreadable
        const isList = Array.isArray(value)
        if (cardFields.has(name) || (!isList && isCardNumberAt(undefined, name)))
          return { kind: 'cardNumber', field: '' }
        open.push({ value: (value as Record<string, unknown>)[name], field: isList ? field : name, depth: depth + 1 })
      }
    } else {
      const fault = faultOfValue(value, field, rules)
      if (fault === null) continue
      if (fault !== 'json') return fault
      open.push({ value: JSON.parse(value as string), field, depth: depth + 1 })
    }
  }
  return null
}

function faultOfValue(
  value: unknown,
  field: string,
  { cardNumberFields, places }: BodyRules,
): BodyFault | 'json' | null {
  const isCard = (text: string) => !cardNumberFields.includes(field) && isCardNumberAt(places[field], text)
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) return unreadable
    if (!isCard(value)) return null
    return isJsonObject(value) ? 'json' : { kind: 'cardNumber', field }
  }
  if (typeof value !== 'number') return null
  if (!Number.isFinite(value)) return unreadable
  return Math.abs(value) >= leastNumber && isCard(String(value)) ? { kind: 'cardNumber', field } : null
}

/** A wallet's approval may come as its JSON text: there each value has its own place. */
function isJsonObject(text: string): boolean {
  if (!text.startsWith('{')) return false
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
