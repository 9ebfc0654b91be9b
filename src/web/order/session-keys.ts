/** Names of what the checkout keeps for the browser's session (OPEN-10). */
export const partnerTransactionKey = 'partnerTransactionId'
export const taxExemptKey = 'isTaxExempt'

/**
 * The partner's id of this visit, sent with the order as adata; '' when there is none (ORDER-02). When it cannot be read
 * the error goes to the console and the order goes on (ORDER-03).
 */
export function readPartnerTransaction(): string {
  try {
    return sessionStorage.getItem(partnerTransactionKey) ?? ''
  } catch (error) {
    console.error('The partner transaction id cannot be read', error)
    return ''
  }
}

/** The choice of a tax exemption is kept for the session (GIFT-09). */
export function storeTaxExempt(isExempt: boolean): void {
  try {
    if (isExempt) sessionStorage.setItem(taxExemptKey, '1')
    else sessionStorage.removeItem(taxExemptKey)
  } catch {
    // Storage that cannot be used holds no flag.
  }
}

/** The choice of a tax exemption ends with its order (GIFT-09, ORDER-04). */
export function clearTaxExempt(): void {
  try {
    sessionStorage.removeItem(taxExemptKey)
  } catch {
    // Storage that cannot be used holds no flag.
  }
}
