import type { RegistryPage } from '#contracts/registry/pages.ts'

/** The page on which the Bells change their wedding registry. */
export const anEditPage: Extract<RegistryPage, { name: 'editRegistry' }> = {
  ...{ name: 'editRegistry', grId: 123, title: 'Wedding', today: '2027-01-01', isClosed: false },
  ...{ registryType: 'br', eventDate: '2027-06-12', firstName: 'Ann', lastName: 'Bell', partnerName: 'Ben Cole' },
  ...{ partnerEmail: '', greeting: '', giftMail: 'what', isPublic: true, picture: null },
  address: { address1: '1 Elm', address2: '', city: 'Portland', state: 'OR', postalCode: '97205', phone: '' },
}
