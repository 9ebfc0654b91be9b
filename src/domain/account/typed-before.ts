/** Of the address of a form that its sender comes back to from signing in: what was typed there before stands there again (CALM-28). */
export const typedBeforeQuery = '?typed=before'
