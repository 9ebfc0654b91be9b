import { readdirSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { objectStoreAt, openObjectStore } from '#test/builders/object-store.ts'
import { test } from './focus-watch.ts'
import { otherStore } from './other-store.ts'
import { Store } from './store.ts'

const objects = await openObjectStore()
const { endpoint, accessKeyId, secretAccessKey, origin } = objectStoreAt(objects.stand.origin)
const there = otherStore('pictures', {
  PICTURES_STORE: 's3://cartwright/pictures',
  ...{ PICTURES_ENDPOINT: endpoint, PICTURES_ORIGIN: origin },
  ...{ PICTURES_ACCESS_KEY_ID: accessKeyId, PICTURES_SECRET_ACCESS_KEY: secretAccessKey },
})
// the stores open while the demo's pictures are still on their way
test.beforeAll(async () => {
  const names = readdirSync('catalog/photographs/files')
  await expect.poll(async () => (await objects.store.present(names)).size, { timeout: 120_000 }).toBe(names.length)
})
test.afterAll(() => objects.stand.sandbox.close())

/** The catalogue's pictures of a page that have come, by the address that the browser chose. */
function shown(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.naturalWidth > 0 && !image.currentSrc.startsWith('data:'))
      .map((image) => image.currentSrc),
  )
}

test('OPS-43: pages show pictures from the other origin, from the home page to the cart, and none is stopped', async ({
  page,
}) => {
  const stopped: string[] = []
  const ofStore: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) stopped.push(message.text())
  })
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/pictures/') && !request.url().startsWith(origin))
      ofStore.push(request.url())
  })
  const store = new Store(page, 'cb', there().port)
  await store.open('/')
  await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(1)
  expect((await shown(page)).filter((address) => !address.startsWith(`${origin}/pictures/`))).toEqual([])

  await store.walkToProduct()
  await store.untilAlive()
  await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(0)
  expect((await shown(page))[0]).toMatch(new RegExp(`^${origin}/pictures/.+\\.w\\d+\\.avif$`))

  await store.addTwoAndOpenCart()
  await store.untilAlive()
  await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(0)
  expect((await shown(page)).filter((address) => !address.startsWith(`${origin}/pictures/`))).toEqual([])
  expect([stopped, ofStore]).toEqual([[], []])
})
