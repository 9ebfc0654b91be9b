import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sweepClosedPictures } from '#server/registry/registry-picture-store.ts'
import { newMember } from '#test/builders/member.ts'
import { newRegistryOf, type Registry } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { jobsOf } from '#test/order/jobs-of.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let registry: Registry
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  // all visitors of a test have one address
  await world.database.count(statement('test.forget', 'delete from throttle'))
  registry = await newRegistryOf(world, [])
})

const origin = 'http://cb.localhost:3000'
const own = { origin, 'sec-fetch-site': 'same-origin' }
const path = '/gift-registry/picture'

const tooLarge = 'This picture is too large. Please choose one of at most 10 MB, or send a screenshot of it.'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } })

async function send(bytes: Buffer, who: TestShopper = registry.owner, grId = registry.grId, name = 'photo.jpg') {
  await who.page('/gift-registry/find')
  const answer = await who.upload(path, { grId: `${grId}` }, { field: 'picture', bytes, name }, own)
  return [answer.statusCode, answer.headers.location]
}

async function shown(): Promise<{ path: string; width: number; height: number } | null> {
  const { page } = await world.shopper().page(registry.link)
  return page.name === 'giftRegistry' ? page.registry.picture : null
}

const edit = () => `/gift-registry/edit/${registry.grId}`
/** Where her tab puts back what she typed beside a file that was not read. */
const kept = () => `${edit()}?typed=before`
const fileOf = async (address: string) => world.shopper().get(address)

describe('CALM-66: the picture of a registry', () => {
  test('what is sent is drawn anew: upright, small, JPEG, without place and camera, and served as nothing else', async () => {
    const photo = await plain(3_000, 2_000)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect(photo.includes('Secret Camera')).toBe(true)
    expect(await send(photo)).toEqual([303, edit()])
    const picture = await shown()
    expect(picture).toEqual({
      path: expect.stringMatching(/^\/gift-registry\/picture\/[\da-f-]{36}\.jpg$/),
      ...{ width: 1_067, height: 1_600 },
    })
    const { statusCode, headers, rawPayload } = await fileOf(picture?.path ?? '')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, max-age=3600',
    })
    const { format, width, height, exif, orientation } = await sharp(rawPayload).metadata()
    expect([format, width, height, exif, orientation]).toEqual(['jpeg', 1_067, 1_600, undefined, undefined])
    expect((await registry.owner.page(edit())).page).toMatchObject({ picture })
  })

  test.each(['png', 'webp'] as const)('a %s is taken too', async (format) => {
    expect(await send(await plain(400, 400).toFormat(format).toBuffer())).toEqual([303, edit()])
    expect(await shown()).toMatchObject({ width: 400, height: 400 })
  })

  test.each([
    [8_192, 6_144],
    [9_280, 6_944],
  ])("a phone's photo of %d x %d is taken, also where it comes in passes", async (width, height) => {
    for (const progressive of [false, true]) {
      expect(await send(await plain(width, height).jpeg({ progressive }).toBuffer())).toEqual([303, edit()])
      expect((await registry.owner.page(edit())).frame.errors).toEqual({})
    }
    expect(await shown()).toMatchObject({ width: 1_600 })
  })

  test('noise, which no other way is small, fits as well', async () => {
    const [width, height] = [1_600, 1_600]
    const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    await send(await noise.png({ compressionLevel: 0 }).toBuffer())
    const { rawPayload } = await fileOf((await shown())?.path ?? '')
    expect(rawPayload.length).toBeLessThanOrEqual(1_000_000)
  })

  test('what is written behind a picture is not in ours', async () => {
    const photo = Buffer.concat([await plain(400, 400).png().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    await send(photo)
    const picture = await shown()
    const { rawPayload } = await fileOf(picture?.path ?? '')
    expect(rawPayload.includes('<script>')).toBe(false)
  })

  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script></svg>`
  const unreadable = 'We could not read this picture'
  test.each<readonly [string, () => Promise<Buffer>, string]>([
    ['a drawing with a script', async () => Buffer.from(svg), unreadable],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), unreadable],
    ['a GIF', async () => plain(400, 400).gif().toBuffer(), unreadable],
    ['a TIFF', async () => plain(400, 400).tiff().toBuffer(), unreadable],
    [
      'a drawing that begins as a JPEG',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
      unreadable,
    ],
    ['half a photo', async () => (await plain(2_000, 2_000).jpeg().toBuffer()).subarray(0, 9_000), unreadable],
    ['one of few pixels', async () => plain(299, 800).jpeg().toBuffer(), unreadable],
    [
      'a small file of very many pixels',
      async () => plain(12_000, 8_000).png().toBuffer(),
      'This picture has 96 megapixels, and we can open up to 65. Please make it smaller, or send a screenshot of it.',
    ],
    [
      'a small file that unfolds at once',
      async () => plain(4_000, 3_000).png({ progressive: true }).toBuffer(),
      'This PNG is too large for us to open. Please save it as a JPEG, or send a screenshot of it.',
    ],
  ])(
    '%s is refused at its field in words that are true of it, and the picture before it stays',
    async (_what, make, words) => {
      await send(await plain(400, 300).jpeg().toBuffer())
      const before = await shown()
      expect(await send(await make())).toEqual([303, edit()])
      const { frame } = await registry.owner.page(edit())
      expect(frame.errors.picture).toContain(words)
      expect(await shown()).toEqual(before)
    },
    30_000,
  )

  test('one that is too large is told so and not kept, in the body or far beyond it', async () => {
    const photo = await plain(400, 300).jpeg().toBuffer()
    for (const [size, to] of [
      [10_000_001, edit()],
      [10_020_000, kept()],
    ] as const) {
      const large = Buffer.concat([photo, Buffer.alloc(size - photo.length)])
      await registry.owner.page(edit())
      const from = { ...own, referer: `${origin}${edit()}` }
      const file = { field: 'picture', bytes: large }
      const answer = await registry.owner.upload(path, { grId: `${registry.grId}` }, file, from)
      expect([answer.statusCode, answer.headers.location]).toEqual([303, to])
      const { frame } = await registry.owner.page(edit())
      expect(frame.errors.picture).toBe(tooLarge)
    }
    expect(await shown()).toBeNull()
  })

  test.each([
    ['more text than fields take', { grId: '1', more: '4'.repeat(9_000_000) }],
    ['more parts than the form has', Object.fromEntries(Array.from({ length: 40_000 }, (_, nth) => [`f${nth}`, '4']))],
  ])('SAFE-30: a body with %s is told to be too large, and not judged', async (_what, fields) => {
    await registry.owner.page(edit())
    const from = { ...own, referer: `${origin}${edit()}` }
    const file = { field: 'picture', bytes: await plain(400, 300).jpeg().toBuffer() }
    const answer = await registry.owner.upload(path, fields, file, from)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, kept()])
    const { frame } = await registry.owner.page(edit())
    expect(frame.errors.picture).toBe(tooLarge)
    expect(await shown()).toBeNull()
  })

  test('more than four at once are not read: who is too many is told, and tries again', async () => {
    const bytes = await plain(400, 300).jpeg().toBuffer()
    await registry.owner.page(edit())
    const from = { ...own, referer: `${origin}${edit()}` }
    const upload = async () => {
      const fields = { grId: `${registry.grId}` }
      const { cookies, headers } = await registry.owner.upload(path, fields, { field: 'picture', bytes }, from)
      locations.push(String(headers.location))
      return cookies.map(({ value }) => Buffer.from(value.split('.')[0] ?? '', 'base64url').toString()).join('')
    }
    const locations: string[] = []
    // nobody can put a picture until all who are too many are told
    const isTold = Promise.withResolvers<void>()
    const isLocked = Promise.withResolvers<void>()
    const lock = statement('test.lock-pictures', 'lock table shop.registry_picture in exclusive mode')
    const locking = world.database.transaction(async (tx) => {
      await tx.count(lock)
      isLocked.resolve()
      await isTold.promise
    })
    await isLocked.promise
    let left = 2
    const uploads = Array.from({ length: 6 }, async () => {
      const told = await upload()
      if (told.includes('Many pictures are coming in')) left -= 1
      if (left === 0) isTold.resolve()
      return told
    })
    const told = await Promise.all(uploads)
    await locking
    expect(told.filter((text) => text.includes('Your picture is on'))).toHaveLength(4)
    expect(locations.sort()).toEqual([edit(), edit(), edit(), edit(), kept(), kept()])
    // all of them have left
    for (let nth = 0; nth < 5; nth += 1) expect(await upload()).toContain('Your picture is on')
  })

  test('nothing chosen is told; the 21st within an hour waits', async () => {
    expect(await send(Buffer.alloc(0))).toEqual([303, edit()])
    expect((await registry.owner.page(edit())).frame.errors.picture).toBe('Please choose a picture first.')
    const bad = Buffer.from('no picture')
    for (let nth = 0; nth < 20; nth += 1) await send(bad)
    await send(bad)
    expect((await registry.owner.page(edit())).frame.errors.picture).toMatch(/many times/)
  })

  test('CALL-91: nobody else puts one on it or takes it off; a guest, another site and a wrong token are not read', async () => {
    const photo = await plain(400, 300).jpeg().toBuffer()
    const { shopper: stranger } = await newMember(world)
    const list = '/gift-registry/registrant-list'
    expect(await send(photo, stranger)).toEqual([303, list])
    expect(await send(photo, world.shopper())).toEqual([
      303,
      '/account/login?returnUrl=%2Fgift-registry%2Fregistrant-list',
    ])
    const file = { field: 'picture', bytes: photo }
    const grId = `${registry.grId}`
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await registry.owner.upload(path, { grId }, file, elsewhere)).headers.location).toBe(list)
    expect((await world.shopper().upload(path, { grId }, file, own)).headers.location).toBe(list)
    const stale = { grId, __RequestVerificationToken: 'x'.repeat(64) }
    await registry.owner.upload(path, stale, file, own)
    expect(await shown()).toBeNull()
    await send(photo)
    await stranger.submit(`${path}/remove`, { grId })
    expect(await shown()).not.toBeNull()
  })

  /** What stands in the form as its page is opened. */
  async function formOf() {
    const { page } = await registry.owner.page(edit())
    if (page.name !== 'editRegistry') throw new Error(`the page is ${page.name}`)
    const { registryType, eventDate, firstName, lastName, partnerName, partnerEmail, greeting, giftMail } = page
    const own = { registryType, eventDate, firstName, lastName, partnerName, partnerEmail, greeting, giftMail }
    return { ...own, ...page.address, isPublic: String(page.isPublic) }
  }
  const notSaved = 'Your other changes are below, and not saved yet.'
  test.each<readonly [act: string, path: string, said: string, more: { readonly [name: string]: string }]>([
    ['saves a picture', path, 'Your picture is on your registry.', { picture: 'good' }],
    ['is refused one', path, '', { picture: 'bad' }],
    ['removes it', `${path}/remove`, 'The picture is removed.', {}],
    ['closes her registry', '/gift-registry/close', 'Your registry is closed.', { isClosed: 'true' }],
  ])('who %s finds what she typed beside it, not saved; where she typed nothing, nothing is said', async (...row) => {
    const [, to, said, more] = row
    const photo = await plain(400, 300).jpeg().toBuffer()
    await send(photo)
    const { owner, grId } = registry
    const form = await formOf()
    const typed = { ...form, lastName: '<b>', partnerName: '', greeting: 'Hello\r\nyou', isPublic: 'false' }
    const isTyped = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))
    const act = async (fields: { readonly [name: string]: string }) => {
      await owner.page(edit())
      const sent = { grId: `${grId}`, ...fields, ...more }
      const bytes = more.picture === 'good' ? photo : Buffer.from('no picture')
      const answer =
        more.picture === undefined
          ? await owner.submit(to, sent)
          : await owner.upload(to, { ...fields, grId: `${grId}` }, { field: 'picture', bytes }, own)
      const location = String(answer.headers.location)
      const { frame, page } = await owner.page(location)
      return { location, frame, page }
    }
    const { location, frame, page } = await act(typed)
    expect([location, frame.typed]).toEqual([edit(), isTyped])
    expect(page).toMatchObject({ lastName: 'Bell', greeting: '', isPublic: true })
    expect(frame.notice).toContain(said)
    if (said !== '') expect(frame.notice).toContain(notSaved)
    if (more.picture === undefined) await owner.submit('/gift-registry/close', { grId: `${grId}`, isClosed: 'false' })
    await send(photo)
    const { frame: plainly } = await act(form)
    expect([plainly.typed, plainly.notice]).toEqual([{}, expect.not.stringContaining(notSaved)])
  })

  test.each<readonly [act: string, path: string, said: string, picture: 'good' | 'bad' | 'none']>([
    ['saves a picture', path, 'Your picture is on your registry.', 'good'],
    ['is refused one', path, '', 'bad'],
    ['removes it', `${path}/remove`, 'The picture is removed.', 'none'],
    ['closes her registry', '/gift-registry/close', 'Your registry is closed.', 'none'],
    ['saves what is refused', '/gift-registry/edit', '', 'none'],
  ])('who %s beside more than can be sent along is not told that it is below, but to check it', async (...row) => {
    const [, to, said, picture] = row
    const { owner, grId } = registry
    const good = await plain(400, 300).jpeg().toBuffer()
    await send(good)
    await owner.page(edit())
    const fields = { grId: `${grId}`, ...(await formOf()), lastName: '', greeting: '💐'.repeat(500), isClosed: 'true' }
    const bytes = picture === 'good' ? good : Buffer.from('no picture')
    const { headers } =
      picture === 'none'
        ? await owner.submit(to, fields)
        : await owner.upload(to, fields, { field: 'picture', bytes }, own)
    expect(headers.location).toBe(`${edit()}?typed=before`)
    const { frame } = await owner.page(String(headers.location))
    expect([frame.typed, frame.notice]).toEqual([{}, expect.stringContaining(said)])
    expect(frame.notice).not.toContain(notSaved)
    if (said !== '') expect(frame.notice).toContain('Your other changes are not saved yet. Please check them below.')
  })

  test('another one has another address; a removed one, and that of a closed registry, is gone', async () => {
    const photo = await plain(400, 300).jpeg().toBuffer()
    await send(photo)
    const first = (await shown())?.path ?? ''
    await send(photo)
    const second = (await shown())?.path ?? ''
    expect(second).not.toBe(first)
    const statusOf = async (address: string) => (await fileOf(address)).statusCode
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    const grId = `${registry.grId}`
    await registry.owner.submit('/gift-registry/close', { grId, isClosed: 'true' })
    expect([await statusOf(second), await shown()]).toEqual([404, null])
    await registry.owner.submit('/gift-registry/close', { grId, isClosed: 'false' })
    expect(await statusOf(second)).toBe(200)
    await registry.owner.page(edit())
    const removed = await registry.owner.submit(`${path}/remove`, { grId })
    expect([removed.headers.location, await statusOf(second), await shown()]).toEqual([edit(), 404, null])
  })

  test('that of a registry which was closed 30 days ago is forgotten for good; of one closed since it waits', async () => {
    const photo = await plain(400, 300).jpeg().toBuffer()
    const { expire } = jobsOf(world).jobs
    const closed = statement(
      'test.closed-days-ago',
      'update registry set closed_at = now() - make_interval(days => $2) where gr_id = $1',
    )
    const pictures = statement('test.pictures', 'select from registry_picture where gr_id = $1')
    const grId = registry.grId
    const left: number[] = []
    await send(photo)
    for (const days of [29, 31]) {
      await world.database.count(closed, [grId, days])
      await expire?.(null)
      left.push((await world.database.rows(pictures, [grId])).length)
    }
    expect(left).toEqual([1, 0])
    await registry.owner.submit('/gift-registry/close', { grId: `${grId}`, isClosed: 'false' })
    expect(await shown()).toBeNull()
    expect((await registry.owner.page(edit())).page).toMatchObject({ isClosed: false, picture: null })
  })

  test('one sent from an old tab to a registry that is closed meanwhile is refused in words, and not kept', async () => {
    const grId = `${registry.grId}`
    await registry.owner.submit('/gift-registry/close', { grId, isClosed: 'true' })
    expect(await send(await plain(400, 300).jpeg().toBuffer())).toEqual([303, edit()])
    const { frame } = await registry.owner.page(edit())
    const said = 'This registry is closed, so nothing can be added to it or bought from it.'
    expect([frame.notice, frame.errors]).toEqual([said, {}])
    await registry.owner.submit('/gift-registry/close', { grId, isClosed: 'false' })
    expect(await shown()).toBeNull()
  })

  test('one that is opened again while pictures are swept keeps its picture', async () => {
    await send(await plain(400, 300).jpeg().toBuffer())
    const { grId } = registry
    const closed = statement(
      'test.closed-long-ago',
      `update registry set closed_at = now() - interval '40 days' where gr_id = $1`,
    )
    await world.database.count(closed, [grId])
    const { promise: isSwept, resolve: sweptNow } = Promise.withResolvers<void>()
    const opening = Promise.withResolvers<void>()
    const opened = world.database.transaction(async (tx) => {
      await tx.count(statement('test.open-again', 'update registry set closed_at = null where gr_id = $1'), [grId])
      opening.resolve()
      await isSwept
    })
    await opening.promise
    // it sees the registry as closed, and its row is locked by who opens it
    const count = await sweepClosedPictures(world.database, 100).finally(sweptNow)
    await opened
    expect(count).toBe(0)
    expect(await shown()).not.toBeNull()
  })

  test.each([
    'x.jpg',
    `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.jpg`,
    `${'0'.repeat(8)}.svg`,
    '..%2f..%2fetc',
  ])('no picture has the name %s', async (name) => {
    expect((await fileOf(`${path}/${name}`)).statusCode).toBe(404)
  })
})
