/** The person whose wallet this is; she lives where the store is. */
export function payerOf(currency: string) {
  return { ...person, ...(currency === 'CAD' ? canada : home) }
}

export type Payer = ReturnType<typeof payerOf>

const canada = { address1: '88 Harbour Street', city: 'Toronto', state: 'ON', postalCode: 'M5J 0C3', country: 'CA' }
const home = { address1: '12 Maple Street', city: 'Naperville', state: 'IL', postalCode: '60540', country: 'US' }
const person = { firstName: 'Ada', lastName: 'Byron', phone: '6305550142', email: 'ada@example.com' }

const choices = {
  home: 'Home',
  box: 'A PO box',
  restricted: 'Minnesota',
  abroad: 'The other country',
  elsewhere: 'Germany',
} as const
type Choice = keyof typeof choices

/** The other addresses in this wallet, as their buttons name them. */
export const otherAddresses = Object.entries(choices).filter(([choice]) => choice !== 'home')

export function isChoice(text: string): text is Choice {
  return text in choices
}

/** The payer with one of her addresses, and how to reach her. */
export function contactOf(currency: string, choice: string): Payer {
  const payer = payerOf(currency)
  switch (choice) {
    case 'box':
      return { ...payer, address1: 'PO Box 118' }
    case 'restricted':
      return {
        ...person,
        address1: '350 S 5th St',
        city: 'Minneapolis',
        state: 'MN',
        postalCode: '55415',
        country: 'US',
      }
    case 'abroad':
      return payerOf(currency === 'CAD' ? 'USD' : 'CAD')
    case 'elsewhere':
      return {
        ...person,
        address1: 'Torstrasse 118',
        city: 'Berlin',
        state: '',
        postalCode: '10119',
        country: 'DE',
      }
    default:
      return payer
  }
}
