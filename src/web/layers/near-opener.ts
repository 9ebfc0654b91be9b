/** What stood round the last opener on the page, from near to far. */
let places: readonly Element[] = []

const reach = 4
const focusable = 'a[href]:not([tabindex="-1"]), button:not(:disabled), input:not(:disabled, [type="hidden"])'

/** Notes where on the page a popup is opened from; one opened from a popup keeps the place of that one. */
export function rememberOpener(): void {
  const opener = document.activeElement
  if (opener === null || opener === document.body || opener.closest('dialog') !== null) return
  const found: Element[] = []
  for (
    let at = opener.parentElement;
    at !== null && at !== document.body && found.length < reach;
    at = at.parentElement
  ) {
    found.push(at)
  }
  places = found
}

/** When a popup closes and its opener is gone, as a button that became a link: on to what stands in its place (UX-19). */
export function focusNearOpener(): void {
  const at = document.activeElement
  const isLost = at === null || at === document.body || at.closest('dialog:not([open])') !== null
  if (!isLost || document.querySelector('dialog[open]') !== null) return
  const near = places.find((place) => place.isConnected && place.querySelector(focusable) !== null)
  near?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true })
}
