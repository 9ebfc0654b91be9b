import type { accountCalls } from '#contracts/account/calls.ts'
import type { MessageKey } from '#domain/messages.ts'
import type { PasswordResets, ResetRefusal } from '#server/account/password-reset-service.ts'
import { type Handlers, isReset } from '#server/http/context.ts'

const refusalTexts: { readonly [Why in ResetRefusal]: MessageKey } = {
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
      async run({ session, clientAddress, text }, _input, sql) {
        if (session === null) return isReset
        const requestToken = await resets.newRequestToken(sql, session, clientAddress)
        const headerMessage = text(requestToken === '' ? 'problem.tooManyTries' : 'resetPassword.header')
        return { requestToken, headerMessage }
      },
    },
    requestPasswordReset: {
      kind: 'change',
      async run({ session, clientAddress: address, text }, { accountEmail, token }, tx) {
        if (session === null) return isReset
        const refused = await resets.request(tx, { email: accountEmail, token, session, address })
        if (refused !== null) return { isSuccess: false, errorMessage: text(refusalTexts[refused]), headerMessage: '' }
        return { isSuccess: true, errorMessage: '', headerMessage: text('resetPassword.sent') }
      },
    },
  }
}
