import { sku } from '#test/builders/catalog.ts'

type Fields = { readonly [name: string]: string }

/** A native form as a browser without scripts sends it, and what must come back of it when it is refused (SAFE-33). */
export type NativeForm = {
  readonly action: string
  /** The source of its page says its address in these words. */
  readonly written?: string
  readonly isMember?: boolean
  /** The page it stands on. */
  readonly from: string
  /** Where it leads when the browser does not say what page it came from. */
  readonly back: string
  /** What stands in it without being typed. */
  readonly hidden?: Fields
  /** What a person types or chooses in it. */
  readonly typed?: Fields
  /** The same as its page calls it, where the form stands there once for each row. */
  readonly comesBack?: Fields
  /** What is typed and comes back to nobody. */
  readonly secrets?: Fields
}

const lineItemId = '3f2b8c1e-5a4d-4e6f-9b7a-1c2d3e4f5a6b'
const shareId = 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d'
const cart = '/checkout/cart'
const account = '/account'
const list = '/gift-registry/registrant-list'
const ann = { firstName: 'Ann', lastName: 'Bell', email: 'ann@example.com' }
const name = { firstName: 'Ann', lastName: 'Bell' }
const home = { address1: '1600 Evergreen Terrace', city: 'Portland', state: 'OR', postalCode: '97205' }
/** What a button of the form of a registry sends along. */
const beside = { greeting: 'Thank you', ...home }
const secret = { password: 'a long enough one' }
const id = { cardId: lineItemId, addressId: lineItemId, orderId: lineItemId }

/** Every native form of the store; what is not here fails the test that walks through the pages' sources. */
export const nativeForms: readonly NativeForm[] = [
  {
    ...{ action: '/cart/add', from: `/product/${sku.mug}`, back: cart, hidden: { Sku: String(sku.mug) } },
    typed: { Quantity: '3', IsPickupSelected: 'true', Location: '101', InstallationServiceType: 'basic' },
  },
  {
    ...{ action: '/cart/donate', written: 'cartFormPaths.donation', from: `/product/${sku.donation}`, back: cart },
    ...{ hidden: { Sku: String(sku.donation) }, typed: { Amount: 'other', OtherAmount: '12.50' } },
  },
  {
    ...{ action: '/cart/update', written: 'cartFormPaths.quantity', from: cart, back: cart, hidden: { lineItemId } },
    ...{ typed: { quantity: '500' }, comesBack: { [`quantity-${lineItemId}`]: '500' } },
  },
  {
    ...{ action: '/cart/amount', written: 'cartFormPaths.amount', from: cart, back: cart, hidden: { lineItemId } },
    ...{ typed: { amount: '12.50' }, comesBack: { [`amount-${lineItemId}`]: '12.50' } },
  },
  { action: '/cart/remove', written: 'cartFormPaths.remove', from: cart, back: cart, hidden: { lineItemId } },
  { action: '/cart/save', written: 'cartFormPaths.save', from: cart, back: cart, hidden: { lineItemId } },
  { action: '/cart/move', written: 'cartFormPaths.move', from: cart, back: cart, hidden: { lineItemId } },
  {
    action: '/cart/remove-saved',
    written: 'cartFormPaths.removeSaved',
    from: cart,
    back: cart,
    hidden: { lineItemId },
  },
  {
    ...{ action: '/cart/remove-installation', written: 'cartFormPaths.removeInstallation', from: cart, back: cart },
    hidden: { lineItemId },
  },
  { action: '/cart/change', written: 'cartFormPaths.change', from: cart, back: cart, hidden: { lineItemId } },
  {
    ...{ action: '/cart/add-installation', written: 'cartFormPaths.addInstallation', from: cart, back: cart },
    hidden: { lineItemId, installationServiceType: 'WallMount' },
  },
  { action: '/cart/zip', written: 'cartFormPaths.zip', from: cart, back: cart, typed: { zip: '60606' } },
  { action: '/cart/promo', written: 'cartFormPaths.promo', from: cart, back: cart, typed: { promoCode: 'SAVE' } },
  { action: '/cart/remove-promo', written: 'cartFormPaths.removePromo', from: cart, back: cart },
  { action: '/cart/delivery', written: 'cartFormPaths.delivery', from: cart, back: cart, hidden: { lineItemId } },
  { action: '/cart/hand-over', from: '/cart/hand-over', back: '/cart/hand-over?token=abc', hidden: { token: 'abc' } },
  { action: '/checkout', from: cart, back: cart, hidden: { isGuestCheckout: 'true' } },
  { action: '/checkout', written: 'cartFormPaths.checkout', from: cart, back: cart },
  {
    ...{ action: '/customer-service/ship-to', from: '/customer-service/ship-to', back: '/customer-service/ship-to' },
    ...{ hidden: { returnUrl: '/' }, typed: { country: 'FR' } },
  },
  {
    ...{ action: '/customer-service/international-orders', from: '/customer-service/international-orders' },
    back: '/customer-service/international-orders',
    typed: { name: 'Zoë Müller', email: ann.email, country: 'DE', phone: '+49 30 123456', message: 'A sofa' },
  },
  {
    ...{ action: '/fire-drill/script', written: 'scriptPath', from: '/fire-drill', back: '/fire-drill' },
    typed: { fault: 'mail:decline', times: '20000', seconds: '2', lastFour: '1111' },
  },
  {
    ...{ action: '/fire-drill/clear', written: 'clearPath', from: '/fire-drill', back: '/fire-drill' },
    hidden: { faultId: 'all' },
  },
  { action: '/favorites', from: '/category/tableware', back: '/favorites', hidden: { Sku: String(sku.mug) } },
  {
    ...{ action: '/account/login', from: '/account/login', back: cart, hidden: { returnUrl: '/favorites' } },
    ...{ typed: { email: ann.email }, secrets: secret },
  },
  {
    ...{ action: '/account/ask-reset', from: '/account/login', back: '/account/login' },
    typed: { email: ann.email },
  },
  {
    ...{ action: '/account/create-account', from: '/account/create-account', back: cart },
    ...{ typed: ann, secrets: secret },
  },
  {
    ...{ action: '/account/confirm-address', from: '/account/confirm-address', secrets: secret },
    ...{ back: '/account/confirm-address?token=abc', hidden: { token: 'abc' } },
  },
  {
    ...{ action: '/account/reset-password', from: '/account/reset-password', secrets: secret },
    ...{ back: '/account/reset-password?token=abc', hidden: { token: 'abc' } },
  },
  {
    ...{ action: '/account/find-order', from: '/account/find-order', back: '/account/find-order' },
    typed: { orderNumber: 'AB12', email: ann.email },
  },
  { action: '/account/auth', from: '/account/login', back: cart, hidden: { sessionToken: 'abc' } },
  { action: '/account/cancel-order', from: '/account/orders/AB12-CD34-EF56', back: account },
  {
    ...{ action: '/account/profile', isMember: true, from: account, back: account },
    typed: { firstName: 'Ann', lastName: '<b>' },
  },
  {
    ...{ action: '/account/addresses/save', isMember: true, from: '/account/addresses/new', back: account },
    ...{ hidden: { addressId: '' }, typed: { ...name, ...home, companyName: 'Bell', phone: '503', isDefault: 'true' } },
  },
  ...['remove', 'default', 'undo'].map((act) => {
    return {
      action: `/account/addresses/${act}`,
      written: 'action',
      isMember: true,
      from: account,
      back: account,
      hidden: id,
    }
  }),
  ...['remove', 'default', 'undo'].map((act) => {
    return {
      action: `/account/cards/${act}`,
      written: 'action',
      isMember: true,
      from: account,
      back: account,
      hidden: id,
    }
  }),
  {
    ...{ action: '/account/cards/save', isMember: true, from: '/account/cards/new', back: account },
    ...{ hidden: { cardId: '', cardToken: 'tok_abc', isDefault: 'true' }, comesBack: { isDefault: 'true' } },
  },
  { action: '/account/sign-out', isMember: true, from: account, back: cart },
  { action: '/account/sign-out-everywhere', isMember: true, from: account, back: cart },
  { action: '/account/ask-claim', isMember: true, from: account, back: account },
  { action: '/account/claim-orders', isMember: true, from: '/account/claim-orders', back: account },
  {
    ...{ action: '/gift-registry/create', written: 'registryAddresses.create', isMember: true },
    ...{ from: '/gift-registry/create', back: '/gift-registry/create' },
    typed: { registryType: 'br', eventDate: '2031-06-12', ...ann, ...home, partnerName: 'Ben Cole', isPublic: 'true' },
    comesBack: {
      ...{ registryType: 'br', eventDate: '2031-06-12', firstName: 'Ann', lastName: 'Bell', ...home },
      ...{ partnerName: 'Ben Cole', isPublic: 'true' },
    },
  },
  {
    ...{ action: '/gift-registry/edit', isMember: true, from: '/gift-registry/edit/7', back: list },
    hidden: { grId: '7' },
    typed: {
      ...{ registryType: 'bb', eventDate: '2020-01-01', firstName: 'Ann', lastName: 'Bell', partnerName: 'Ben Cole' },
      ...{ partnerEmail: 'ben@example.com', greeting: 'Thank you', giftMail: 'surprise', ...home },
    },
  },
  {
    ...{ action: '/gift-registry/close', written: 'registryAddresses.close', isMember: true, from: `${list}/7` },
    ...{ back: list, hidden: { grId: '7', isClosed: 'true', ...beside }, comesBack: beside },
  },
  {
    ...{ action: '/gift-registry/update', written: 'formPath', isMember: true, from: `${list}/7`, back: list },
    ...{ hidden: { grId: '7', sku: '1101', designId: '' }, typed: { quantity: '500' } },
    comesBack: { 'quantity-7-1101-': '500' },
  },
  {
    ...{ action: '/gift-registry/buy', from: `/gift-registry/registry/${shareId}` },
    back: `/gift-registry/registry/${shareId}`,
    ...{ hidden: { shareId, sku: '1101', designId: '' }, typed: { quantity: '500' } },
    comesBack: { 'quantity-0-1101-': '500' },
  },
  {
    ...{ action: '/gift-registry/picture', written: 'registryAddresses.picture', isMember: true },
    ...{ from: '/gift-registry/edit/7', back: list, hidden: { grId: '7', picture: '4012888888881881.jpg', ...beside } },
    comesBack: beside,
  },
  {
    ...{ action: '/gift-registry/picture/remove', written: 'registryAddresses.removePicture', isMember: true },
    ...{ from: '/gift-registry/edit/7', back: list, hidden: { grId: '7', ...beside } },
    comesBack: beside,
  },
  {
    ...{ action: '/gift-registry/gift-mail', written: 'registryAddresses.giftMail' },
    ...{ from: `/gift-registry/gift-mail?${new URLSearchParams({ shareId, to: 'owner', key: 'k' })}` },
    ...{ back: '/gift-registry/find', hidden: { shareId, to: 'owner', key: 'k' } },
  },
  {
    ...{ action: '/gift-registry/make-own', written: 'registryAddresses.makeOwn', from: cart, back: cart },
    hidden: { lineItemId },
  },
  {
    ...{ action: '/gift-registry/complete', isMember: true, from: `${list}/7`, back: list, hidden: { grId: '7' } },
  },
  { action: '/gift-registry/thank', isMember: true, from: `${list}/7`, back: list, hidden: { grId: '7' } },
]
