/** How to look after a material, by the word that pieces use. */
export const care = {
  fabric: 'Vacuum weekly with a soft brush. Blot spills at once with a dry cloth and turn loose cushions every month.',
  performance:
    'Vacuum weekly. Most spills lift with water and mild soap; blot, never rub, and let the cover dry in the air.',
  leather:
    'Dust with a dry cloth and keep out of direct sun. A leather balm twice a year keeps it supple; small marks are part of its age.',
  wood: 'Wipe with a soft dry cloth. Use coasters and lift things rather than drag them. A thin coat of wax once a year is enough.',
  oiledWood:
    'Wipe dry after use. Rub in food-safe oil when the surface looks pale, about every two months. Not for the dishwasher.',
  metal: 'Dust with a soft dry cloth. No polish and no abrasive: they take the finish off.',
  stone: 'Wipe with a damp cloth and dry. Stone is porous, so wipe acids and oil up at once. Reseal it once a year.',
  ceramic: 'Dishwasher and microwave safe. Let hot pieces cool before they meet cold water.',
  handCeramic: 'Wash by hand with mild soap. Wipe dry; do not soak.',
  glass: 'Dishwasher safe on the upper rack. Stemware keeps its shine longer when washed by hand.',
  handGlass: 'Wash by hand in warm water and dry with a linen cloth.',
  wool: 'Vacuum without a beater bar. New wool sheds for some weeks. Blot spills with a dry cloth and have it cleaned professionally.',
  outdoorRug: 'Hose off, hang up and let it dry on both sides before it lies again.',
  cotton: 'Machine wash warm with like colors. Tumble dry low. Take out while slightly damp and it needs no iron.',
  linenCloth: 'Machine wash cold on a gentle cycle. Line dry. Linen grows softer with every wash.',
  cast: 'Wash by hand while warm, dry at once. Use wood or silicone tools; no metal scourers.',
  steelware: 'Dishwasher safe. Dry soon after washing to avoid water marks.',
  candle: 'Trim the wick to a quarter inch before each lighting. Never leave a burning candle alone.',
  woven: 'Dust with a soft brush. Keep dry and out of long direct sun.',
  outdoor: 'Rinse with water and mild soap. Store cushions dry and cover the frame in winter.',
  lamp: 'Dust with a dry cloth when cold. Use bulbs up to the wattage named on the socket.',
  none: '',
} as const

export type CareKind = keyof typeof care

/** Installations: what is done and what it costs per piece, in dollars of each country. */
export const installations = {
  assembly: { type: 'assembly', name: 'Assembly in the room of your choice', US: 99, CA: 129 },
  wallMount: { type: 'wallMount', name: 'Mounting on your wall', US: 89, CA: 115 },
  hardwire: { type: 'hardwire', name: 'Wiring by an electrician', US: 149, CA: 189 },
} as const

export type InstallationKind = keyof typeof installations

type Line = {
  readonly elementName: string
  readonly maxLength: number
  readonly minLength?: number
  readonly font: string
  readonly textColor: string
  readonly validationRegEx: string
}
type Template = {
  readonly type: 100 | 700 | 705
  readonly templateName: string
  readonly locationName: string
  readonly US: number
  readonly CA: number
  readonly lines: readonly Line[]
}

/** How pieces can be personalized: fee in dollars, and the lines of text. */
export const templates: { readonly [Kind in TemplateKind]: Template } = {
  towel: {
    type: 700,
    templateName: 'monogram-three',
    locationName: 'Lower center',
    US: 8,
    CA: 11,
    lines: [
      {
        elementName: 'Text1',
        maxLength: 3,
        minLength: 1,
        font: 'Classic Serif',
        textColor: 'Stone',
        validationRegEx: '^[A-Z]*$',
      },
    ],
  },
  throw: {
    type: 700,
    templateName: 'name-and-year',
    locationName: 'Corner',
    US: 12,
    CA: 16,
    lines: [
      {
        elementName: 'Text1',
        maxLength: 12,
        minLength: 1,
        font: 'Script',
        textColor: 'Cream',
        validationRegEx: "^[A-Za-z .'-]*$",
      },
      { elementName: 'Text2', maxLength: 4, font: 'Script', textColor: 'Cream', validationRegEx: '^[0-9]*$' },
    ],
  },
  napkin: {
    type: 700,
    templateName: 'single-initial',
    locationName: 'Corner',
    US: 6,
    CA: 8,
    lines: [
      {
        elementName: 'Text1',
        maxLength: 1,
        minLength: 1,
        font: 'Classic Serif',
        textColor: 'White',
        validationRegEx: '^[A-Z]*$',
      },
    ],
  },
  glass: {
    type: 705,
    templateName: 'etched-initials',
    locationName: 'Front',
    US: 10,
    CA: 13,
    lines: [
      {
        elementName: 'Text1',
        maxLength: 3,
        minLength: 1,
        font: 'Block',
        textColor: 'Frost',
        validationRegEx: '^[A-Z]*$',
      },
    ],
  },
  board: {
    type: 705,
    templateName: 'etched-three-lines',
    locationName: 'Center',
    US: 15,
    CA: 20,
    lines: [
      {
        elementName: 'Text1',
        maxLength: 16,
        minLength: 2,
        font: 'Classic Serif',
        textColor: 'Burnt',
        validationRegEx: "^[A-Za-z &.'-]*$",
      },
      {
        elementName: 'Text2',
        maxLength: 20,
        font: 'Small Caps',
        textColor: 'Burnt',
        validationRegEx: "^[A-Za-z0-9 ,&.'-]*$",
      },
      { elementName: 'Text3', maxLength: 10, font: 'Small Caps', textColor: 'Burnt', validationRegEx: '^[0-9 ./-]*$' },
    ],
  },
  keepsake: {
    type: 100,
    templateName: 'engraved-initials',
    locationName: 'Lid',
    US: 0,
    CA: 0,
    lines: [
      {
        elementName: 'Text1',
        maxLength: 3,
        minLength: 1,
        font: 'Serif',
        textColor: 'Natural',
        validationRegEx: '^[A-Z]*$',
      },
    ],
  },
  tray: {
    type: 100,
    templateName: 'engraved-initials',
    locationName: 'Floor',
    US: 0,
    CA: 0,
    lines: [
      {
        elementName: 'Text1',
        maxLength: 3,
        minLength: 1,
        font: 'Serif',
        textColor: 'Natural',
        validationRegEx: '^[A-Z]*$',
      },
    ],
  },
  ornament: {
    type: 100,
    templateName: 'name-and-year',
    locationName: 'Front',
    US: 0,
    CA: 0,
    lines: [
      {
        elementName: 'Text1',
        maxLength: 10,
        minLength: 1,
        font: 'Serif',
        textColor: 'Gold',
        validationRegEx: "^[A-Za-z '-]*$",
      },
      { elementName: 'Text2', maxLength: 4, font: 'Serif', textColor: 'Gold', validationRegEx: '^[0-9]*$' },
    ],
  },
}

export type TemplateKind = 'towel' | 'throw' | 'napkin' | 'glass' | 'board' | 'keepsake' | 'tray' | 'ornament'

/** What a shopper accepts before a custom order is made. */
export const customOrders = {
  upholstery: {
    title: 'Made for you',
    message: 'This piece is cut and upholstered after you order it. Please read this before it goes into your cart.',
    terms: [
      'Making takes {weeks}; we write when it leaves the workshop.',
      'The order can be changed or cancelled within 48 hours of placing it.',
      'A piece made to order cannot be returned unless it arrives damaged or wrong.',
      'Covers vary a little from batch to batch; ask for a swatch when the shade matters.',
    ],
  },
  stone: {
    title: 'Cut from one slab',
    message: 'The top is cut from a single slab chosen for your order, so no two are alike.',
    terms: [
      'Veins and shade differ from the picture; that is the nature of the stone.',
      'Cutting takes {weeks} and starts two days after the order.',
      'Once cut, a top cannot be returned or exchanged.',
    ],
  },
} as const

export type CustomOrderKind = keyof typeof customOrders
