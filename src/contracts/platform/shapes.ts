import { z } from 'zod'
import { fieldOf } from '../field-kinds.ts'

/** Whole cents. */
export const cents = z.int()
export const id = fieldOf('id', z.string().max(64))
/** A token that a program made: a processor's, a wallet's, or ours. */
export const token = (maxLength: number) => fieldOf('id', z.string().max(maxLength))
export const emailField = (maxLength: number) => fieldOf('email', z.string().max(maxLength))
export const noInput = z.object({})

/** OPEN-03: isSuccess and, on a business failure, errorMessage ('' on success). */
export const result = z.object({ isSuccess: z.boolean(), errorMessage: z.string() })

/** One thing that changed in the cart since the shopper last saw it (BEYOND-01). */
export const change = z.object({
  kind: z.enum(['price', 'stock', 'promo', 'shipping', 'estimate', 'merge', 'quantity', 'items', 'tender', 'tax']),
  lineItemId: z.string(),
  message: z.string(),
  before: z.union([z.string(), z.number(), z.null()]),
  after: z.union([z.string(), z.number(), z.null()]),
})

/** Carried by every cart and checkout answer (BEYOND-01): a whole number that grows, and what changed since. */
export const receipt = z.object({ basketVersion: z.int(), changes: z.array(change) })

/** The three feature flags, with the exact names of the documents (PLAT-22, CONST-23). */
export const flags = z.object({
  paymentProvider_EnableAdyen: z.boolean(),
  cbhcc_EnableCbhcc: z.boolean(),
  oms_UseSharedEngine: z.boolean(),
})

export const messages = z.record(z.string(), z.string())
