import { expect, type Locator, type Page } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import type { LayerName } from '#web/layers/open-layer.ts'
import { cartStates } from './cart-states.ts'
import { test } from './focus-watch.ts'
import { type Opening, openings, openLayer, tidyUp } from './layers.ts'
import { memberPlaces } from './member-places.ts'
import { expectColorsOfOtherBrand, expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { chooseExhibits, places } from './places.ts'
import { Store } from './store.ts'

/** Between them both brands and both countries, each once: a page differs by its brand's tokens and its country's fields. */
const stores: readonly VariantKey[] = ['cb', 'cb2-ca']
/** The first store is judged whole, and in the other brand's colours; the second where its country's fields are, and at 320 px. */
const [whole] = stores
const hasCountryFields = (name: string) => /^(cart|checkout|find|create)/.test(name)
const names = Object.keys(openings) as LayerName[]

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
          if (key === whole || hasCountryFields(place.name)) await expectNoFault(page, place.name)
          if (key === whole) await expectColorsOfOtherBrand(page, place.name)
          await expectNoSidewaysScroll(page, place.name)
        })
      }
    })
  }
})

test('UX-22 UX-25: nor has any page of a member, or any that an order leads to', async ({ page }) => {
  const store = new Store(page, 'cb2')
  const exhibits = await chooseExhibits(store, 'axe-member')
  for (const place of memberPlaces('axe')) {
    await test.step(place.name, async () => {
      await place.open(store, exhibits)
      if (place.isForeign !== true) await store.untilAlive()
      await expectNoFault(page, place.name)
      await expectColorsOfOtherBrand(page, place.name)
      await expectNoSidewaysScroll(page, place.name)
    })
  }
})

test('UX-22 UX-25: nor has any state that a cart can be in', async ({ page }) => {
  const store = new Store(page, 'cb')
  for (const { name, open, leave } of cartStates) {
    await test.step(name, async () => {
      await open(store)
      await expectNoFault(page, `cart ${name}`)
      await expectColorsOfOtherBrand(page, `cart ${name}`)
      if (name !== 'explained') await expectNoSidewaysScroll(page, `cart ${name}`)
      await leave?.()
    })
  }
})

/** Each popup once, in one of the stores by turns; what the brands alone differ in, their colours, is judged for both. */
test.describe('UX-19 UX-25 ERR-33: every popup is a named dialog that takes the focus, keeps it and gives it back', () => {
  for (const [turn, key] of stores.entries()) {
    test(`every other popup, in ${key}`, async ({ page }) => {
      test.setTimeout(180_000)
      const store = new Store(page, key)
      const exhibits = await chooseExhibits(store, 'popups')
      const turns = names.filter((_, at) => at % stores.length === turn)
      const opened: string[] = []
      for (const name of turns) {
        await test.step(name, async () => {
          const dialog = await openLayer(store, name, exhibits)
          await expectModal(page, dialog)
          await expectNoFault(page, name)
          await expectColorsOfOtherBrand(page, name, 'dialog[open]')
          await expectNoSidewaysScroll(page, name)
          await expectClosesByEscape(store, openings[name], dialog)
          await tidyUp(store, exhibits)
          opened.push(name)
        })
      }
      expect(opened).toEqual(turns)
      console.log(`    popups opened in ${key}: ${opened.join(', ')}`)
    })
  }
})

test('UX-22: who wants less motion gets none: popups are simply there, and simply gone', async ({ page }) => {
  const store = new Store(page, 'cb')
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

/** The focus starts inside, does not leave by Tab, and nothing behind can be reached. */
async function expectModal(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toHaveAccessibleName(/\S/)
  const escapes = await dialog.evaluateHandle((element) => {
    const outside = element.contains(document.activeElement) ? [] : ['no focus at the start']
    if (!element.matches(':modal')) outside.push('not modal')
    // past the last control the browser's own bar has its turn; the page behind never does
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && !element.contains(target)) outside.push(target.outerHTML.slice(0, 200))
    })
    return outside
  })
  for (let times = 0; times < 12; times += 1) await page.keyboard.press('Tab')
  expect(await escapes.jsonValue()).toEqual([])
}

async function expectClosesByEscape(store: Store, opening: Opening, dialog: Locator): Promise<void> {
  await store.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  if (opening.leadsTo === undefined) await expect(opening.opener(store)).toBeFocused()
  else await expect(store.page).toHaveURL(opening.leadsTo)
}
