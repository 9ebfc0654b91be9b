import type { Page } from '#contracts/pages.ts'

type TextPage = Omit<Extract<Page, { name: 'text' }>, 'name'>

const home = { text: 'Back to the store', href: '/' }

/**
 * Pages that are words only, by address. The last five are those the sign-in popup knows by a fragment of their path
 * (OPEN-17); the registry's and the design services' own pages stand where their features are.
 */
export const textPages: { readonly [path: string]: TextPage } = {
  '/customer-service/terms-of-use': {
    title: 'Terms of Use',
    paragraphs: [
      'By using this store you agree to these terms. Prices, offers and availability may change until an order is placed; what the order confirmation says is what counts.',
      'An order is placed when we confirm it. We may refuse an order when an item is no longer available or a payment is not authorized; then nothing is charged.',
      'Pictures show our pieces as faithfully as a screen can. Measures are of the set-up piece; natural materials differ from piece to piece.',
    ],
    links: [{ text: 'Privacy Policy', href: '/customer-service/privacy-policy' }, home],
  },
  '/customer-service/privacy-policy': {
    title: 'Privacy Policy',
    paragraphs: [
      'We keep what an order needs: names, addresses, contact details, what was bought and how it was paid. Card numbers and security codes never reach us; our payment partner reads them and gives us a token.',
      'One cookie keeps your cart for 30 days. Others remember that you have an account and which country you ship to. We set no advertising cookies.',
      'We measure how our store is used to make it better, never with your name, address or email. ‘Your privacy choices’ at the end of each page is where you accept or decline. A browser that sends the Global Privacy Control signal is not measured.',
      'You can ask us at any time what we keep about you, and to delete what the law does not oblige us to keep.',
    ],
    links: [{ text: 'Terms of Use', href: '/customer-service/terms-of-use' }, home],
  },
  '/design-services/form': {
    title: 'Design Services',
    paragraphs: [
      'Our designers plan rooms with you, free of charge. Call the number at the end of this page: have the measures of the room at hand and say what you have in mind, and we find a time with a designer for you.',
    ],
    links: [{ text: 'Appointments', href: '/design-services/appointments' }, home],
  },
  '/design-services/kids-form': {
    title: "Design Services for Children's Rooms",
    paragraphs: [
      "Our designers plan nurseries and children's rooms with you, free of charge. The number to call is at the end of this page.",
    ],
    links: [{ text: 'Appointments', href: '/design-services/appointments' }, home],
  },
  '/design-services/appointments': {
    title: 'Design Services Appointments',
    paragraphs: [
      'Appointments with our designers are made and changed by phone. The number is at the end of this page.',
    ],
    links: [{ text: 'Design Services', href: '/design-services/form' }, home],
  },
  '/gift-registry/guest/authenticate': {
    title: 'Gift Registry',
    paragraphs: ['Sign in to see and change your gift registry.'],
    links: [
      { text: 'Sign In', href: '/account/login?returnUrl=%2Fgift-registry%2Fguest%2Fauthenticate' },
      { text: 'Find a registry', href: '/gift-registry/find' },
      home,
    ],
  },
  '/gift-registry/guest/new': {
    title: 'Create a Gift Registry',
    paragraphs: ['A gift registry belongs to an account. Sign in or create an account first.'],
    links: [
      { text: 'Sign In', href: '/account/login?returnUrl=%2Fgift-registry%2Fguest%2Fnew' },
      { text: 'Create an Account', href: '/account/create-account' },
    ],
  },
}
