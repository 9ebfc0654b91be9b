import { MailPreference } from '#web/homes/shipping-extras.tsx'
import { TaxExemption } from '#web/homes/tax-exemption.tsx'

/** What the billing address fetches behind itself. */
export const billingOptions = { MailPreference, TaxExemption }
