/** Of the address of a form that its sender comes back to from signing in: what was typed there before stands there again (CALM-28). */
export const typedBeforeQuery = '?typed=before'

/** The address of a page whose tab puts back what was typed there and could not be sent along. */
export function withTypedBefore(path: string): string {
  return `${path.replace(/[?#].*$/, '')}${typedBeforeQuery}`
}
