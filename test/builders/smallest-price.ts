/** Pieces of the test catalogue by kind, and what was said of the cart in the US store of CB. */
export type SmallCart = {
  readonly mugs: number
  readonly sofas: number
  readonly rugs: number
  readonly zip: '' | '60601' | '99501' | '83702'
  readonly code: '' | 'TEN' | 'FROM100'
  readonly giftCardCents: number
}

const cents = { mug: 1_295, sofa: 120_000, rug: 30_000 }
/** Millionths of tax, whether furniture comes by a local crew, and what parcels cost more there. */
const places = {
  '': { rate: 0, isLocal: false, more: 0 },
  '60601': { rate: 62_500, isLocal: true, more: 0 },
  '99501': { rate: 0, isLocal: false, more: 1_000 },
  '83702': { rate: 60_000, isLocal: false, more: 0 },
}

export function worthOf({ mugs, sofas, rugs }: Pick<SmallCart, 'mugs' | 'sofas' | 'rugs'>): number {
  return mugs * cents.mug + sofas * cents.sofa + rugs * cents.rug
}

/** What the cart costs, worked out a second time in the simplest way: no line, no share, no row of a table (SCENE-10). */
export function smallestPrice(cart: SmallCart) {
  const { rate, isLocal, more } = places[cart.zip]
  const subtotal = worthOf(cart)
  const ten = cart.code === 'TEN' ? Math.round(subtotal / 10) : 0
  const discount = cart.code === 'FROM100' && subtotal >= 10_000 ? 1_000 : ten
  const parcels = worthOf({ ...cart, sofas: 0 })
  const crew = cart.sofas === 0 ? 0 : isLocal ? 11_900 : 19_900
  const shipping = (parcels === 0 ? 0 : parcelFee(parcels)) + crew
  const surcharge = parcels === 0 ? 0 : more
  const tax = Math.round(((subtotal - discount + shipping + surcharge) * rate) / 1e6)
  const total = subtotal - discount + shipping + surcharge + tax
  const giftCardsTotal = Math.min(cart.giftCardCents, total)
  return { subtotal, discount, shipping, surcharge, tax, total, giftCardsTotal, amountDue: total - giftCardsTotal }
}

function parcelFee(worth: number): number {
  if (worth <= 2_500) return 695
  if (worth <= 5_000) return 995
  if (worth <= 10_000) return 1_495
  if (worth <= 20_000) return 1_995
  return Math.min(Math.round(worth / 10), 4_995)
}
