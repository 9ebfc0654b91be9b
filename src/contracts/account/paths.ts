import { get, post } from '../call.ts'

/** CALL-84, OPEN-93, OPEN-94. The forms of signing in (/account/auth, /account/login) are no calls. */
export const accountPaths = {
  getSignInConfiguration: get('/account/auth/GetSignInConfiguration'),
  authenticate: post('/idp/authn'),
} as const
