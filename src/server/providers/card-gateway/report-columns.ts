/** The columns without which nothing can be said of a payment. */
export const neededColumns = [
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Booking Date',
  'TimeZone',
  'Record Type',
  'Payment Currency',
  'Authorized (PC)',
  'Captured (PC)',
] as const

/**
 * Every column that Adyen's Payment accounting report may have, standard or chosen. One that is not among them is a report of another
 * kind, or of a release that nobody has looked at.
 * https://docs.adyen.com/reporting/invoice-reconciliation/payment-accounting-report
 */
export const knownColumns: ReadonlySet<string> = new Set([
  ...neededColumns,
  ...['Company Account', 'Payment Method', 'Main Currency', 'Main Amount', 'Received (PC)', 'Settlement Currency'],
  ...['Payable (SC)', 'Commission (SC)', 'Markup (SC)', 'Scheme Fees (SC)', 'Interchange (SC)'],
  ...['Processing Fee Currency', 'Processing Fee (FC)', 'User Name', 'Payment Method Variant'],
  ...['Modification Merchant Reference', 'Acquirer', 'Acquirer Reference', 'Acquirer Auth Code', 'Shopper Reference'],
  ...['Shopper Interaction', 'Shopper Country', 'Issuer Country', 'Issuer Bin', 'Store', 'Unique Terminal ID'],
  ...[
    'Modification Psp Reference',
    'Risk Scoring',
    'Booking Amount',
    'Value Date',
    'Creation Date',
    'Global Card Brand',
  ],
  ...Array.from({ length: 10 }, (_, at) => `Reserved${at + 1}`),
])

/** Minutes that a time zone of a report is ahead of UTC. */
export const zoneMinutes: { readonly [zone: string]: number } = {
  ...{ UTC: 0, GMT: 0, BST: 60, CET: 60, CEST: 120, EET: 120, EEST: 180 },
  ...{ EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420, BRT: -180 },
  ...{ SGT: 480, HKT: 480, JST: 540, AEST: 600, AEDT: 660, NZST: 720, NZDT: 780 },
}
