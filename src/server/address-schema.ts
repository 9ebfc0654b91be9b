import { z } from 'zod'

/** An address as columns of JSON have it: `Address` of domain, field for field. */
export const addressSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.enum(['US', 'CA']),
  phone: z.string(),
  email: z.string(),
  giftRegistryId: z.number().exactOptional(),
})
