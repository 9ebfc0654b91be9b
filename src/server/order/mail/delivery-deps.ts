import type { Throttle } from '#server/http/guards/throttle.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import type { ReportSource } from '#server/providers/card-gateway/report-source.ts'
import type { MailSender } from '#server/providers/mail/port.ts'
import type { PictureStore } from '#server/providers/picture-store/port.ts'
import type { OutboxRow } from './outbox-store.ts'

/** What deliveries need beyond placing orders. */
export type DeliveryDeps = OrderDeps & {
  /** Where the card processor's reports come from; null where there are none to download. */
  readonly reports: ReportSource | null
  readonly mail: MailSender
  /** Where mails find the pictures of the catalogue. */
  readonly pictures: Pick<PictureStore, 'servedAt'>
  readonly mailFrom: string
  /** Where the retailer reads what shoppers ask for. */
  readonly requestsTo: string
  readonly throttle: Throttle
  /** Sends the mail of a forgotten password; handed in, because accounts know orders and not the other way round. */
  readonly sendResetMail: (deps: DeliveryDeps, row: OutboxRow) => Promise<Delivered>
  /** Sends the mail of an account that was asked for; handed in likewise. */
  readonly sendRegistrationMail: (deps: DeliveryDeps, row: OutboxRow) => Promise<Delivered>
  /** Tells an account's owner that a provider signs her in from now on; handed in likewise. */
  readonly sendIdentityJoinedMail: (deps: DeliveryDeps, row: OutboxRow) => Promise<Delivered>
  /** Tells an account's owner that its password is another; handed in likewise. */
  readonly sendPasswordChangedMail: (deps: DeliveryDeps, row: OutboxRow) => Promise<Delivered>
  /** Tells an account's owner of a card that was saved in it; handed in likewise. */
  readonly sendCardSavedMail: (deps: DeliveryDeps, row: OutboxRow) => Promise<Delivered>
}

/** How a delivery ended; `why` is for people who look after the shop. */
export type Delivered =
  | { readonly state: 'done' }
  /** Not tried: its time has not come. */
  | { readonly state: 'postponed' }
  | { readonly state: 'failed'; readonly canRetry: boolean; readonly why: string }
