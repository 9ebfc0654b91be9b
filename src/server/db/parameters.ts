/** The number of the first parameter that a statement's text leaves free. */
export function nextParameter(text: string): number {
  return 1 + Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, nth]) => Number(nth)))
}
