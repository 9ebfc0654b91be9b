import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageState } from '#contracts/pages.ts'
import { withPictureAddresses } from '#server/http/picture-addresses.ts'
import { sku } from '#test/builders/catalog.ts'
import { objectStoreAt, openObjectStore } from '#test/builders/object-store.ts'
import { createWorld, type World } from '#test/world.ts'

let objects: Awaited<ReturnType<typeof openObjectStore>>
let world: World
beforeAll(async () => {
  objects = await openObjectStore()
  world = await createWorld({ config: { pictureStore: objectStoreAt(objects.stand.origin) } })
})
afterAll(async () => {
  await world.close()
  await objects.stand.sandbox.close()
})

const stateOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as PageState
const room = (file: string) => ({
  file,
  alt: 'A room',
  width: 1920,
  height: 1080,
  color: '#eeeeee',
  widths: [480, 960],
})

test('OPS-43: pages name the pictures where the CDN serves them, and let it in for images alone', async () => {
  const at = `${objects.stand.origin}/pictures`
  const { body, headers } = await world.shopper().get(`/product/${sku.sofaOat}`)
  expect(body).not.toContain('"/pictures/')
  expect(JSON.stringify(stateOf(body).page)).toContain(`"${at}/lounge-sofa.svg"`)
  expect(body).toContain(`<meta property="og:image" content="${at}/lounge-sofa.svg">`)
  expect(body).toContain(`"image":["${at}/lounge-sofa.svg"]`)
  const letsIn = String(headers['content-security-policy'])
    .split('; ')
    .filter((rule) => rule.split(' ').includes(objects.stand.origin))
  expect(letsIn).toEqual([`img-src 'self' data: ${objects.stand.origin}`])
})

test('OPS-43: words that look like the path of a picture stay as they are', () => {
  const words = JSON.stringify({
    path: '/pictures/a.svg',
    text: 'see "/pictures/a.svg" and /pictures/b',
    other: '/pictures/',
  })
  expect(JSON.parse(withPictureAddresses(words, 'https://cdn.example.com'))).toEqual({
    ...{ path: 'https://cdn.example.com/a.svg', text: 'see "/pictures/a.svg" and /pictures/b', other: '/pictures/' },
  })
})

test('OPS-43: a mail of before, and a page that is still open, find a picture at the storefront', async () => {
  await objects.store.write('lounge-sofa.svg', Buffer.from('<svg/>'))
  await objects.store.write('rug.1a.w240.jpg', Buffer.from('a rug'))
  const drawn = await world.shopper().get('/pictures/lounge-sofa.svg')
  expect([drawn.statusCode, drawn.body]).toEqual([200, '<svg/>'])
  const photograph = await world.shopper().get('/pictures/rug.1a.w240.jpg')
  expect([photograph.body, photograph.headers['content-type'], photograph.headers['content-length']]).toEqual([
    ...['a rug', 'image/jpeg', '5'],
  ])
  expect((await world.shopper().get('/pictures/none.1a.w240.jpg')).statusCode).toBe(404)
})

test('OPS-43: the rooms of the home page are those of the store, asked for once a minute; else it shows its departments', async () => {
  const scenesOf = async () => {
    const { page } = stateOf((await world.shopper().get('/')).body)
    return page.name === 'home' ? page.scenes.map(({ path }) => path) : []
  }
  expect(await scenesOf()).not.toContain(`${objects.store.servedAt}/attic.1a.w960.webp`)
  await objects.store.write('scenes.json', Buffer.from(JSON.stringify({ CB: [room('attic.1a.w960.webp')] })))
  world.clock.turn(61_000)
  await world.importLines([{ type: 'category', brand: 'CB', slug: 'new', name: 'New' }])
  await expect.poll(scenesOf).toEqual([`${objects.store.servedAt}/attic.1a.w960.webp`])
})

test('OPS-43: while the store is away a picture is asked for again soon, and pages are shown', async () => {
  await objects.stand.drill({ fault: 'refuseConnection', delayMs: 4_000 })
  const picture = await world.shopper().get('/pictures/vase.1a.w240.jpg')
  expect([picture.statusCode, picture.headers['cache-control']]).toEqual([503, 'no-store'])
  world.clock.turn(61_000)
  expect((await world.shopper().get('/')).statusCode).toBe(200)
})
