import { type Browser, expect, type Page } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { deadControls } from './dead-controls.ts'
import { test } from './focus-watch.ts'
import { memberPlaces } from './member-places.ts'
import { chooseExhibits, type Place, places } from './places.ts'
import { Store } from './store.ts'

/** A phone, and a window in which nothing is folded away. */
const widths = [390, 1280] as const

async function withoutScripts(browser: Browser): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: false })).newPage()
}

/** Opens each page as its shopper does, and what she then sees once more where no script runs. */
async function deadOn(visited: readonly Place[], store: Store, purpose: string, bare: Page): Promise<string[]> {
  const exhibits = await chooseExhibits(store, purpose)
  const dead: string[] = []
  for (const place of visited) {
    await test.step(place.name, async () => {
      await place.open(store, exhibits)
      if (place.isForeign) return
      await bare.context().clearCookies()
      await bare.context().addCookies(await store.page.context().cookies())
      await bare.goto(store.page.url())
      for (const width of widths) {
        await bare.setViewportSize({ width, height: 900 })
        dead.push(...(await deadControls(bare)).map((control) => `${place.name} at ${width}: ${control}`))
      }
    })
  }
  return dead
}

test.describe('UX-24: without scripts no page shows a button, field or link that does nothing', () => {
  const visits: readonly [string, VariantKey, () => readonly Place[]][] = [
    ['from the home page to the confirmation', 'cb', () => places],
    ['those of a member, and what an order leads to', 'cb2', () => memberPlaces('dead')],
  ]
  for (const [what, key, visited] of visits) {
    test(`UX-24: ${what}, in ${key}`, async ({ page, browser }) => {
      test.setTimeout(300_000)
      const bare = await withoutScripts(browser)
      expect(await deadOn(visited(), new Store(page, key), `dead-${key}`, bare)).toEqual([])
      await bare.context().close()
    })
  }

  test('UX-24: the judge finds what does nothing, and leaves what is native', async ({ browser }) => {
    const bare = await withoutScripts(browser)
    await bare.setContent(`
      <button type="button">Press</button>
      <form method="dialog"><button>Close</button></form>
      <form method="post" action="/a"><button>Send</button><input name="said"></form>
      <form method="post" action="/b"><select aria-label="Size"></select></form>
      <form action="/search"><input type="search" name="q"></form>
      <input aria-label="ZIP"> <a>Nowhere</a> <a href="#gone">Gone</a> <a href="/">Home</a>
      <div role="tab">Tab</div> <button type="button" hidden>Hidden</button>`)
    expect(await deadControls(bare)).toEqual([
      ...['button Press', 'button Close', 'div Tab', 'select Size', 'input ZIP', 'a Nowhere', 'a Gone'],
    ])
    await bare.context().close()
  })
})
