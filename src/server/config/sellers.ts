import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Seller, Sellers } from '#domain/order/seller.ts'

/** The demo's: of a company that there is not. */
export const demoSellersFile = fileURLToPath(new URL('../../../catalog/sellers.json', import.meta.url))

const line = z.string().trim().min(1).max(80)
const american = z.strictObject({ name: line, address: z.array(line).min(2).max(5) })
const canadian = american.extend({
  gstHst: z
    .string()
    .trim()
    .regex(/^\d{9} ?RT ?\d{4}$/, 'a GST/HST number, as in 123456789 RT0001'),
  qst: z
    .string()
    .trim()
    .regex(/^\d{10} ?TQ ?\d{4}$/, 'a QST number, as in 1234567890 TQ0001'),
  pst: z.strictObject({
    BC: z
      .string()
      .trim()
      .regex(/^PST-\d{4}-\d{4}$/, 'a PST number, as in PST-1234-5678'),
    MB: z
      .string()
      .trim()
      .regex(/^\d{6}-\d$/, 'a number of Manitoba, as in 123456-7'),
    SK: z
      .string()
      .trim()
      .regex(/^\d{7}$/, 'a number of Saskatchewan, as in 1234567'),
  }),
})
const file = z.strictObject({ cb: american, cb2: american, 'cb-ca': canadian, 'cb2-ca': canadian })

/**
 * The legal sellers from their file, JSON: for each store { name, address: [lines] }, for a Canadian one gstHst, qst and pst too.
 * @throws Error that names the file and everything that is wrong in it: at start, so that no receipt is without a seller.
 */
export function readSellers(path: string): Sellers {
  const parsed = file.safeParse(jsonOf(path))
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path: at, message }) => `${at.join('.') || 'the file'}: ${message}`)
    throw new Error(`The sellers of ${path} are not good: ${wrong.join('; ')}`)
  }
  const { cb, cb2, 'cb-ca': cbCanada, 'cb2-ca': cb2Canada } = parsed.data
  return {
    cb: { ...cb, registrations: null },
    cb2: { ...cb2, registrations: null },
    'cb-ca': canadianSeller(cbCanada),
    'cb2-ca': canadianSeller(cb2Canada),
  }
}

/** The stores whose seller is still one of the demo's, by name. */
export function demoSellersIn(path: string): string[] {
  const demo = new Set(Object.values(readSellers(demoSellersFile)).map(({ name }) => name))
  return Object.entries(readSellers(path)).flatMap(([key, { name }]) => (demo.has(name) ? [key] : []))
}

function canadianSeller({ name, address, gstHst, qst, pst }: z.output<typeof canadian>): Seller {
  return { name, address, registrations: { gstHst, qst, pst } }
}

function jsonOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is no JSON' : String(error)
    throw new Error(`The sellers of ${path.slice(0, 200)} cannot be read: ${why.slice(0, 300)}`)
  }
}
