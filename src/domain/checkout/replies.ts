/** The body that switches tax exemption (GIFT-08, DATA-15). */
export function taxExemptionPayload(isTaxExemptionApplied: boolean): { isTaxExemptionApplied: boolean } {
  return { isTaxExemptionApplied }
}
