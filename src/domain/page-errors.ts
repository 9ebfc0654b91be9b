/** Why a page of the store shows an error in place of what was asked for. */
export type PageError = keyof typeof pageErrorStatus

/** The status that each is answered with. */
export const pageErrorStatus = {
  malformed: 400,
  cardNumber: 400,
  elsewhere: 403,
  missing: 404,
  wrongMethod: 405,
  tooLarge: 413,
  wrongType: 415,
  tooMany: 429,
  largeHeaders: 431,
  fault: 500,
  away: 503,
  busy: 503,
  gettingReady: 503,
} as const

/** What these pages say; `sent` in place of a sentence that would promise too much after a form was sent. */
export const pageErrorMessages = {
  'unavailable.malformedTitle': 'We cannot read this address',
  'unavailable.malformed':
    'Something in it is missing or misspelled. Please begin at the home page, or search for what you are looking for.',
  'unavailable.malformedSent': 'We could not read what was sent, so nothing was changed. Please go back and try again.',
  'unavailable.cardNumberTitle': 'Please leave card numbers out',
  'unavailable.cardNumber':
    'The address looks as if it held the number of a payment card, so we have not kept it. We take cards at checkout only.',
  'unavailable.elsewhereTitle': 'This did not come from our store',
  'unavailable.elsewhere':
    'To keep your cart and your account safe we take only what is sent from our own pages. Nothing was changed.',
  'unavailable.missingTitle': 'Page not found',
  'unavailable.missing': 'Nothing is at this address. It may have moved, or the item may no longer be sold.',
  'unavailable.wrongMethodTitle': 'There is nothing to see here',
  'unavailable.wrongMethod':
    'Our forms are sent to this address; it has no page of its own. Your cart and your account are as they were.',
  'unavailable.tooLargeTitle': 'That was too much at once',
  'unavailable.tooLarge':
    'What was sent is longer than we can take, so nothing was changed. Please go back, make it shorter and send it again.',
  'unavailable.wrongTypeTitle': 'We could not read what was sent',
  'unavailable.wrongType':
    'It came in a form that we do not know, so nothing was changed. Please go back and send it from our page.',
  'unavailable.tooManyTitle': 'One moment, please',
  'unavailable.tooMany':
    'More requests came from your network than we can take at once. Please try again in a few seconds. Your cart is kept.',
  'unavailable.tooManySent':
    'More requests came from your network than we can take at once, so what you sent was not taken. Please wait a few seconds, go back and send it again.',
  'unavailable.largeHeadersTitle': 'Your browser sent too much',
  'unavailable.largeHeaders':
    'It keeps more cookies for our store than we can read. Please delete the cookies of this site in the settings of your browser, then come back.',
  'unavailable.faultTitle': 'Something went wrong on our side',
  'unavailable.fault': 'We could not show this page. Please try again in a moment. Your cart is kept.',
  'unavailable.number': 'If it happens again, please call us and name this number: {number}',
  'unavailable.awayTitle': 'We will be right back',
  'unavailable.away': 'Your cart is safe. If you were placing an order, look at your order page before you try again.',
  'unavailable.busyTitle': 'One moment, please',
  'unavailable.busy': 'We cannot show this page right now. Please try again in a moment. Your cart is kept.',
  'unavailable.sent':
    'We cannot tell whether what you sent has reached us. Please go back and look before you send it again.',
  'unavailable.gettingReadyTitle': 'We are getting ready',
  'unavailable.gettingReady': 'Our store is not open yet. Please come back soon.',
  'unavailable.tryAgain': 'Try again',
  'unavailable.back': 'Go back',
  'unavailable.home': 'Go to the home page',
  'unavailable.cart': 'See your cart',
} as const
