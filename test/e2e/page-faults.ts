import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing that axe can find (UX-25). */
export async function expectNoFault(page: Page, name: string): Promise<void> {
  // what is good is not sent back in full, and no style is fetched again: no rule of these needs it
  const options = { resultTypes: ['violations' as const], preload: false }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).withTags(tags).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  expect.soft(found, `axe on ${name}`).toEqual([])
}

/** The same page, or a part of it, in the other brand's colours, by its tokens; axe is in the page already. */
export async function expectColorsOfOtherBrand(page: Page, name: string, part = 'html'): Promise<void> {
  const found = await page.evaluate(async (part) => {
    type Axe = {
      run(
        part: string,
        options: object,
      ): Promise<{ violations: { nodes: { html: string; failureSummary: string }[] }[] }>
    }
    const { axe } = window as unknown as { readonly axe: Axe }
    const branded = [...document.querySelectorAll<HTMLElement>('[data-brand]')]
    const own = document.documentElement.dataset.brand ?? ''
    const paint = (brand: string) => {
      for (const element of branded) element.dataset.brand = brand
    }
    paint(own === 'CB' ? 'CB2' : 'CB')
    const { violations } = await axe.run(part, { runOnly: { type: 'rule', values: ['color-contrast'] } })
    paint(own)
    return violations.flatMap(({ nodes }) =>
      nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
    )
  }, part)
  expect.soft(found, `colours of the other brand on ${name}`).toEqual([])
}

/** 320 px wide: nothing to scroll to beside the page (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = await page.evaluate(() => {
    const limit = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= limit) return []
    const scrolls = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement))
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > limit + 1 && !scrolls(element.parentElement))
      .map((element) => `${element.tagName} ${element.className}`)
      .slice(0, 5)
      .concat(`page is ${document.documentElement.scrollWidth} wide`)
  })
  expect.soft(wide, `${name} at 320 px`).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** No words of the page end at an edge that hides the rest of them (WCAG 1.4.4); what only assistive technology reads aside. */
export async function expectNothingCut(page: Page, name: string): Promise<void> {
  const cut = await page.evaluate(() => {
    const hides = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflow)
    // a mark may stand in place of a name
    const isInk = (element: Element) => !/, 0\)$/.test(getComputedStyle(element).color)
    const isUnseen = (element: Element) =>
      !isInk(element) || element.closest('.visually-hidden, [data-open="false"], svg, picture') !== null
    return [...document.querySelectorAll<HTMLElement>('main *, aside *')]
      .filter(
        (element) => element.clientWidth > 2 && hides(element) && !isUnseen(element) && element.textContent !== '',
      )
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 40)}`)
  })
  expect.soft(cut, `cut on ${name}`).toEqual([])
}
