import type { accountCalls } from '#contracts/account/calls.ts'
import type { MessageKey } from '#domain/messages.ts'
import type { PasswordResets, ResetRefusal } from '#server/account/password-reset-service.ts'
import { type Handlers, isReset } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'

/** Why no link was asked for, in words. */
export const resetRefusalTexts: { readonly [Why in ResetRefusal]: MessageKey } = {
  invalidEmail: 'invalidEmailAddress',
  tooManyTries: 'problem.tooManyTries',
  formEnded: 'resetPassword.formEnded',
}

type ResetHandlers = Pick<Handlers<typeof accountCalls>, 'getRequestVerificationToken' | 'requestPasswordReset'>

/** The two calls of the forgot-password popup. */
export function passwordResetHandlers(resets: PasswordResets): ResetHandlers {
  return {
    getRequestVerificationToken: {
      kind: 'read',
      async run(context, _input, sql) {
        const { session, clientAddress, text } = context
        if (session === null) return isReset
        const requestToken = await resets.newRequestToken(sql, session, clientAddress)
        if (requestToken === '') securityEventOf(context, 'throttled')
        const headerMessage = text(requestToken === '' ? 'problem.tooManyTries' : 'resetPassword.header')
        return { requestToken, headerMessage }
      },
    },
    requestPasswordReset: {
      kind: 'change',
      async run(context, { accountEmail, token }, tx) {
        const { session, clientAddress: address, text } = context
        if (session === null) return isReset
        const refused = await resets.request(tx, { email: accountEmail, token, session, address })
        if (refused === 'tooManyTries') securityEventOf(context, 'throttled')
        if (refused !== null)
          return { isSuccess: false, errorMessage: text(resetRefusalTexts[refused]), headerMessage: '' }
        return { isSuccess: true, errorMessage: '', headerMessage: text('resetPassword.sent') }
      },
    },
  }
}
