import type { Page } from '@playwright/test'

export type Presses = { readonly names: () => readonly string[] }

/**
 * Every press a shopper makes from now on, page after page: what she clicks or taps, what Enter or Space does to a control,
 * and a form that is sent by Enter. To go to a field is none.
 */
export async function countPresses(page: Page): Promise<Presses> {
  const names: string[] = []
  await page.exposeBinding('notePress', (_, name: string) => names.push(name))
  const listen = () => {
    const { notePress } = window as unknown as { readonly notePress: (name: string) => void }
    const isText = 'input:not([type=radio], [type=checkbox]), textarea, select'
    addEventListener(
      'click',
      ({ isTrusted, target }) => {
        if (!isTrusted || !(target instanceof Element) || target.closest(isText) !== null) return
        const control = target.closest('a, button, label, summary, input, [role]') ?? target
        notePress(control.textContent?.trim() || control.tagName)
      },
      true,
    )
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return { names: () => names }
}
