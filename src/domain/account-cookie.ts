/**
 * '1' from sign-in on, for a year, deleted at sign-out, readable by the page (OPEN-09): a guest who has it is known from
 * before (REG-20). It proves nothing and gives no rights.
 */
export const accountCookie = 'account'
