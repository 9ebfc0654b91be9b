/** An email field takes at most 66 characters (CONST-14, RESET-06). */
export const emailMaxLength = 66

// OPEN-14; a last part of 2 to 4 letters is the document's rule (VALID-37).
const email = /^[A-Za-z0-9._%+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,4}$/

/** Whether a text is an email address of at most 66 characters (VALID-37). */
export function isEmail(text: string): boolean {
  return text.length <= emailMaxLength && email.test(text)
}

/** One form for comparing addresses: 'a.b@X.com' and 'A.B@x.com' are one shopper (SCENE-07). */
export function emailKey(text: string): string {
  return text.trim().toLowerCase()
}
