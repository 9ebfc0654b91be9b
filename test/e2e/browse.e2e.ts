import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { allVariants } from '#domain/variant.ts'
import { ask, onHand, plainArticle, setOnHand } from './books.ts'
import { test } from './focus-watch.ts'
import { passOn } from './pass-on.ts'
import { Store } from './store.ts'

const shelf = '/category/furniture'
/** One transparent point. */
const nothing = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII=',
  'base64',
)
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function expectNoFault(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(tags).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)).toEqual([])
}

const counted = (page: Page) => page.getByRole('main').getByText(/^\d+ products?$/)

test.describe('PLAT-04, UX-22, UX-25: a shelf is filtered with the keyboard alone', () => {
  test('ticks are followed at once, the focus stays, Back and the chips take them off', async ({ page }) => {
    const store = new Store(page, 'cb')
    await store.open(shelf)
    await store.untilAlive()
    const all = await counted(page).textContent()
    const color = page.locator('summary', { hasText: 'Color' })
    await color.focus()
    await page.keyboard.press('Enter')
    const brown = page.getByRole('checkbox', { name: /^Brown/ })
    await brown.focus()
    await page.keyboard.press('Space')
    await expect(page).toHaveURL(/\?color=brown$/)
    await expect(counted(page)).not.toHaveText(all ?? '')
    await expect(brown).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page).toHaveURL(/color=brown&color=\w+|color=\w+&color=brown/)
    await expectNoFault(page)
    await page.keyboard.press('Escape')
    await expect(color).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(/\?color=brown$/)
    // the address changes before the page does
    await expect(page.getByRole('navigation', { name: 'Chosen filters' }).getByRole('link')).toHaveCount(2)
    await expect(color).toBeFocused()
    await page.getByRole('link', { name: 'Remove filter Brown' }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`${shelf}$`))
    await expect(counted(page)).toHaveText(all ?? '')
  })

  test('on a phone each filter is a sheet', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const store = new Store(page, 'cb2-ca')
    await store.open(`${shelf}?color=black&sort=priceLow`)
    await store.untilAlive()
    await page.locator('summary', { hasText: /^Price/ }).click()
    await page.getByRole('checkbox').and(page.locator('[name=price]')).first().check()
    await expect(page).toHaveURL(/color=black&price=[\w-]+&sort=priceLow$/)
    await expectNoFault(page)
    await page.getByRole('button', { name: /^show \d+ product/i }).click()
    await expect(page.getByRole('navigation', { name: 'Chosen filters' }).getByRole('link')).toHaveCount(3)
  })
})

test.describe('PLAT-04: the search field', () => {
  test('suggests while one types; the arrows choose, Escape closes, a slip is forgiven', async ({ page }) => {
    const store = new Store(page, 'cb')
    await store.open('/')
    await store.untilAlive()
    const field = page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('combobox', { name: 'Search' }))
    await field.focus()
    await expect(field).toHaveRole('combobox')
    await page.keyboard.type('sfoa')
    const options = page.getByRole('option')
    await expect(options.first()).toHaveText('sofa')
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expectNoFault(page)
    await page.keyboard.press('Escape')
    await expect(options.first()).toBeHidden()
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=sofa$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “sofa”')
    await expectNoFault(page)
  })
})

test.describe('PDP-11 OPEN-110: /product/{sku} and /category/{slug} of all that was seeded', () => {
  const skusOf = (brand: string, country: string) =>
    ask<{ path: string }>(
      `select '/product/' || sku as path from shop.sku join shop.price using (sku) where brand = $1 and country = $2`,
      [brand, country],
    )
  const everySku = () => ask<{ path: string }>(`select '/product/' || sku as path from shop.sku`)
  const slugs = () =>
    ask<{ path: string; brand: string }>(`select '/category/' || slug as path, brand from shop.category`)
  const pathsOf = (rows: readonly { readonly path: string }[]) => rows.map(({ path }) => path)

  for (const { key, brand, country } of allVariants) {
    test(`PDP-11 OPEN-110: in ${key} each answers 200 where it is sold and 404 elsewhere; the home page lists the categories`, async ({
      page,
    }) => {
      const store = new Store(page, key)
      await store.open('/')
      const tops = await ask<{ name: string; path: string }>(
        `select name, '/category/' || slug as path from shop.category where brand = $1 and parent_slug is null`,
        [brand],
      )
      for (const top of tops) {
        await expect(page.locator(`a[href="${top.path}"]`).first(), top.name).toBeAttached()
      }
      const categories = await slugs()
      const own = categories.filter((each) => each.brand === brand)
      const sold = new Set([...pathsOf(await skusOf(brand, country)), ...pathsOf(own)])
      const all = [...new Set([...pathsOf(await everySku()), ...pathsOf(categories)])]
      expect(sold.size).toBeGreaterThan(100)
      // as a link of the store asks for them
      const statuses = await page.evaluate(async (paths) => {
        const answers: [string, number][] = []
        const waiting = [...paths]
        const ask = async () => {
          for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
            answers.push([path, (await fetch(path, { headers: { accept: 'application/json' } })).status])
        }
        await Promise.all([ask(), ask(), ask(), ask()])
        return answers
      }, all)
      expect(statuses.filter(([path, status]) => status !== (sold.has(path) ? 200 : 404))).toEqual([])
      expect(statuses).toHaveLength(all.length)
      for (const path of [[...sold][0] ?? '', own[0]?.path ?? '']) {
        expect((await page.goto(store.address(path)))?.status(), path).toBe(200)
      }
    })
  }
})

test.describe('PLAT-29: favorites', () => {
  test('a heart counts in the header without a page load, and is there on the list', async ({ page }) => {
    const store = new Store(page, 'cb')
    await store.open(shelf)
    await store.untilAlive()
    const heart = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Favorite/ })
    await heart.press('Enter')
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByTestId('favorites-count')).toHaveText('1')
    await page.getByTestId('favorites-count').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Favorites' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expectNoFault(page)
  })
})

/** From the home page to a list with pieces that come in one way only: a department, or a search. */
async function walkToList(store: Store, way: 'department' | 'search'): Promise<Locator> {
  const { page } = store
  await store.open('/')
  if (way === 'department') {
    await page
      .getByRole('navigation', { name: 'Departments' })
      .getByRole('link', { name: /^furniture/i })
      .click()
    await expect(page).toHaveURL(new RegExp(`${shelf}$`))
  } else {
    await page
      .getByRole('searchbox', { name: 'Search' })
      .or(page.getByRole('combobox', { name: 'Search' }))
      .fill('lamp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=lamp$/)
  }
  return page
    .getByRole('article')
    .getByRole('button', { name: /^Add to Cart: / })
    .first()
}

test.describe("OPEN-24: 'Add to Cart' on a product list", () => {
  for (const [key, way] of [
    ['cb', 'department'],
    ['cb2-ca', 'search'],
  ] as const) {
    test(`OPEN-24: from the home page of ${key} by a ${way}, the layer slides down over the list and leads to the cart`, async ({
      page,
    }) => {
      const store = new Store(page, key)
      const add = await walkToList(store, way)
      await store.untilAlive()
      const list = page.url()
      const name = ((await add.getAttribute('aria-label')) ?? '').replace('Add to Cart: ', '')
      await add.click()
      const layer = page.getByRole('dialog', { name: '1 item(s) added to your cart' })
      await expect(layer).toHaveClass(/top/)
      await expect(store.basketCount).toHaveText('1')
      await layer.getByRole('button', { name: 'Continue Shopping' }).click()
      await expect(layer).toHaveCount(0)
      expect(page.url()).toBe(list)
      await expect(add).toBeFocused()
      await add.press('Enter')
      await page.getByRole('link', { name: 'View Cart & Checkout' }).click()
      await expect(page).toHaveURL(/\/checkout\/cart$/)
      await expect(page.getByRole('textbox', { name: `Quantity of ${name}` })).toHaveValue('2')
    })
  }

  test('OPEN-24: a piece with something to choose leads to its page', async ({ page }) => {
    const store = new Store(page, 'cb')
    await walkToList(store, 'department')
    await store.untilAlive()
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: /^Choose options/ }) })
      .first()
    const name = await card.getByRole('heading').textContent()
    await expect(card.getByRole('button', { name: /^Add to Cart/ })).toHaveCount(0)
    await card.getByRole('link', { name: `Choose options for ${name}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  })

  test('ATC-32: what was sold out meanwhile is told in the popup, and the list stays', async ({ page }) => {
    const store = new Store(page, 'cb2-ca')
    const add = await walkToList(store, 'search')
    await store.untilAlive()
    const sku = Number(await add.getAttribute('value'))
    const pieces = await onHand('cb2-ca', sku)
    await setOnHand('cb2-ca', sku, 0)
    try {
      await add.click()
      const popup = page.getByRole('dialog')
      await expect(popup.getByText('This item is no longer available.')).toBeVisible()
      await popup.getByRole('button', { name: 'OK' }).click()
      await expect(popup).toHaveCount(0)
    } finally {
      await setOnHand('cb2-ca', sku, pieces)
    }
    await add.click()
    await expect(page.getByRole('dialog', { name: '1 item(s) added to your cart' })).toBeVisible()
  })
})

test.describe('UX-24: without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test("OPEN-24: 'Add to Cart' of a list adds the piece and leads to the cart", async ({ page }) => {
    const store = new Store(page, 'cb')
    const add = await walkToList(store, 'department')
    const name = ((await add.getAttribute('aria-label')) ?? '').replace('Add to Cart: ', '')
    await add.click()
    await expect(page).toHaveURL(/\/checkout\/cart$/)
    await expect(page.getByRole('spinbutton', { name: `Quantity of ${name}` })).toHaveValue('1')
  })

  test('filters, search and hearts are forms and links', async ({ page }) => {
    const store = new Store(page, 'cb')
    await store.open(shelf)
    await page.locator('summary', { hasText: 'Color' }).click()
    await page.getByRole('checkbox', { name: /^Brown/ }).check()
    await page.getByRole('button', { name: /^Show/ }).and(page.locator(':visible')).click()
    await expect(page).toHaveURL(/color=brown/)
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(new RegExp(`${shelf}$`))
    await page.getByRole('searchbox', { name: 'Search' }).fill('colour green sofa')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=colour/)
    await store.open(shelf)
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Favorite/ })
      .click()
    await expect(page).toHaveURL(/\/favorites$/)
    await expect(page.getByRole('article')).toHaveCount(1)
  })
})

test.describe('UX-24: a first page is drawn by the styles that stand in it, and looks as it does with all of them', () => {
  test.use({ javaScriptEnabled: false })

  for (const [key, width] of [
    ['cb', 390],
    ['cb2', 1280],
  ] as const) {
    test(`the pages of ${key} at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const store = new Store(page, key)
      const { sku } = await plainArticle(key, 2)
      const styled: string[] = []
      // of a picture that fails a browser draws the mark when it likes; one that shows nothing looks the same at any time
      await page.route('**/pictures/**', (route) => route.fulfill({ contentType: 'image/png', body: nothing }))
      const drawn = async (path: string) => {
        await page.goto(store.address(path))
        return page.screenshot({ fullPage: true })
      }
      for (const path of [
        '/',
        shelf,
        '/search?q=oak',
        `/product/${sku}`,
        '/customer-service/terms-of-use',
        '/nowhere',
      ]) {
        const own = await drawn(path)
        await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0)
        const whole = /data-styles="([^"]+)"/
        await page.route(store.address(path), async (route) => {
          const answer = await passOn(route)
          const html = await answer.text()
          const link = `<link rel="stylesheet" href="${whole.exec(html)?.[1]}">`
          await route.fulfill({ response: answer, body: html.replace(/<style>.*?<\/style>/s, link) })
        })
        const all = await drawn(path)
        await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1)
        if (!own.equals(all)) styled.push(path)
      }
      expect(styled).toEqual([])
    })
  }
})

test('UX-24: a first page whose stylesheet cannot be had comes to life all the same, and asks for it again', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  let asked = 0
  await page.route('**/assets/*.css', async (route) => {
    asked += 1
    if (asked === 1) await route.abort()
    else await route.fulfill({ response: await passOn(route) })
  })
  await store.open('/')
  await store.untilAlive()
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1)
  const linked = () => page.evaluate(() => [...document.styleSheets].filter(({ href }) => href !== null).length)
  await expect.poll(linked).toBe(1)
  expect(asked).toBe(2)
})
