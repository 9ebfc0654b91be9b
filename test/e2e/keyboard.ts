import { expect, type Locator, type Page } from '@playwright/test'

/** A shopper who has no mouse: goes from control to control, and must see at every stop where she is. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Tab until this control has the focus; each stop on the way is seen, and none is lost. */
  async goTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < 120; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press(key)
      await this.expectSeen()
    }
    throw new Error(`no ${key} leads to ${target}`)
  }

  async press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.goTo(target)
    await this.page.keyboard.press(key)
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.goTo(target)
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
  }

  /** A choice in a list, by its first letters as people type them. */
  async choose(target: Locator, letters: string): Promise<void> {
    await this.goTo(target)
    await this.page.keyboard.type(letters)
  }

  /** What has the focus is on the screen, not under something that sticks, and shows it (WCAG 2.4.7, 2.4.11). */
  async expectSeen(): Promise<void> {
    // what slides in is judged where it comes to rest
    await this.page.evaluate(async () => {
      const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(moving.map(({ finished }) => finished))
    })
    const fault = await this.page.evaluate(faultOfFocus)
    expect(fault).toBe('')
  }
}

/** Runs in the page: '' when the focus can be seen. */
function faultOfFocus(): string {
  const focused = document.activeElement
  // past the last control the browser's own bar has its turn
  if (focused === null || focused === document.body) return ''
  const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)}`
  // a hidden radio or checkbox is drawn by what stands beside it
  const drawn =
    focused instanceof HTMLInputElement && /radio|checkbox/.test(focused.type) ? focused.closest('label') : null
  const shown = drawn ?? focused
  const box = shown.getBoundingClientRect()
  if (box.width < 2 || box.height < 2) return `${name} has no size`
  if (box.bottom <= 0 || box.top >= innerHeight) return `${name} is off the screen`
  const [x, y] = [box.left + box.width / 2, Math.max(1, Math.min(innerHeight - 1, box.top + box.height / 2))]
  const top = document.elementFromPoint(x, y)
  const isOnTop = top !== null && (shown.contains(top) || top.contains(shown) || focused.contains(top))
  if (!isOnTop) return `${name} is under ${top?.tagName} ${top?.className}`
  // the ring of a field that stands in its label may be the label's
  const frame = focused instanceof HTMLInputElement ? (focused.closest('label') ?? focused) : focused
  const rings = [shown, focused, frame, ...shown.querySelectorAll('*')].map((element) => getComputedStyle(element))
  const hasRing = rings.some(
    (style) =>
      (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none',
  )
  return hasRing ? '' : `${name} does not show that it has the focus`
}
