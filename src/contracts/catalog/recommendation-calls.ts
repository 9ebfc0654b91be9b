import { z } from 'zod'
import { crossSellLimit, recommendationLimit } from '#domain/catalog/recommendation-limits.ts'
import { podids } from '#domain/catalog/recommendation-pods.ts'
import { call } from '../call.ts'
import { cents } from '../platform/shapes.ts'
import { recommendationPaths } from './recommendation-paths.ts'

/** What analytics may know of one piece (OPEN-112). */
export const tracked = z.object({
  sku: z.int(),
  quantity: z.int(),
  currentPrice: cents,
  regularPrice: cents,
  priceTypeCode: z.string(),
  markdownTypeCode: z.string(),
  availability: z.int(),
  category: z.string(),
  department: z.string(),
  class: z.string(),
  subclass: z.string(),
  isPersonalized: z.boolean(),
  storePickupNumber: z.string(),
  name: z.string(),
  brand: z.enum(['CB', 'CB2']),
  currencyCode: z.enum(['USD', 'CAD']),
  propertyCodes: z.array(z.int()),
})

/** RECO-05; `id` is the sku as text. */
const recommendationItem = z.object({
  id: z.string(),
  sku: z.int(),
  name: z.string(),
  formattedPrice: z.string(),
  formattedRegularPrice: z.string(),
  imagePath: z.string(),
  imagePathHiRes: z.string(),
  imageColor: z.string(),
  navigateUrl: z.string(),
  optionChoiceParameter: z.string(),
  customOrderConfirmation: z.object({ hasCustomOrderConfirmation: z.boolean() }),
  tracked,
})

const recommendations = z.object({ items: z.array(recommendationItem), title: z.string() })
const flag = z.enum(['true', 'false']).default('false')
/** Nothing of a shopper is asked and nothing changes: a visitor of a kept page needs no session for it. */
const forAnybody = { session: 'none', key: false } as const

export const recommendationCalls = {
  index: call(
    recommendationPaths.index,
    'RECO-01 CALL-01 OPEN-108',
    {
      input: z.object({
        podid: z.enum(podids),
        /** More than 15 are never answered (RECO-02). */
        limit: z.coerce.number().int().positive().default(recommendationLimit),
        item_id: z.string().max(20).default(''),
        showaddtocart: flag,
        showshopall: flag,
      }),
      reply: recommendations,
    },
    { session: 'none' },
  ),
  crossSell: call(
    recommendationPaths.crossSell,
    'XSELL-09 CALL-86 OPEN-107',
    {
      input: z.object({ sku: z.int().positive(), page: z.string().max(40) }),
      reply: z.object({ piDataUrl: z.string(), addToCartPiDataUrl: z.string() }),
    },
    forAnybody,
  ),
  mainPi: call(
    recommendationPaths.mainPi,
    'XSELL-11 CALL-86 OPEN-107',
    { input: z.object({ skus: z.array(z.int().positive()).max(4 * crossSellLimit) }), reply: recommendations },
    forAnybody,
  ),
} as const
