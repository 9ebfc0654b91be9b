import { expect } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { test } from './focus-watch.ts'
import { Keyboard } from './keyboard.ts'
import { expectNoFault, expectNoSidewaysScroll, expectNothingCut } from './page-faults.ts'
import { chooseExhibits } from './places.ts'
import { goToStep } from './quick.ts'
import { stepStates } from './step-states.ts'
import { Store } from './store.ts'

const stores: readonly VariantKey[] = ['cb', 'cb2-ca']

test.describe('UX-14 UX-15 UX-22 UX-25: the steps with errors, several homes, delivery times and pickups: roles, names and messages are right, axe finds nothing, and at 320 px and at 400 % zoom all of it is there', () => {
  for (const key of stores) {
    test(key, async ({ page }) => {
      const store = new Store(page, key)
      const exhibits = await chooseExhibits(store, 'states')
      for (const { name, open, heard } of stepStates) {
        await test.step(name, async () => {
          await open(store, exhibits)
          await heard(page)
          await expectNoFault(page, name)
          await expectNoSidewaysScroll(page, name)
          // a screen of 1280 by 1024 at 400 %
          await page.setViewportSize({ width: 320, height: 256 })
          await expectNothingCut(page, name)
          // the order of the controls is the same in every store
          if (key === 'cb') await tabThrough(new Keyboard(page))
          await page.setViewportSize({ width: 1280, height: 900 })
        })
      }
    })
  }
})

/** From the top of the page over every control that Tab reaches; each is seen when it has the focus. */
async function tabThrough(keyboard: Keyboard): Promise<void> {
  const { page } = keyboard
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (let stops = 0; stops < 120; stops += 1) {
    await page.keyboard.press('Tab')
    await keyboard.expectSeen()
    const isOver = await page.evaluate(() => document.activeElement === document.body)
    if (isOver) return
  }
  throw new Error('Tab finds no end')
}

test('UX-03 UX-11: a guest with one address meets at most 8 text fields before payment, each with a label she can see', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const { plain } = await chooseExhibits(store, 'fields')
  const fields = page.getByRole('main').locator('input:not([type=radio], [type=checkbox], [type=hidden]), textarea')
  let met = 0
  for (const step of [1, 2] as const) {
    await goToStep(store, step, { skus: [plain], email: 'fields@example.com' })
    await page.waitForLoadState('networkidle')
    const seen = await fields.filter({ visible: true }).all()
    for (const one of seen) {
      const id = await one.getAttribute('id')
      await expect(page.locator(`label[for="${id}"]`)).toBeVisible()
    }
    met += seen.length
    await page.context().clearCookies()
  }
  expect(met).toBeGreaterThan(5)
  expect(met).toBeLessThanOrEqual(8)
})

test("UX-22 UX-25 OPEN-65: the bank's page and the confirmation with its account form: with the keyboard alone, at 320 px and at 400 % zoom", async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const keyboard = new Keyboard(page)
  const { plain } = await chooseExhibits(store, 'bank')
  const card = { number: '4242 4200 0008 0143', expiry: '0530', code: '123' }
  await goToStep(store, 4, { skus: [plain], email: 'bank@example.com', card })
  await keyboard.press(page.getByRole('button', { name: 'Place Order', exact: true }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your payment')
  await expectNoFault(page, 'the page of the bank')
  await expectNoSidewaysScroll(page, 'the page of the bank')
  await page.setViewportSize({ width: 320, height: 256 })
  await keyboard.press(page.getByRole('button', { name: 'Confirm', exact: true }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
  await store.untilAlive()
  await expect(page.getByRole('main').getByLabel('Password')).toBeVisible()
  await expectNothingCut(page, 'the confirmation')
  await tabThrough(keyboard)
  await expectNoFault(page, 'the confirmation')
  await expectNoSidewaysScroll(page, 'the confirmation')
})
