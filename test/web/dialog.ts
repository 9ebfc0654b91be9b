// jsdom knows the dialog element but not how it opens: focus goes in and, when it closes, back to the opener, as in a browser.
const openers = new WeakMap<HTMLDialogElement, Element | null>()

HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement): void {
  openers.set(this, document.activeElement)
  this.setAttribute('open', '')
}

HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement): void {
  if (!this.hasAttribute('open')) return
  this.removeAttribute('open')
  const opener = openers.get(this)
  if (opener instanceof HTMLElement) opener.focus()
}

/** Escape as a browser tells it: to the top modal dialog alone. */
export function pressEscape(): void {
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
  open.at(-1)?.dispatchEvent(new Event('cancel', { cancelable: true }))
}
