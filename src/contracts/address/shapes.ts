import { z } from 'zod'
import { emailField, id } from '../platform/shapes.ts'

/** OPEN-74: the address payload. Limits of length only; the rules of the fields are domain's. */
export const address = z.object({
  addressId: id.default(''),
  recipientId: id.default(''),
  firstName: z.string().max(50),
  lastName: z.string().max(50),
  companyName: z.string().max(80).default(''),
  address1: z.string().max(100),
  address2: z.string().max(100).default(''),
  city: z.string().max(60),
  state: z.string().max(2),
  postalCode: z.string().max(12),
  country: z.enum(['US', 'CA']),
  phone: z.string().max(25).default(''),
  email: emailField(200).default(''),
  saveToAccount: z.boolean().default(false),
})

export const fieldError = z.object({ field: z.string(), message: z.string() })
