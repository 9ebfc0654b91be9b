import { allVariants, type VariantKey } from '#domain/variant.ts'

/** Numbers under which a seller hands in Canadian taxes. */
export type TaxRegistrations = {
  readonly gstHst: string
  readonly qst: string
  /** By province. */
  readonly pst: { readonly BC: string; readonly MB: string; readonly SK: string }
}

/** Whom a shopper buys from, by law: of one brand in one country. */
export type Seller = {
  readonly name: string
  /** Its lines, the country last. */
  readonly address: readonly string[]
  /** Null outside Canada. */
  readonly registrations: TaxRegistrations | null
}

/** Whom shoppers of each store buy from. */
export type Sellers = { readonly [Key in VariantKey]: Seller }

/** A seller as an order's page, mail and receipt name it. */
export type NamedSeller = {
  readonly name: string
  readonly address: readonly string[]
  /** 'GST/HST 123456789 RT0001' and others, as far as the order's taxes go. */
  readonly registrations: readonly string[]
}

/** What of an order says who sold it. */
type SoldOrder = {
  readonly brand: string
  readonly country: string
  /** As it was when the order was placed; null of one from before that was written down. */
  readonly seller: Seller | null
  /** Of its tax, by name, such as 'GST' and 'QST'. */
  readonly summary: { readonly taxParts: readonly { readonly name: string }[] }
}

/** Whom shoppers of a store buy from now. */
export function sellerOfStore(sellers: Sellers, { brand, country }: Pick<SoldOrder, 'brand' | 'country'>): Seller {
  const variant = allVariants.find((one) => one.brand === brand && one.country === country)
  return sellers[variant?.key ?? 'cb']
}

/** The seller of an order, with GST/HST on every Canadian one, and QST and PST where they were taken. */
export function sellerOf(sellers: Sellers, { seller, summary, ...store }: SoldOrder): NamedSeller {
  const { name, address, registrations } = seller ?? sellerOfStore(sellers, store)
  if (registrations === null) return { name, address, registrations: [] }
  const { gstHst, qst, pst } = registrations
  const isTaken = (tax: string) => summary.taxParts.some((part) => part.name === tax)
  return {
    name,
    address,
    registrations: [
      `GST/HST ${gstHst}`,
      ...(isTaken('QST') ? [`QST ${qst}`] : []),
      ...(isTaken('PST') ? [`PST: BC ${pst.BC}, MB ${pst.MB}, SK ${pst.SK}`] : []),
    ],
  }
}

/** The seller as lines of a mail or a receipt: name and address, then its registrations. */
export function sellerLines({ name, address, registrations }: NamedSeller): string[] {
  return [`Sold by ${[name, ...address].join(', ')}`, ...(registrations.length > 0 ? [registrations.join(' · ')] : [])]
}
