/** Says, to the page too, that somebody with an account has used this browser (REG-20). Its value means nothing. */
export const knownAccountCookie = 'known-account'
