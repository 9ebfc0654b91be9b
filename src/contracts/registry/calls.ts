import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { call } from '../call.ts'
import { inHousePersonalization, personalization } from '../cart/shapes.ts'
import { id, result } from '../platform/shapes.ts'
import { registryPaths } from './paths.ts'

/** REG-16, OPEN-100; the spelling of registryOwnernsName is the document's. */
export const giftRegistry = z.object({
  id: z.int(),
  eventType: z.string(),
  shortEventDate: z.string(),
  registryOwnernsName: z.string(),
  listType: z.int(),
  registryType: z.string(),
})

/** REG-12, DATA-18. */
export const registryItem = z.object({
  sku: z.int(),
  name: z.string(),
  quantity: z.int(),
  formattedPrice: z.string(),
  imagePath: z.string(),
  grId: z.int(),
  registryType: z.string(),
  personalization: personalization.nullable(),
  inHousePersonalization: inHousePersonalization.nullable(),
})

/** REG-13. */
export const registryAddItem = z.object({
  Sku: z.int().nonnegative(),
  Quantity: z.int(),
  GrId: z.int().nonnegative(),
  PersonalizationId: id.default(''),
})

export const registryCalls = {
  getRegistryList: call(
    registryPaths.getRegistryList,
    'REG-15 REG-29 CALL-83 OPEN-100',
    {
      input: z.object({
        sku: z.coerce.number().int().nonnegative(),
        /** Path of the page that asks; isRegistrantMode is of that page (PLAT-06). */
        page: z.string().max(500).default(''),
      }),
      reply: z.object({
        registryCount: z.int(),
        isLoggedIn: z.boolean(),
        isRegistrantMode: z.boolean(),
        isInteractiveChecklistEnabled: z.boolean(),
        quantityInRegistry: z.int(),
        giftRegistries: z.array(giftRegistry),
      }),
    },
    { session: 'none' },
  ),
  addItems: call(registryPaths.addItems, 'REG-03 REG-14 CALL-82 OPEN-99 CALM-14', {
    input: z.object({
      items: z.array(registryAddItem).min(1).max(limits.itemsOfRegistryAdd),
      /** What cannot be added is left out and named in notAdded, in place of refusing all (CALM-14). */
      LeavesOut: z.boolean().default(false),
    }),
    reply: z.object({
      ...result.shape,
      items: z.array(registryItem),
      /** There when it was asked for: what was left out, and why. */
      notAdded: z.array(z.object({ sku: z.int(), name: z.string(), message: z.string() })).optional(),
    }),
  }),
  updateItem: call(registryPaths.updateItem, 'OPEN-101', {
    input: z.object({
      GrId: z.int(),
      Sku: z.int(),
      Quantity: z.int(),
      /** Of the saved design on it, '' for none. */
      PersonalizationId: id.default(''),
    }),
    reply: result,
  }),
} as const
