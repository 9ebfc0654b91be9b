import { MailPreference } from './shipping-extras.tsx'
import { TaxExemption } from './tax-exemption.tsx'

/** What the billing address fetches behind itself. */
export const billingOptions = { MailPreference, TaxExemption }
