import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { allVariants } from '#domain/variant.ts'
import { chooseExhibits, places } from './places.ts'
import { Store } from './store.ts'

const folder = join(import.meta.dirname, '../../gallery')
const widths = [390, 820, 1440] as const
const taken: string[] = []

test.describe.configure({ mode: 'default' })

test.beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
})

for (const variant of allVariants) {
  test(`pictures of ${variant.key}`, async ({ page }) => {
    test.setTimeout(300_000)
    const store = new Store(page, variant.key)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const exhibits = await chooseExhibits(store, 'gallery')
    for (const place of places) {
      try {
        await place.open(store, exhibits)
        await store.untilAlive()
        await take(`${variant.key}-${place.name}`)
      } catch (error) {
        test.info().annotations.push({ type: 'no picture', description: place.name })
        console.error(
          `no picture of ${place.name} in ${variant.key}: ${error instanceof Error ? error.message : error}`,
        )
      }
    }
    expect(taken.length).toBeGreaterThan(0)

    async function take(name: string): Promise<void> {
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
        await page.evaluate(async () => {
          await document.fonts.ready
          window.scrollTo(0, 0)
        })
        const file = `${name}-${width}.png`
        await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' })
        taken.push(file)
      }
    }
  })
}

test.afterAll(() => {
  const names = [...new Set(taken.map((file) => file.replace(/-\d+\.png$/, '')))]
  const rows = names.map((name) => {
    const shots = widths.map(
      (width) => `<a href="${name}-${width}.png"><img loading="lazy" src="${name}-${width}.png"></a>`,
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
