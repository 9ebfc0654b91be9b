import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { allVariants } from '#domain/variant.ts'
import type { LayerName } from '#web/layers/open-layer.ts'
import { cartStates, drillCart } from './cart-states.ts'
import { openings, openLayer, tidyUp } from './layers.ts'
import { memberPlaces } from './member-places.ts'
import { chooseExhibits, places } from './places.ts'
import { stepStates } from './step-states.ts'
import { Store } from './store.ts'

const folder = join(import.meta.dirname, '../../gallery')
const widths = [390, 820, 1440] as const

test.beforeAll(() => {
  mkdirSync(folder, { recursive: true })
})

for (const { key } of allVariants) {
  test(`pages of ${key}`, async ({ page }) => {
    test.setTimeout(900_000)
    const store = new Store(page, key)
    const exhibits = await chooseExhibits(store, 'gallery')
    await eachOf(places, async (place) => {
      await place.open(store, exhibits)
      await store.untilAlive()
      await take(page, `${key}-${place.name}`, true)
    })
  })

  test(`pages of a member of ${key}`, async ({ page }) => {
    test.setTimeout(900_000)
    const store = new Store(page, key)
    const exhibits = await chooseExhibits(store, 'gallery-member')
    await eachOf(memberPlaces('gallery'), async (place) => {
      await place.open(store, exhibits)
      if (place.isForeign !== true) await store.untilAlive()
      await take(page, `${key}-${place.name}`, true)
    })
  })

  test(`steps of ${key}`, async ({ page }) => {
    test.setTimeout(900_000)
    const store = new Store(page, key)
    const exhibits = await chooseExhibits(store, 'gallery-steps')
    await eachOf(stepStates, async ({ name, open }) => {
      await open(store, exhibits)
      await take(page, `${key}-step-${name}`, true)
    })
  })

  test(`carts of ${key}`, async ({ page }) => {
    test.setTimeout(900_000)
    const store = new Store(page, key)
    await eachOf(cartStates, async ({ name, open, leave }) => {
      await open(store)
      await take(page, `${key}-cart-${name}`, name !== 'explained')
      await leave?.()
    })
  })

  test(`fire drill of ${key}`, async ({ page }) => {
    test.setTimeout(900_000)
    await drillCart(new Store(page, key), (name) => take(page, `${key}-drill-${name}`, false))
  })

  test(`popups of ${key}`, async ({ page }) => {
    test.setTimeout(900_000)
    const store = new Store(page, key)
    const exhibits = await chooseExhibits(store, 'gallery-popups')
    const names = (Object.keys(openings) as LayerName[]).map((name) => ({ name }))
    await eachOf(names, async ({ name }) => {
      try {
        await openLayer(store, name, exhibits)
        await take(page, `${key}-popup-${name}`, false)
      } finally {
        await tidyUp(store, exhibits)
      }
    })
  })
}

/** Takes all that can be taken, and only then tells what could not. */
async function eachOf<Exhibit extends { readonly name: string }>(
  exhibits: readonly Exhibit[],
  show: (exhibit: Exhibit) => Promise<void>,
): Promise<void> {
  const missing: string[] = []
  for (const exhibit of exhibits) {
    try {
      await test.step(exhibit.name, () => show(exhibit))
    } catch (error) {
      missing.push(`${exhibit.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  expect(missing).toEqual([])
}

/** At every width: the whole page, or only what a popup lets one see of it. */
async function take(page: Page, name: string, fullPage: boolean): Promise<void> {
  if (fullPage) await meetCarousels(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    await page.evaluate(async () => {
      await document.fonts.ready
      for (const image of document.images) image.loading = 'eager'
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
      window.scrollTo(0, 0)
    })
    await page.screenshot({
      path: join(folder, `${name}-${width}.png`),
      fullPage,
      animations: 'disabled',
    })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** What comes when one is near it is met once. */
async function meetCarousels(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  })
  const isBusy = page.locator('section[aria-busy=true]')
  await expect(isBusy)
    .toHaveCount(0)
    .catch(() => console.log(`    still waiting for its items: ${page.url()}`))
}

test.afterAll(() => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.png'))
  const names = [...new Set(files.map((file) => file.replace(/-\d+\.png$/, '')))]
  const rows = names.map((name) => {
    const shots = widths.map(
      (width) => `<a href="${name}-${width}.png"><img loading="lazy" alt="" src="${name}-${width}.png"></a>`,
    )
    return `<section><h2>${name}</h2>${shots.join('')}</section>`
  })
  const style =
    'body{font:15px system-ui;margin:24px}section{border-top:1px solid #ccc}img{max-height:480px;max-width:32%;object-fit:contain;object-position:top;vertical-align:top;margin:0 8px 16px 0;box-shadow:0 0 0 1px #ddd}'
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style><h1>Every page, every popup</h1>${rows.join('\n')}</html>`,
  )
})
