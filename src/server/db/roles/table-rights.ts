/** What the processes of the shop may do with the rows of a table. */
export type Change = 'any' | 'ledger' | 'lasting' | 'locked' | 'none'

/** Verbs of each: a ledger is only added to; what lasts is never deleted; rows that are locked are never changed. */
export const verbsOf: { readonly [Kind in Change]: readonly string[] } = {
  any: ['select', 'insert', 'update', 'delete'],
  ledger: ['select', 'insert'],
  lasting: ['select', 'insert', 'update'],
  // to lock a row wants the right to update it
  locked: ['select', 'update'],
  none: ['select'],
}

/**
 * `secret`: columns that `cartwright_read` never sees; 'all' of a table whose rows are secrets, or are worth nothing without them.
 */
export type TableRights = { readonly change: Change; readonly secret?: 'all' | readonly string[] }

const any: TableRights = { change: 'any' }
const secret: TableRights = { change: 'any', secret: 'all' }

/** Every table of the schemas shop and shop_meta, by its name. A new one: what may processes do with it, and what in it is a secret? */
export const tableRights: { readonly [table: string]: TableRights } = {
  'shop_meta.migration': { change: 'none' },
  'shop_meta.job_library': { change: 'none' },
  'shop_meta.migration_run': { change: 'none' },

  'shop.gift_card_entry': { change: 'ledger' },
  'shop.payment_entry': { change: 'ledger' },
  'shop.provider_call': { change: 'ledger' },
  'shop.orders': { change: 'lasting' },
  'shop.order_line': { change: 'lasting' },
  'shop.payment': { change: 'lasting', secret: ['token'] },
  // written by the functions of the archive alone; a document holds tokens
  'shop.order_archive': { change: 'none', secret: ['document'] },
  'shop.installation': { change: 'lasting' },
  'shop.turn': { change: 'locked' },

  'shop.session': secret,
  'shop.sign_in_token': secret,
  'shop.password_reset': secret,
  'shop.reset_request': secret,
  'shop.registration': secret,
  'shop.identity_flow': secret,
  'shop.identity_offer': secret,
  'shop.token_owner': secret,
  'shop.wallet_payload': secret,
  'shop.request_key': secret,
  'shop.account': { change: 'any', secret: ['password_hash'] },
  'shop.account_card': { change: 'any', secret: ['token'] },
  'shop.removed_card': { change: 'any', secret: ['token'] },
  'shop.cart_payment': { change: 'any', secret: ['token'] },
  'shop.gift_card': { change: 'any', secret: ['number_mac', 'pin_mac'] },
  'shop.certificate': { change: 'any', secret: ['code_mac'] },
  'shop.rewards_account': { change: 'any', secret: ['account_number_mac'] },
  // mails hold links that sign in
  'shop.outbox': { change: 'any', secret: ['payload'] },
  'shop.webhook_event': { change: 'any', secret: ['body', 'raw'] },

  ...Object.fromEntries(
    `account_address account_identity alarm alarm_delivery alarm_told card_try cart cart_event cart_line cart_tender catalog_import catalog_run category
    check_cursor check_mark client_log demo_shopper design favorite hand_over_use heartbeat left_cart listing location message order_claim
    payment_left_alone payment_report price product product_search product_view promo promo_use recipient recommendation_list
    recommendation_run reconcile_round reported_payment registry registry_gift registry_hold registry_item registry_mail_stop registry_picture
    removed_address retention_run rewards_card saved_design search_word shipping_band shipping_rate shopper sign_in_failure sku
    stage_category stage_changed stage_due_stock stage_fault stage_location stage_price stage_product stage_sku stage_stock
    stage_touched stage_word stock stock_hold throttle trip trip_hold wallet_sheet`
      .split(/\s+/)
      .map((name) => [`shop.${name}`, any]),
  ),
}
