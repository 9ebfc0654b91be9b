import { test as base, expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    reportLostFocus?: (what: string) => void
    focusIsLost?: () => string
  }
}

/**
 * A test of a shopper's walk. After each thing she does, by mouse or by keyboard, in every page of its window, the focus
 * may not rest on BODY (CALM-23): whoever goes on by keyboard would begin at the top of the page, and a screen reader
 * would say nothing.
 */
export const test = base.extend({
  context: async ({ context }, use) => {
    const losses: string[] = []
    await context.exposeBinding('reportLostFocus', ({ page }, what: string) => {
      losses.push(`${new URL(page.url()).pathname}: ${what}`)
    })
    await context.addInitScript(watchFocus)
    await use(context)
    for (const page of context.pages()) losses.push(...(await lostAtLast(page)))
    expect(losses, 'where the focus was lost').toEqual([])
  },
})

/** What the last thing done has left; it too has a moment to give the focus somewhere. */
async function lostAtLast(page: Page): Promise<readonly string[]> {
  let lost = ''
  await expect
    .poll(
      async () => {
        lost = await page.evaluate(() => window.focusIsLost?.() ?? '').catch(() => '')
        return lost
      },
      { timeout: 3000 },
    )
    .toBe('')
    .catch(() => undefined)
  return lost === '' ? [] : [`${new URL(page.url()).pathname}: ${lost}, at the end`]
}

/** Runs in the page. */
function watchFocus(): void {
  if (window.top !== window) return
  // as long as a slow page may take to draw what an action has led to
  const longestWithout = 3000
  const eachMs = 100
  const controls = 'a[href], button, input, select, textarea, summary, label, [role="option"], [tabindex]'
  let done = ''
  let lostForMs = 0
  const isOnBody = (): boolean => document.activeElement === null || document.activeElement === document.body
  const report = (): void => {
    window.reportLostFocus?.(done)
    done = ''
  }
  const nameOf = (target: EventTarget | null): string => {
    const control = target instanceof Element ? (target.closest(controls) ?? target) : null
    const name = control?.getAttribute('aria-label') ?? control?.textContent ?? ''
    return `${control?.tagName ?? ''} '${name.trim().slice(0, 50)}'`
  }
  const note = (what: string): void => {
    if (done !== '' && lostForMs >= 1000) report()
    done = what
    lostForMs = 0
  }
  addEventListener(
    'pointerdown',
    (event) => {
      const isOnControl = event.target instanceof Element && event.target.closest(controls) !== null
      // whoever presses beside everything takes the focus away herself
      if (event.isTrusted) note(isOnControl ? `pressed ${nameOf(event.target)}` : '')
    },
    true,
  )
  addEventListener(
    'keydown',
    (event) => {
      // Tab past the last control leads to the browser's own
      if (event.isTrusted) note(event.key === 'Tab' ? '' : `${event.key} on ${nameOf(event.target)}`)
    },
    true,
  )
  setInterval(() => {
    lostForMs = isOnBody() ? lostForMs + eachMs : 0
    if (done !== '' && lostForMs >= longestWithout) report()
  }, eachMs)
  window.focusIsLost = () => (done !== '' && isOnBody() ? done : '')
}
