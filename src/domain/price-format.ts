import type { Currency } from './variant.ts'

export type PriceFormat = {
  /** Currency code; USD shows as '$', any other as the code plus a space (VALID-42). USD when left out. */
  readonly currency?: string
  /** Leaves the cents out, rounded half up to whole units (VALID-40). */
  readonly hideCents?: boolean
}

/**
 * A price for people (VALID-39 to VALID-43, OPEN-113). The value is a number of whole units (not cents) or a text of
 * one; '$' and commas are stripped, a minus goes in front, rounding is half up on the decimal digits as written. A
 * text that is no number is given back as it is; null gives ''.
 */
export function formatPrice(value: number | string | null, format: PriceFormat = {}): string {
  if (value === null) return ''
  const digits = typeof value === 'number' ? decimalOf(value) : value.replace(/[$,]/g, '').trim()
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(digits)
  if (parts === null || (parts[2] ?? '') + (parts[3] ?? '') === '') return String(value)
  const places = format.hideCents ? 0 : 2
  const fraction = (parts[3] ?? '').padEnd(places + 1, '0')
  const digitsShown = BigInt(`${parts[2] ?? ''}${fraction.slice(0, places)}` || '0')
  const rounded = digitsShown + (fraction.charAt(places) >= '5' ? 1n : 0n)
  return write(parts[1] === '-' && rounded !== 0n, rounded, places, format.currency ?? 'USD')
}

/** Whole cents as a price: 12999 is '$129.99' (CART-30); with `hideCents` rounded half up to whole units. */
export function formatCents(cents: number, currency: Currency, options: { hideCents?: boolean } = {}): string {
  const magnitude = BigInt(Math.abs(cents))
  if (!options.hideCents) return write(cents < 0, magnitude, 2, currency)
  const units = (magnitude + 50n) / 100n
  return write(cents < 0 && units !== 0n, units, 0, currency)
}

/** A text whose amounts do not break over lines: a currency code stays with its amount (CALM-52). */
export function unbroken(text: string): string {
  return text.replace(/\b(CAD|USD) (?=\d)/g, '$1\u00a0')
}

function write(isNegative: boolean, amount: bigint, places: 0 | 2, currency: string): string {
  const digits = amount.toString().padStart(places + 1, '0')
  const units = grouped(digits.slice(0, digits.length - places))
  const rest = places === 0 ? '' : `.${digits.slice(-places)}`
  return `${isNegative ? '-' : ''}${currency === 'USD' ? '$' : `${currency} `}${units}${rest}`
}

function grouped(digits: string): string {
  const head = digits.length % 3 || 3
  const groups = [digits.slice(0, head)]
  for (let at = head; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3))
  return groups.join(',')
}

function decimalOf(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20)
}
