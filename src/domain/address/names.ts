// OPEN-114: letters including accented ones, spaces, slash, apostrophe, period, hyphen, parentheses.
const name = /^[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u017F /'.()-]+$/
const letter = /[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u017F]/

/** Whether a text is a name: the allowed characters with at least one letter (VALID-36, OPEN-114). */
export function isName(text: string): boolean {
  return name.test(text) && letter.test(text)
}
