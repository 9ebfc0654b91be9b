/** Who may change a table: the topic that owns it, and others with the reason why. */
type Ownership = { readonly owner: string; readonly also?: { readonly [topic: string]: string } }

const ordersHold =
  'what an order holds is taken in the transaction that opens it, and spent or given back in the one that ends it'

/** Every table of the database by its name, with the folder of src/server that changes it. */
export const tableOwners: { readonly [table: string]: Ownership } = {
  shop_meta: { owner: 'db' },
  installation: { owner: 'platform' },
  client_log: { owner: 'platform' },
  alarm: { owner: 'jobs' },
  throttle: { owner: 'http' },
  request_key: { owner: 'http', also: { order: 'recovery ends keys whose process died' } },

  catalog_import: { owner: 'catalog' },
  category: { owner: 'catalog' },
  favorite: { owner: 'catalog' },
  listing: { owner: 'catalog' },
  location: { owner: 'catalog' },
  message: { owner: 'catalog' },
  price: { owner: 'catalog' },
  product: { owner: 'catalog' },
  product_search: { owner: 'catalog' },
  product_view: { owner: 'catalog' },
  recommendation_list: { owner: 'catalog' },
  recommendation_run: { owner: 'catalog' },
  search_word: { owner: 'catalog' },
  sku: { owner: 'catalog' },
  stock: { owner: 'catalog', also: { order: ordersHold } },

  design: { owner: 'personalization' },
  saved_design: { owner: 'personalization' },

  registry: {
    owner: 'registry',
    also: { account: 'the first proof of an address drops what was planted before it (SAFE-51)' },
  },
  registry_gift: { owner: 'registry' },
  registry_hold: { owner: 'registry' },
  registry_mail_stop: { owner: 'registry' },
  registry_picture: { owner: 'registry', also: { account: 'goes with its registry at the first proof (SAFE-51)' } },
  registry_item: { owner: 'registry', also: { account: 'goes with its registry at the first proof (SAFE-51)' } },

  account_address: { owner: 'address' },
  removed_address: { owner: 'address' },

  cart: { owner: 'cart' },
  cart_event: { owner: 'cart' },
  cart_line: { owner: 'cart' },
  cart_payment: { owner: 'cart' },
  cart_tender: { owner: 'cart' },
  hand_over_use: { owner: 'cart' },
  recipient: { owner: 'cart' },

  shipping_band: { owner: 'shipping' },
  shipping_rate: { owner: 'shipping' },
  trip: { owner: 'order' },
  trip_hold: { owner: 'order' },

  promo: { owner: 'promo', also: { order: ordersHold } },
  promo_use: { owner: 'order' },

  certificate: { owner: 'tender', also: { order: ordersHold } },
  gift_card: { owner: 'tender', also: { order: ordersHold } },
  gift_card_entry: { owner: 'tender', also: { order: ordersHold } },
  rewards_account: { owner: 'tender' },
  rewards_card: { owner: 'tender' },

  account_card: { owner: 'payment' },
  removed_card: { owner: 'payment' },
  token_owner: { owner: 'payment' },
  wallet_payload: { owner: 'payment' },
  wallet_sheet: { owner: 'payment' },

  card_try: { owner: 'order' },
  check_mark: { owner: 'order' },
  check_cursor: { owner: 'order' },
  order_claim: {
    owner: 'order',
    also: { account: 'a claim is written with the registration or reset that it waits for' },
  },
  order_line: { owner: 'order' },
  orders: { owner: 'order' },
  outbox: { owner: 'order' },
  payment: { owner: 'order' },
  payment_entry: { owner: 'order' },
  provider_call: { owner: 'order' },
  reconcile_round: { owner: 'order' },
  stock_hold: { owner: 'order' },
  webhook_event: { owner: 'order' },

  account: { owner: 'account' },
  account_identity: { owner: 'account' },
  identity_flow: { owner: 'account' },
  identity_offer: { owner: 'account' },
  password_reset: { owner: 'account' },
  registration: { owner: 'account' },
  reset_request: { owner: 'account' },
  session: { owner: 'account' },
  shopper: { owner: 'account' },
  sign_in_failure: { owner: 'account' },
  sign_in_token: { owner: 'account' },
}
