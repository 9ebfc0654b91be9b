/** What stood round the last opener on the page, from near to far. */
let places: readonly Element[] = []

const reach = 4
const focusable = 'a[href]:not([tabindex="-1"]), button:not(:disabled), input:not(:disabled, [type="hidden"])'

/** Notes where on the page a popup is opened from; one opened from a popup keeps the place of that one. */
export function rememberOpener(): void {
  const opener = document.activeElement
  if (opener === null || opener === document.body || opener.closest('dialog') !== null) return
  const found: Element[] = []
  let at = opener.parentElement
  while (at !== null && at.tagName !== 'MAIN' && at !== document.body && found.length < reach) {
    found.push(at)
    at = at.parentElement
  }
  places = found
}

/**
 * When a popup closes and its opener is gone: on to what stands in its place, as a link where a button was, or to the
 * beginning of the page that came meanwhile (UX-19, UX-05).
 */
export function focusNearOpener(): void {
  const at = document.activeElement
  const isLost = at === null || at === document.body || at.closest('dialog:not([open])') !== null
  if (!isLost || document.querySelector('dialog[open]') !== null) return
  const near = places.filter((place) => place.isConnected).flatMap(reachable)[0]
  const next = near ?? document.querySelector('main')
  next?.focus({ preventScroll: true })
}

function reachable(place: Element): readonly HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(focusable)].filter((one) => one.closest('dialog') === null)
}
