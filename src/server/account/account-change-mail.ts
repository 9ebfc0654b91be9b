import { z } from 'zod'
import { sendAccountMail } from '#server/account/account-mail.ts'
import { readAccount } from '#server/account/account-store.ts'
import type { Delivered, DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { type OutboxRow, payloadOf } from '#server/order/mail/outbox-store.ts'

type ChangeDeps = Pick<DeliveryDeps, 'database' | 'mail' | 'mailFrom' | 'originOf'>

const storefront = { brand: z.enum(['CB', 'CB2']), country: z.enum(['US', 'CA']) }
const passwordChange = z.object(storefront)
const savedCard = z.object({ ...storefront, name: z.string() })

/** Tells the owner of an account that its password is another: who did not change it learns that somebody did (CALM-63). */
export async function sendPasswordChangedMail(deps: ChangeDeps, row: OutboxRow): Promise<Delivered> {
  const { brand, country } = payloadOf(row, passwordChange)
  const account = await readAccount(deps.database, row.shopperId)
  if (account === undefined) return { state: 'done' }
  return sendAccountMail(deps, row, account.email, {
    ...{ brand, firstName: account.firstName },
    subject: 'your password was changed',
    line: 'the password of your account was changed, and everybody was signed out. If it was you, there is nothing to do.',
    link: `${deps.originOf(brand, country)}/account/login`,
    action: 'Sign in',
    note: "If it was not you, somebody can read your mail: choose a new password for your mail first, then press 'Reset password' there.",
  })
}

/** Tells the owner of an account which card was saved in it, by brand and last four (CALM-63). */
export async function sendCardSavedMail(deps: ChangeDeps, row: OutboxRow): Promise<Delivered> {
  const { brand, country, name } = payloadOf(row, savedCard)
  const account = await readAccount(deps.database, row.shopperId)
  if (account === undefined) return { state: 'done' }
  return sendAccountMail(deps, row, account.email, {
    ...{ brand, firstName: account.firstName },
    subject: 'a card was saved in your account',
    line: `${name} was saved in your account, for the next time you check out.`,
    link: `${deps.originOf(brand, country)}/account`,
    action: 'See your cards',
    note: 'If it was not you, remove it there and choose a new password.',
  })
}
