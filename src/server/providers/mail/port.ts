/** One mail to send. Repeating it with the same `messageId` is the same mail to whoever counts (SCENE-23). */
export type OutgoingMail = {
  /** With angle brackets: `<order-1@shop.example>`. Made once by who writes the mail, never by who sends it. */
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Further headers, e.g. List-Unsubscribe. */
  readonly headers: { readonly [name: string]: string }
}

/**
 * `sent`: the mail server took it. `failed` with `canRetry`: it may take it later (no connection, time-out, 4xx), and perhaps
 * has taken it already: repeat with the same Message-ID. Without: it never will (5xx, or a field that could split a header).
 */
export type SendResult =
  | { readonly state: 'sent' }
  | {
      readonly state: 'failed'
      readonly canRetry: boolean
      readonly why: 'noConnection' | 'timeout' | 'refusedForNow' | 'refused' | 'unsafeField'
    }

export type MailSender = {
  /** Never throws for what the world does. Carriage returns and line feeds in an address, subject or header are refused. */
  sendMail(mail: OutgoingMail): Promise<SendResult>
  close(): void
}
