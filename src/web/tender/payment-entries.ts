import { CertificateEntries } from '#web/tender/certificate-entries.tsx'
import { StoredValueEntries } from '#web/tender/stored-value-entries.tsx'

/** What is in the drawers of the payment step, in one file of its own. */
export const paymentEntries = { Cards: StoredValueEntries, Certificates: CertificateEntries }
