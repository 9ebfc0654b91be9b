import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import type { LayerName } from '#web/layers/open-layer.ts'
import { type Opening, openings, openLayer, tidyUp } from './layers.ts'
import { chooseExhibits, places } from './places.ts'
import { Store } from './store.ts'

/** Between them both brands and both countries, each once: a page differs by its brand's tokens and its country's fields. */
const stores: readonly VariantKey[] = ['cb', 'cb2-ca']
const names = Object.keys(openings) as LayerName[]
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

test.describe('UX-22 UX-25: no page has a fault that axe can find, or scrolls sideways on a narrow screen', () => {
  for (const key of stores) {
    test(`every page of ${key}`, async ({ page }) => {
      test.setTimeout(180_000)
      const store = new Store(page, key)
      const exhibits = await chooseExhibits(store, 'axe')
      for (const place of places) {
        await test.step(place.name, async () => {
          await place.open(store, exhibits)
          await store.untilAlive()
          await expectNoFault(page, place.name)
          await expectNoSidewaysScroll(page, place.name)
        })
      }
    })
  }
})

test.describe('UX-19 UX-25 ERR-33: every popup is a named dialog that takes the focus, keeps it and gives it back', () => {
  for (const key of stores) {
    test(`every popup of ${key}`, async ({ page }) => {
      test.setTimeout(180_000)
      const store = new Store(page, key)
      const exhibits = await chooseExhibits(store, 'popups')
      const opened: string[] = []
      for (const name of names) {
        await test.step(name, async () => {
          const dialog = await openLayer(store, name, exhibits)
          await expectModal(page, dialog)
          await expectNoFault(page, name)
          await expectNoSidewaysScroll(page, name)
          await expectClosesByEscape(store, openings[name], dialog)
          await tidyUp(store, exhibits)
          opened.push(name)
        })
      }
      expect(opened).toEqual(names)
      console.log(`    popups opened in ${key}: ${opened.join(', ')}`)
    })
  }
})

test('UX-22: who wants less motion gets none: popups are simply there, and simply gone', async ({ page }) => {
  const store = new Store(page, 'cb')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const exhibits = await chooseExhibits(store, 'calm')
  const running = () =>
    page.evaluate(() =>
      document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
    )
  for (const name of ['addedSlideDown', 'loginFlyout'] as const) {
    const { prepare, opener } = openings[name]
    await prepare(store, exhibits)
    await opener(store).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect((await running()).filter((milliseconds) => milliseconds > 1)).toEqual([])
    await tidyUp(store, exhibits)
  }
})

async function expectNoFault(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(tags).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  expect.soft(found, `axe on ${name}`).toEqual([])
}

/** 320 px wide: nothing to scroll to beside the page (WCAG 1.4.10). */
async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
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

/** The focus starts inside, does not leave by Tab, and nothing behind can be reached. */
async function expectModal(page: Page, dialog: Locator): Promise<void> {
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement))
  expect(await hasFocus()).toBe(true)
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  await expect(dialog).toHaveAccessibleName(/\S/)
  for (let times = 0; times < 12; times += 1) {
    await page.keyboard.press('Tab')
    // past the last control the browser's own bar has its turn; the page behind never does
    expect((await hasFocus()) || (await page.evaluate(() => document.activeElement === document.body))).toBe(true)
  }
}

async function expectClosesByEscape(store: Store, opening: Opening, dialog: Locator): Promise<void> {
  await store.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  if (opening.leadsTo === undefined) await expect(opening.opener(store)).toBeFocused()
  else await expect(store.page).toHaveURL(opening.leadsTo)
}
