import type { accountCalls } from '#contracts/account/calls.ts'
import type { CartReply } from '#contracts/pages.ts'
import { type AccountService, signInMessage } from '#server/account/account-service.ts'
import { passwordResetHandlers } from '#server/account/password-reset-handlers.ts'
import type { PasswordResets } from '#server/account/password-reset-service.ts'
import type { Handlers } from '#server/http/context.ts'
import { isReset } from '#server/http/context.ts'
import { securityEventOf } from '#server/http/guards/security-events.ts'
import { safeReturnUrl } from '#server/pages/account/return-url.ts'

export type AccountHandlerParts = {
  readonly accounts: AccountService
  readonly resets: PasswordResets
  readonly signIn: CartReply['oktaConfigurations']
}

export function accountHandlers({ accounts, resets, signIn }: AccountHandlerParts): Handlers<typeof accountCalls> {
  return {
    ...passwordResetHandlers(resets),
    getSignInConfiguration: {
      kind: 'read',
      async run(context, { returnUrl }) {
        const { text, shopper } = context
        return {
          isLoggedIn: shopper.auth === 'member',
          returnUrl: safeReturnUrl(returnUrl, context.origin),
          oktaConfigurations: signIn,
          oktaSignInWidgetMessages: {
            lockout: text('oktaSignInWidget.lockout'),
            usernameRequired: text('oktaSignInWidget.usernameRequired'),
            passwordRequired: text('oktaSignInWidget.passwordRequired'),
            genericSummary: text('oktaSignInWidget.genericSummary'),
          },
        }
      },
    },
    authenticate: {
      kind: 'external',
      async run(context, { username, password }) {
        const { session, clientAddress: address, deviceCookie: device } = context
        if (session === null) return isReset
        const result = await accounts.authenticate({ email: username, password, session, address, device })
        // a success is told of when its token is used
        if (result.status === 'FAILED') securityEventOf(context, 'sign-in-failed')
        if (result.status === 'LOCKED_OUT')
          securityEventOf(context, result.by === 'account' ? 'locked-out' : 'throttled')
        const messageKey = signInMessage(result)
        const answer = { status: result.status, sessionToken: result.sessionToken }
        return messageKey === null ? answer : { ...answer, errorMessage: context.text(messageKey) }
      },
    },
  }
}
