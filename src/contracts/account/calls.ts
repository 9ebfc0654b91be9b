import { z } from 'zod'
import { call } from '../call.ts'
import { oktaConfigurations, oktaSignInWidgetMessages } from '../cart/shapes.ts'
import { fieldOf } from '../field-kinds.ts'
import { emailField, token } from '../platform/shapes.ts'
import { accountPaths } from './paths.ts'

export const accountCalls = {
  getSignInConfiguration: call(
    accountPaths.getSignInConfiguration,
    'OPEN-93 CALL-84 LOGIN-18',
    {
      input: z.object({ returnUrl: z.string().max(2_000).default('') }),
      reply: z.object({ isLoggedIn: z.boolean(), returnUrl: z.string(), oktaConfigurations, oktaSignInWidgetMessages }),
    },
    { session: 'none' },
  ),
  /** The shape of Okta's primary authentication. Every try counts, so none is answered from memory. */
  authenticate: call(
    accountPaths.authenticate,
    'OPEN-94 LOGIN-26',
    {
      input: z.object({ username: emailField(200), password: fieldOf('secret', z.string().max(1_000)) }),
      reply: z.object({
        status: z.enum(['SUCCESS', 'FAILED', 'LOCKED_OUT']),
        sessionToken: z.string(),
        /** Said in place of the widget's text of the status, where there is something better to say. */
        errorMessage: z.string().optional(),
      }),
    },
    { key: false, bodyLimit: 8_192 },
  ),
  getRequestVerificationToken: call(accountPaths.getRequestVerificationToken, 'CALL-02 RESET-02 DATA-14', {
    input: z.object({}),
    reply: z.object({ requestToken: z.string(), headerMessage: z.string() }),
  }),
  requestPasswordReset: call(
    accountPaths.requestPasswordReset,
    'CALL-03 RESET-04 RESET-09 OPEN-98',
    {
      input: z.object({ accountEmail: emailField(200), token: token(100) }),
      reply: z.object({ isSuccess: z.boolean(), errorMessage: z.string(), headerMessage: z.string() }),
    },
    { bodyLimit: 8_192 },
  ),
} as const
