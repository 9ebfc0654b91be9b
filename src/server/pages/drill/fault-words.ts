import type { DrillFault, DrillPart } from '#domain/fire-drill.ts'

/** A fault as a person is told of it: what is played, and what a shopper then meets. */
export type FaultWords = { readonly name: string; readonly shopper: string }

type Words = { readonly [Part in DrillPart]: { readonly title: string } & { readonly faults: FaultsOf<Part> } }
type FaultsOf<Part extends DrillPart> = { readonly [Fault in DrillFault<Part>]: FaultWords }

const confirming =
  'Her order is being confirmed, says the next page. It settles by itself, and nothing is charged twice.'

const refusedBy = {
  code: 'The payment step asks for the security code of this card and for nothing else. With a wallet: as a decline.',
  expiry:
    'The payment step asks for the expiration date of this card and for nothing else. With a wallet: as a decline.',
  bank: 'The same as a decline: why is for her bank to say.',
  away: 'The payment step offers the same card again, and another. With a wallet: as a decline.',
}

/** The faults of payments; `it` is who takes the money, `means` what pays. */
const ofPayment = (it: string, means: string) => ({
  decline: {
    name: `${means} is declined`,
    shopper: 'A popup says so and leads to the payment step. All she entered is still there.',
  },
  wrongCode: { name: `${means} has another security code, says its bank`, shopper: refusedBy.code },
  wrongExpiry: { name: `${means} has another expiration date, says its bank`, shopper: refusedBy.expiry },
  insufficientFunds: { name: `${means} does not cover the order`, shopper: refusedBy.bank },
  cardBlocked: { name: `${means} is blocked, lost or stolen`, shopper: refusedBy.bank },
  suspectedFraud: { name: `${means} is suspected of fraud`, shopper: refusedBy.bank },
  bankAway: { name: `The bank of ${means.toLowerCase()} does not answer`, shopper: refusedBy.away },
  slow: {
    name: `${it} answers slowly`,
    shopper: 'The button is busy for so long. After 8 seconds her order is being confirmed, says the next page.',
  },
  timeoutAfterCharge: { name: `${it} charges and never answers`, shopper: confirming },
  duplicateNotice: { name: `${it} sends its webhook event twice`, shopper: 'Nothing of it: the order is paid once.' },
  '503': { name: `${it} answers 503`, shopper: confirming },
  cut: { name: `${it} charges and the line is cut`, shopper: confirming },
})

/** What the panel says of each stand-in and its faults. */
export const drillWords: Words = {
  'card-gateway': {
    title: 'Cards',
    faults: {
      ...ofPayment('The card gateway', 'A card'),
      challenge: {
        name: 'A card asks for a challenge',
        shopper: 'The page of the card’s bank comes before the confirmation.',
      },
      refuseConnection: {
        name: 'The stand-ins take no connections',
        shopper: 'The order did not go through and can be placed again. It begins at once, and this list is away too.',
      },
    },
  },
  wallets: {
    title: 'Wallets',
    faults: {
      ...ofPayment('The wallet', 'A wallet'),
      noSheet: {
        name: 'A wallet does not open',
        shopper: 'Her order and her other ways to pay stay; a sentence says why.',
      },
    },
  },
  identity: {
    title: 'Google, Apple and Okta',
    faults: {
      decline: {
        name: 'The provider does not say who she is',
        shopper: 'The sign-in page says that she is not signed in.',
      },
      slow: {
        name: 'The provider answers slowly',
        shopper: 'After 4 seconds the sign-in page says that the provider does not answer, and takes a password.',
      },
      '503': {
        name: 'The provider answers 503',
        shopper: 'The sign-in page says that the provider does not answer, and takes a password.',
      },
    },
  },
  mail: {
    title: 'Mail',
    faults: {
      decline: {
        name: 'A mail is refused for good',
        shopper: 'The order stands. Its mail never comes, and operators are told.',
      },
      slow: { name: 'A mail is taken slowly', shopper: 'Nothing of it: the order stands, and its mail comes later.' },
      '503': {
        name: 'A mail is refused for now',
        shopper: 'Nothing of it: the order stands, and its mail comes at the next try.',
      },
    },
  },
  delivery: {
    title: 'Delivery estimates',
    faults: {
      slow: {
        name: 'Delivery estimates come slowly',
        shopper: 'The cart shows the days it knows. After 3 seconds it is as if they did not come.',
      },
      '503': {
        name: 'Delivery estimates do not come',
        shopper: 'The cart says at each item what it cannot show. It asks twice: play this 2 times for each visit.',
      },
      noLineItems: {
        name: 'Delivery estimates come without lines',
        shopper: 'The cart says at each item what it cannot show.',
      },
    },
  },
}

/** A fault in one line; `null` waits for a card as well as for a wallet. */
export function faultName(part: DrillPart | null, fault: DrillFault): string {
  const known = drillWords[part ?? 'card-gateway'].faults as { readonly [name: string]: FaultWords }
  const name = known[fault]?.name ?? fault
  return part === null ? `${name}, or a wallet’s` : name
}
