import { z } from 'zod'
import { paymentData } from '../payment/shapes.ts'
import { cents, flags, id, messages, receipt } from '../platform/shapes.ts'
import { orderSummary } from '../pricing/shapes.ts'
import { shipMethodInput } from '../shipping/methods.ts'

/** DATA-09: systemOfMeasure 1 inches, 2 centimeters. */
export const dimensions = z.object({
  depth: z.number(),
  height: z.number(),
  width: z.number(),
  diameter: z.number(),
  systemOfMeasure: z.union([z.literal(1), z.literal(2)]),
})

export const box = z.object({
  boxNumber: z.int(),
  quantity: z.int(),
  width: z.number(),
  depth: z.number(),
  height: z.number(),
})

export const personalization = z.object({
  type: z.int(),
  id: z.string(),
  lines: z.array(z.object({ elementName: z.string(), text: z.string(), textColor: z.string(), font: z.string() })),
  /** Of its picture and production file; left out when there are none. */
  designHash: z.string().optional(),
})

export const inHousePersonalization = z.object({ pricingDto: z.object({ formattedTotalPrice: z.string() }) })

/** OPEN-28, with the analytics fields of DATA-03 and OPEN-112. Prices in cents. */
export const lineItem = z.object({
  id,
  sku: z.int(),
  title: z.string(),
  imagePath: z.string(),
  navigateUrl: z.string(),
  currentPrice: cents,
  regularPrice: cents,
  quantity: z.int(),
  totalPrice: cents,
  optionChoices: z.array(z.object({ code: z.string(), name: z.string(), value: z.string() })),
  /** Its product comes in nothing else; left out when it does. */
  isOnlyPiece: z.literal(true).optional(),
  isPersonalized: z.boolean(),
  personalization: personalization.nullable(),
  inHousePersonalization: inHousePersonalization.nullable(),
  /** A shopper may have her own words put on it (CALM-12). */
  isPersonalizable: z.boolean(),
  isPickup: z.boolean(),
  storeNumber: z.string(),
  storeName: z.string(),
  shipMethod: z.int(),
  calculatedShipMethod: z.int(),
  /** SHIP-23. */
  availability: z.int(),
  availabilityMessage: z.string(),
  /** How many it can have where fewer are left than it wants (CALM-10); else 0. */
  quantityLeft: z.int(),
  /** What is promised, and whether it could be shipped or picked up, as getEdd says it (OPEN-39). */
  edd: z.object({ message: z.string(), shipStatus: z.int(), pickupStatus: z.int() }),
  isInstallationServiceRequired: z.boolean(),
  installationServiceType: z.string(),
  installationServiceFee: cents,
  /** The installation types this item can have, with the fee per piece. */
  installationServices: z.array(z.object({ type: z.string(), name: z.string(), fee: cents })),
  grId: z.int(),
  /** Whose registry it is a gift for (CALM-67); left out when it is none. */
  giftFor: z.string().optional(),
  /** That registry was closed, so the gift cannot be ordered for it; left out when it was not. */
  isRegistryClosed: z.boolean().optional(),
  isDonation: z.boolean(),
  dimensions: dimensions.nullable(),
  boxes: z.array(box),
  propertyCodes: z.array(z.int()),
  price: cents,
  priceTypeCode: z.string(),
  markdownTypeCode: z.string(),
  category: z.string(),
  department: z.string(),
  class: z.string(),
  subclass: z.string(),
  storePickupNumber: z.string(),
  name: z.string(),
  brand: z.enum(['CB', 'CB2']),
  currencyCode: z.enum(['USD', 'CAD']),
  isMadeToOrder: z.boolean(),
  position: z.int(),
  /** What stands in the way where it goes, said as soon as that is known (BEYOND-10); left out when nothing does. */
  restriction: z
    .object({
      kind: z.enum(['restricted', 'installation', 'personalization']),
      message: z.string(),
      /** A piece of its kind that can go there. */
      substitute: z
        .object({
          sku: z.int(),
          title: z.string(),
          imagePath: z.string(),
          navigateUrl: z.string(),
          currentPrice: cents,
        })
        .nullable(),
    })
    .optional(),
})

export const oktaConfigurations = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  isGoogleEnabled: z.boolean(),
  isAppleEnabled: z.boolean(),
})

export const oktaSignInWidgetMessages = z.object({
  lockout: z.string(),
  usernameRequired: z.string(),
  passwordRequired: z.string(),
  genericSummary: z.string(),
})

/** DATA-01, DATA-02. */
export const cart = z.object({
  ...receipt.shape,
  ...flags.shape,
  lineItems: z.array(lineItem),
  savedForLater: z.array(lineItem),
  cartSummary: z.object({
    discountCode: z.string(),
    /** Why the applied code gives nothing; left out when it gives something. */
    promoMessage: z.string().optional(),
    taxZipCode: z.string(),
    /** Shipping and tax are those of a registrant's home, whose ZIP is told to nobody (CALM-67); left out when they are not. */
    isAtRegistrant: z.literal(true).optional(),
    /** It goes to several homes, or a registry's gift is among it: no address of a wallet will do (CALM-32); left out else. */
    asksWhereItGoes: z.literal(true).optional(),
  }),
  orderSummary,
  /** The reward certificates applied in the cart (CART-41, CART-42). */
  rewardsData: paymentData.shape.rewardsData,
  isGuest: z.boolean(),
  isInternational: z.boolean(),
  isApp: z.boolean(),
  /** True while an order of this cart is on its way: nothing in it can change. */
  isPlacing: z.boolean(),
  messages,
  oktaConfigurations,
  oktaSignInWidgetMessages,
  cartNewCustomersMessage: z.string(),
  cartReturningCustomersMessage: z.string(),
})

/** UNAVAIL-02: what the unavailable-items popup lists. */
export const unavailableItem = z.object({
  sku: z.int(),
  title: z.string(),
  imagePath: z.string(),
  navigateUrl: z.string(),
  currentPrice: cents,
  quantity: z.int(),
  availabilityMessage: z.string(),
  /** How many of it can still be had (CALM-10); 0 for none. */
  quantityLeft: z.int(),
  edd: z.object({ message: z.string() }),
  isCustomNla: z.boolean(),
})

export const oversizedItem = z.object({ sku: z.int(), title: z.string(), boxes: z.array(box) })

/** ATC-01: exactly these names and casing; Url may be missing (ATC-03). */
export const addItem = z.object({
  Sku: z.int().positive(),
  Quantity: z.int(),
  OptionChoiceParameter: z.string().max(500).default(''),
  Location: z.string().max(10).default(''),
  IsPickupSelected: z.boolean().default(false),
  GiftRegistryId: z.int().nonnegative().default(0),
  Position: z.int().nonnegative().default(0),
  TotalPositions: z.int().nonnegative().default(0),
  Url: z.string().max(200).default('Product Header'),
  IsInstallationServiceRequired: z.boolean().default(false),
  InstallationServiceType: z.string().max(50).default(''),
  PersonalizationText: z.string().max(500).default(''),
  IsPersonalized: z.boolean().default(false),
  PersonalizationId: id.default(''),
  ShipMethod: shipMethodInput.default(1),
})

/** DATA-18: the items an add answers with. */
export const confirmationItem = z.object({
  sku: z.int(),
  name: z.string(),
  quantity: z.int(),
  formattedPrice: z.string(),
  imagePath: z.string(),
  grId: z.int(),
  registryType: z.string(),
  personalization: personalization.nullable(),
  inHousePersonalization: inHousePersonalization.nullable(),
  isInstallationServiceRequired: z.boolean(),
  formattedInstallationServiceFee: z.string(),
})

/** DATA-19. */
export const addOn = z.object({
  sku: z.int(),
  name: z.string(),
  formattedPrice: z.string(),
  imagePopup: z.string(),
  imagePath: z.string(),
  imageUrl: z.string(),
  navigateUrl: z.string(),
})
