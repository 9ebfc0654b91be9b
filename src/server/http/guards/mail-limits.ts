import { mailboxKey } from '#domain/address/mailbox.ts'
import type { Sql } from '#server/db/database.ts'
import { type Limit, limits, type Throttle } from './throttle.ts'

/** The limits of a mail that anybody may have sent to any address. */
export type MailLimits = {
  /** Of one network, to whatever addresses. */
  readonly perNetwork: Limit
  /** Of one network to one mailbox: what a stranger asks for takes nothing from its owner. */
  readonly perSender: Limit
  /** To one mailbox, whoever asks; counted when a mail is really sent. */
  readonly perMailbox: Limit
}

export const mailLimits = {
  resetPassword: {
    ...{ perNetwork: limits.resetsPerAddress, perSender: limits.resetsPerSender },
    perMailbox: limits.resetsPerMailbox,
  },
  createAccount: {
    ...{ perNetwork: limits.accountsPerAddress, perSender: limits.accountsPerSender },
    perMailbox: limits.accountsPerMailbox,
  },
  orderLink: {
    ...{ perNetwork: limits.orderLinksPerAddress, perSender: limits.orderLinksPerSender },
    perMailbox: limits.orderLinksPerMailbox,
  },
} as const satisfies { readonly [name: string]: MailLimits }

/** Whether a network may ask for one more mail to an address, however that is written (SAFE-57). */
export async function mayAskForMail(
  throttle: Throttle,
  sql: Sql,
  { perNetwork, perSender }: MailLimits,
  { email, network }: { readonly email: string; readonly network: string },
): Promise<boolean> {
  return (
    (await throttle.take(sql, perNetwork, network)) &&
    (await throttle.take(sql, perSender, `${mailboxKey(email)}\n${network}`))
  )
}

/**
 * Whether a mailbox is sent one more mail; where it is not, those it has must do: their links work. `about` tells mails apart
 * that do not stand for one another; `tries` is the number of the delivery's try, the first of which counts.
 */
export async function mayMail(
  throttle: Throttle,
  sql: Sql,
  { perMailbox }: MailLimits,
  { email, about = '', tries }: { readonly email: string; readonly about?: string; readonly tries: number },
): Promise<boolean> {
  return tries > 1 || throttle.take(sql, perMailbox, `${mailboxKey(email)}\n${about}`)
}
