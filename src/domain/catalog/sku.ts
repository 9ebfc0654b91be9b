import type { Making } from './making.ts'
/** How a piece travels: what decides the calculated ship method (OPEN-80). */
export type ShipKind = 'parcel' | 'furniture' | 'freight' | 'giftCard' | 'donation'
/** 'nla': no longer available. */
export type SkuStatus = 'active' | 'nla'

/** A picture of the catalogue: its file under /pictures/, its pixels, and the colour shown until it has come. */
export type Picture = {
  readonly file: string
  readonly alt: string
  readonly width: number
  readonly height: number
  readonly color: string
  /** The widths it is there in, rising, as AVIF and WebP (picture.ts); left out for a picture of one file. */
  readonly widths?: readonly number[]
}

/** DATA-09. Measures of the set-up piece; 0 where one does not apply. systemOfMeasure: 1 inches, 2 centimeters. */
export type Dimensions = {
  readonly depth: number
  readonly height: number
  readonly width: number
  readonly diameter: number
  readonly systemOfMeasure: 1 | 2
}

/** One kind of box a piece comes in (OVERSIZE-03). Measures in the unit of systemOfMeasure, weight in pounds (1) or kilograms (2). */
export type Box = {
  readonly boxNumber: number
  readonly quantity: number
  readonly width: number
  readonly depth: number
  readonly height: number
  readonly weight: number
  readonly systemOfMeasure: 1 | 2
}

/** An installation a piece can have, with its fee per piece in cents (OPEN-82). */
export type InstallationService = { readonly type: string; readonly name: string; readonly feeCents: number }

/** PERS-02: a line that a shopper may have personalized, as the catalogue offers it. */
export type PersonalizationTemplateLine = {
  readonly elementName: string
  readonly font: string
  readonly textColor: string
  readonly fontAttributes: { readonly validationRegEx: string; readonly minLength: number; readonly maxLength: number }
}

/** PERS-01: type 100 legacy, 700 in-house embroidery, 705 in-house etching. Fee per piece in cents. */
export type PersonalizationTemplate = {
  readonly type: 100 | 700 | 705
  readonly templateName: string
  readonly locationName: string
  readonly feeCents: number
  readonly lines: readonly PersonalizationTemplateLine[]
}

/** What a shopper must accept before a custom order is added (ATC-08, OPEN-45). */
export type CustomOrder = { readonly title: string; readonly message: string; readonly terms: readonly string[] }

/** The choice of one option, as a shopper reads it: code 'color', name 'Color', value 'Oat'. */
export type OptionChoice = { readonly code: string; readonly name: string; readonly value: string }

/** What a promise of delivery needs to know of a sku's stock. */
export type AvailabilityFacts = {
  readonly status: SkuStatus
  /** Pieces in the warehouse of brand and country that nobody holds; never negative. */
  readonly warehouseFree: number
  /** The first day it can leave, 'YYYY-MM-DD', or null. */
  readonly availableFrom: string | null
  /** Days it takes to make; above 0 means made to order. */
  readonly makeDays: number
}

/** All that cart, checkout and order need of one sku in one brand and country. Cents in the currency of the country. */
export type SkuFacts = AvailabilityFacts & {
  /** Which days `makeDays` are (CALM-04). */
  readonly makeDaysAre: Making['makeDaysAre']
  readonly sku: number
  readonly productId: string
  readonly title: string
  readonly picture: Picture | null
  /** False when it has no price in this country: then status is 'nla' and both prices are 0. */
  readonly isSold: boolean
  readonly currentCents: number
  readonly regularCents: number
  readonly priceType: string
  readonly markdownType: string
  /** 'code:value|code:value' sorted by code (OPEN-47). */
  readonly optionChoice: string
  readonly optionChoices: readonly OptionChoice[]
  /** Its product has one value of each option: nothing else to choose. */
  readonly isOnlyPiece: boolean
  readonly shipKind: ShipKind
  readonly isStockSku: boolean
  readonly isSuperSpecialOrder: boolean
  readonly hasGrouper: boolean
  readonly isPfas: boolean
  readonly propertyCodes: readonly number[]
  readonly dimensions: Dimensions | null
  readonly boxes: readonly Box[]
  readonly services: readonly InstallationService[]
  readonly personalization: PersonalizationTemplate | null
  readonly customOrder: CustomOrder | null
  readonly category: string
  readonly department: string
  readonly class: string
  readonly subclass: string
}

/** What of a sku may change at any moment: the version of its other facts, and the pieces free in the warehouse. */
export type SkuStamp = { readonly sku: number; readonly version: number; readonly free: number }

/** The address a picture is served at, '' for none. */
export function pictureAddress(picture: Picture | null): string {
  return picture ? `/pictures/${picture.file}` : ''
}

/** The address of a product page (OPEN-110). */
export function productAddress(sku: number): string {
  return `/product/${sku}`
}

/** The address of a category page (OPEN-110). */
export function categoryAddress(slug: string): string {
  return `/category/${slug}`
}
