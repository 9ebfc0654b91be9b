/**
 * How much there can be of what a shopper makes, so that nobody's cart or account makes a page slow for others. More is
 * refused with a text of its own and changes nothing; what is there already can always be changed and removed. Limits of
 * one line or field stand with their own rules.
 */
export const limits = {
  /** Different lines of the cart, and of what was saved for later, which never stands in the way of buying. */
  cartLines: 200,
  savedLines: 100,
  /** Items of one call that adds to a cart, and to registries. */
  itemsOfAdd: 50,
  itemsOfRegistryAdd: 100,
  /** Addresses that one order goes to; stores where it is picked up do not count. */
  recipients: 25,
  /** What one order is paid with. */
  giftCards: 10,
  tenderCodes: 10,
  certificates: 10,
  /** Of an account. */
  savedAddresses: 50,
  registries: 25,
  /** Of a registry: kinds of pieces and designs. */
  registryItems: 300,
  /** Designs that are in no cart and no registry; the oldest make room. */
  unusedDesigns: 100,
} as const
