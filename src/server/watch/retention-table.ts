import { wholeNumber } from '#server/config/setting-shapes.ts'

type Unit = 'hours' | 'days' | 'months'
type Line<Setting extends string> = {
  readonly setting: Setting
  readonly unit: Unit
  /** How long it is kept unless the setting says another time. */
  readonly usual: number
  /** Nobody may set less. */
  readonly least: number
  /** What is removed, counted from when; the words of the setting. */
  readonly what: string
}

const line = <Setting extends string>(
  setting: Setting,
  unit: Unit,
  usual: number,
  least: number,
  what: string,
): Line<Setting> => ({ setting, unit, usual, least, what })

/** What is kept how long, by the name of its line in the table retention_run (SCALE-01). */
export const retentionTable = {
  session: line('RETAIN_SESSION_DAYS', 'days', 3, 1, 'sessions after their end, and with a guest’s last one her cart'),
  request_key: line('RETAIN_ANSWER_HOURS', 'hours', 24, 24, 'first answers to repeated requests'),
  throttle: line('RETAIN_THROTTLE_DAYS', 'days', 2, 2, 'counters of what was done too often'),
  wallet_sheet: line('RETAIN_WALLET_SHEET_DAYS', 'days', 1, 1, 'opened sheets of wallets, and what they answered'),
  hand_over_use: line('RETAIN_HAND_OVER_DAYS', 'days', 1, 1, 'that a cart was taken to a phone'),
  guest_cart: line('RETAIN_GUEST_CART_DAYS', 'days', 60, 1, 'abandoned carts of guests after that'),
  member_cart: line(
    'RETAIN_MEMBER_CART_DAYS',
    'days',
    400,
    30,
    'carts of members that nobody touched; 30 days later they are removed',
  ),
  cart_event: line(
    'RETAIN_CART_EVENT_MONTHS',
    'months',
    13,
    1,
    'changes of ended carts, from when the cart was made, a month at a time',
  ),
  provider_call: line(
    'RETAIN_PROVIDER_CALL_MONTHS',
    'months',
    25,
    13,
    'calls to processors, from when the order was made, once all orders of its month are archived',
  ),
  client_log: line('RETAIN_CLIENT_LOG_DAYS', 'days', 30, 1, 'what browsers told of themselves'),
  product_view: line('RETAIN_PRODUCT_VIEW_DAYS', 'days', 400, 30, 'who looked at which product'),
  outbox: line('RETAIN_OUTBOX_DAYS', 'days', 90, 7, 'what was delivered; of an order its line stays'),
  webhook_body: line('RETAIN_WEBHOOK_BODY_DAYS', 'days', 30, 7, 'texts of processed webhook events'),
  webhook_event: line('RETAIN_WEBHOOK_MONTHS', 'months', 25, 13, 'webhook events, whole'),
  orders: line('RETAIN_ORDER_MONTHS', 'months', 25, 13, 'orders in their tables; after that they are in the archive'),
  job: line('RETAIN_JOB_DAYS', 'days', 7, 1, 'jobs that were given up'),
} as const

export type RetentionLine = keyof typeof retentionTable
type SettingName = (typeof retentionTable)[RetentionLine]['setting']

/** How long each is kept, as PostgreSQL writes an interval; null: for ever. */
export type Retention = { readonly [Name in RetentionLine]: string | null }

/** A time from the least on, or 0. */
function timeFrom({ unit, usual, least }: Line<string>) {
  return wholeNumber(0, 10_000)
    .refine((time) => time === 0 || time >= least, `0, which keeps for ever, or at least ${least} ${unit}`)
    .default(usual)
}

const lines: readonly Line<SettingName>[] = Object.values(retentionTable)

/** The settings of the table. */
export const retentionSettings = Object.fromEntries(lines.map((each) => [each.setting, timeFrom(each)])) as {
  readonly [Name in SettingName]: ReturnType<typeof timeFrom>
}

/** What each setting is for. */
export const retentionWords = Object.fromEntries(
  lines.map(({ setting, unit, what, least }) => [
    setting,
    `how many ${unit} are kept: ${what}; at least ${least}, 0: for ever`,
  ]),
) as { readonly [Name in SettingName]: string }

/** What the settings say of each line. */
export function retentionOf(read: { readonly [Name in SettingName]: number }): Retention {
  return Object.fromEntries(
    Object.entries(retentionTable).map(([name, { setting, unit }]) => {
      const time = read[setting]
      return [name, time === 0 ? null : `${time} ${unit}`]
    }),
  ) as { readonly [Name in RetentionLine]: string | null }
}
