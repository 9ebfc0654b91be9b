import type { Page } from '@playwright/test'

/**
 * What a page without scripts shows and cannot do, each in a few words: buttons that send nothing, fields that nothing
 * sends, links that lead nowhere (UX-24).
 */
export function deadControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isSeen = (node: Element) =>
      node.checkVisibility({ visibilityProperty: true }) &&
      node.getClientRects().length > 0 &&
      node.closest('[inert]') === null
    const nameOf = (node: Element) => {
      const name = node.getAttribute('aria-label') ?? node.getAttribute('name') ?? ''
      return `${node.tagName.toLowerCase()} ${(node.textContent || name).trim().slice(0, 60)}`
    }
    const isSent = (form: HTMLFormElement | null) =>
      form !== null && form.getAttribute('method') !== 'dialog' && form.hasAttribute('action')
    const submits = (form: HTMLFormElement) =>
      [...form.elements].filter((node) => node instanceof HTMLButtonElement && node.type === 'submit').some(isSeen)
    /** Enter in its one field of text sends it. */
    const isOneLine = (form: HTMLFormElement) => form.querySelector('input[type=search]') !== null

    const isDeadButton = (node: Element) =>
      !(node instanceof HTMLButtonElement) || node.type !== 'submit' || !isSent(node.form)
    const isDeadField = (node: Element) => {
      const { form } = node as HTMLInputElement
      return form === null || !isSent(form) || !(submits(form) || isOneLine(form))
    }
    const isDeadLink = (node: Element) => {
      const href = node.getAttribute('href') ?? ''
      const isHere = href.startsWith('#')
      return href === '' || href.startsWith('javascript:') || (isHere && document.querySelector(href) === null)
    }
    const kinds: readonly [string, (node: Element) => boolean][] = [
      ['button, [role=button], [role=tab], [role=switch]', isDeadButton],
      ['input:not([type=hidden]), select, textarea', isDeadField],
      ['a', isDeadLink],
    ]
    return kinds.flatMap(([selector, isDead]) =>
      [...document.querySelectorAll(selector)].filter((node) => isSeen(node) && isDead(node)).map(nameOf),
    )
  })
}
