import { get, post } from '../call.ts'

/** CALL-02, CALL-03, CALL-84, OPEN-93, OPEN-94. The forms of signing in (/account/auth, /account/login) are no calls. */
export const accountPaths = {
  getSignInConfiguration: get('/account/auth/GetSignInConfiguration'),
  authenticate: post('/idp/authn'),
  getRequestVerificationToken: get('/account/reset-password/GetRequestVerificationToken'),
  requestPasswordReset: post('/account/reset-password/okta-reset-password-request'),
} as const
