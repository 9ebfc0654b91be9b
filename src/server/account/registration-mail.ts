import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { sendAccountMail } from '#server/account/account-mail.ts'
import { findAccount } from '#server/account/account-store.ts'
import { findRegistration, type Registration, storeRegistrationLink } from '#server/account/registration-store.ts'
import { keysFor, type Secret } from '#server/config/secrets.ts'
import { mailLimits, mayMail } from '#server/http/guards/mail-limits.ts'
import type { Delivered, DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { type OutboxRow, payloadOf } from '#server/order/mail/outbox-store.ts'

/** Where the mailed link leads. */
export const confirmAddressPath = '/account/confirm-address'

const payload = z.object({ registrationId: z.string(), brand: z.enum(['CB', 'CB2']), country: z.enum(['US', 'CA']) })

/**
 * Sends the mail of an account that was asked for; this job alone looks whether the address has one. Past the limit of a
 * mailbox none goes out: any link it has works in the browser that asked.
 */
export function registrationMail(
  secret: Secret,
): (
  deps: Pick<DeliveryDeps, 'database' | 'throttle' | 'mail' | 'mailFrom' | 'originOf'>,
  row: OutboxRow,
) => Promise<Delivered> {
  const linkKeys = keysFor(secret, 'registration')
  // of the delivery's own id, so that a mail tried again carries the same link
  const linkToken = (outboxId: string) => createHmac('sha256', linkKeys()[0]).update(outboxId).digest('base64url')

  return async (deps, row) => {
    const { registrationId, brand, country } = payloadOf(row, payload)
    const { database, throttle } = deps
    const registration = await findRegistration(database, registrationId)
    // proven meanwhile, or a newer one of that browser has its own mail
    if (registration === undefined) return { state: 'done' }
    const { email, tries } = { email: registration.email, tries: row.tries }
    if (!(await mayMail(throttle, database, mailLimits.createAccount, { email, tries }))) return { state: 'done' }
    const account = await findAccount(database, registration.emailKey)
    const origin = deps.originOf(brand, country)
    // an identity may be joined to the account; a second password may not
    if (account?.isVerified && registration.identity === null) {
      return sendAccountMail(deps, row, account.email, {
        ...{ brand, firstName: account.firstName },
        ...accountThere,
        link: `${origin}/account/login`,
      })
    }
    const token = linkToken(row.outboxId)
    const tokenSha256 = createHash('sha256').update(token).digest()
    if (!(await storeRegistrationLink(database, registrationId, tokenSha256))) return { state: 'done' }
    return sendAccountMail(deps, row, email, {
      // a name that a stranger may have typed is not put into somebody's mailbox
      ...{ brand, firstName: '' },
      ...confirmTexts(registration),
      link: `${origin}${confirmAddressPath}?token=${token}`,
    })
  }
}

const accountThere = {
  subject: 'you have an account already',
  line: 'somebody tried to create an account with your email address. You have one already, and it stays as it is:',
  action: 'Sign in',
  note: 'If it was you and you forgot your password, you can have a new one set there. If it was not you, there is nothing to do.',
}

function confirmTexts({ identity }: Registration) {
  const texts = { subject: 'confirm your email address', action: 'Confirm my email address' }
  if (identity === null)
    return {
      ...texts,
      line: 'somebody, most likely you, asked for an account with this email address. With this link it is yours:',
      note: 'The link works once, for 24 hours, and only the newest one that you asked for. If it was not you, there is nothing to do: without the link there is no account.',
    }
  const { provider } = identity
  return {
    ...texts,
    line: `somebody, most likely you, began to sign in with ${provider} and this email address. With this link ${provider} signs you in:`,
    note: `The link works once, for 24 hours, in the browser you began in. If it was not you, there is nothing to do: without the link ${provider} signs nobody in.`,
  }
}
