import { expect } from '@playwright/test'
import { test } from './focus-watch.ts'
import { chooseExhibits } from './places.ts'
import { Store } from './store.ts'

test.describe('the product page', () => {
  test('UX-20: on a small phone nothing that has the focus lies outside the screen or under the bar', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    const store = new Store(page, 'cb')
    const { furniture } = await chooseExhibits(store, 'product-focus')
    await store.open(`/product/${furniture}`)
    await store.untilAlive()
    const hidden: string[] = []
    let stops = 0
    for (; stops < 60; stops += 1) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate(async () => {
        const focused = document.activeElement
        if (focused === null || focused === document.body) return { isEnd: true, name: '', isSeen: true }
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const box = focused.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 300)]
        const top = document.elementFromPoint(x, y)
        const isSeen = top !== null && (focused.contains(top) || top.contains(focused))
        return { isEnd: false, name: (focused.textContent || focused.getAttribute('aria-label')) ?? '', isSeen }
      })
      if (found.isEnd) break
      if (!found.isSeen) hidden.push(found.name)
    }
    expect(stops).toBeGreaterThan(15)
    expect(hidden).toEqual([])
  })

  test('UX-24: Back keeps the chosen option, because the address carries the sku', async ({ page }) => {
    const store = new Store(page, 'cb')
    const { furniture } = await chooseExhibits(store, 'product-back')
    await store.open(`/product/${furniture}`)
    const chosen = await store.chooseAnotherOption()
    expect(chosen).not.toBe(furniture)
    await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link').last().click()
    await expect(page).toHaveURL(/\/category\//)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`/product/${chosen}$`))
    await expect(page.getByText(`SKU ${chosen}`)).toBeVisible()
  })

  test('ATC-08, ATC-13, ATC-14: a custom order goes into the cart only after its terms, and the cart opens', async ({
    page,
  }) => {
    const store = new Store(page, 'cb')
    const { customOrder } = await chooseExhibits(store, 'product-custom')
    await store.open(`/product/${customOrder}`)
    await store.untilAlive()
    await store.addToCart.click()
    const popup = page.getByRole('dialog')
    await expect(popup.getByRole('region', { name: 'Terms of this order' })).toBeVisible()
    await popup.getByRole('button', { name: 'Close' }).last().click()
    await expect(popup).toHaveCount(0)
    await expect(store.basketCount).toHaveText('0')
    await store.addToCart.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^accept/i })
      .click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(store.basketCount).toHaveText('1')
  })

  test('ATC-11, OPEN-46: words are put on a piece, and stand in the cart', async ({ page }) => {
    const store = new Store(page, 'cb')
    const { monogram } = await chooseExhibits(store, 'product-monogram')
    await store.open(`/product/${monogram}`)
    await store.untilAlive()
    await page.getByRole('button', { name: /^personalize it/i }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('Ann')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^accept/i })
      .click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(store.basketCount).toHaveText('1')
  })

  test('UX-19, UX-21: the zoom goes by keys, is no trap, and gives the focus back; the data block breaks no policy', async ({
    page,
  }) => {
    const refused: string[] = []
    page.on('console', (message) => /content security policy/i.test(message.text()) && refused.push(message.text()))
    const store = new Store(page, 'cb2')
    const { furniture } = await chooseExhibits(store, 'product-zoom')
    await store.open(`/product/${furniture}`)
    await store.untilAlive()
    const opener = page.getByRole('main').getByRole('link', { name: /zoom/i }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const view = page.getByRole('dialog').getByRole('region', { name: 'Enlarged picture' })
    await expect(view).toBeVisible()
    const widthOf = async () => (await view.locator('img').boundingBox())?.width ?? 0
    const before = await widthOf()
    await view.focus()
    await page.keyboard.press('+')
    await expect.poll(widthOf).toBeGreaterThan(before * 1.4)
    await page.keyboard.press('-')
    await expect.poll(widthOf).toBeCloseTo(before, 0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(2)
    expect(refused).toEqual([])
  })

  test('PLAT-31, PDP-06, BEYOND-07: for a ZIP the date and what it is made of', async ({ page }) => {
    const store = new Store(page, 'cb-ca')
    const { furniture } = await chooseExhibits(store, 'product-promise')
    await store.open(`/product/${furniture}`)
    await store.untilAlive()
    await page.getByLabel('Your postal code').fill('k1a0a6')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText(/^Arrives by|^Available/)).toBeVisible()
    await page.getByText('How this date comes about').click()
    await expect(page.getByText(/business days? on the way$/)).toBeVisible()
  })
})
