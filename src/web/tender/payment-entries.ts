import { PromoCodeEntry } from '#web/checkout/payment/promo-code-entry.tsx'
import { CertificateEntries } from '#web/tender/certificate-entries.tsx'
import { StoredValueEntries } from '#web/tender/stored-value-entries.tsx'

/** What the payment step folds away, in one file of its own. */
export const paymentEntries = {
  Cards: StoredValueEntries,
  Promotion: PromoCodeEntry,
  Certificates: CertificateEntries,
}
