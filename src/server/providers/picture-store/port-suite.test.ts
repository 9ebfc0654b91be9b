import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { objectStoreAt, objectStoreKeys, openObjectStore } from '#test/builders/object-store.ts'
import { createPictureFolder } from './folder.ts'
import { createObjectStore } from './object-store.ts'
import { type PictureStore, PictureStoreAway, PictureStoreRefused } from './port.ts'

let objects: Awaited<ReturnType<typeof openObjectStore>>
const folder = mkdtempSync(join(tmpdir(), 'cartwright-picture-folder-'))
beforeAll(async () => {
  objects = await openObjectStore()
})
afterAll(async () => {
  await objects.stand.sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const stores: readonly (readonly [string, () => PictureStore])[] = [
  ['a folder', () => createPictureFolder(folder)],
  ['an object store', () => objects.store],
]

describe.each(stores)('OPS-43: %s as a store of pictures', (_name, open) => {
  test('gives back what was written, as a stream and whole', async () => {
    const store = open()
    await store.write('sofa.1a.w240.jpg', Buffer.from('a sofa'))
    expect((await store.read('sofa.1a.w240.jpg'))?.toString()).toBe('a sofa')
    const found = await store.open('sofa.1a.w240.jpg')
    expect(found?.bytes).toBe(6)
    expect(found && (await buffer(found.body)).toString()).toBe('a sofa')
  })

  test('knows which files are there, and has none that was never written', async () => {
    const store = open()
    await store.write('lamp.2b.w240.avif', Buffer.from('1'))
    await store.write('.made/lamp.2b.json', Buffer.from('{}'))
    expect([...(await store.present(['lamp.2b.w240.avif', 'lamp.2b.w480.avif', 'rug.w1.avif']))]).toEqual([
      'lamp.2b.w240.avif',
    ])
    expect((await store.read('.made/lamp.2b.json'))?.toString()).toBe('{}')
    expect([await store.open('none.svg'), await store.read('none.svg')]).toEqual([null, null])
    expect((await store.present([])).size).toBe(0)
  })
})

describe('OPS-43: an object store', () => {
  const s3 = new AwsClient({ ...objectStoreKeys, service: 's3', region: 'us-east-1', retries: 0 })
  const addressOf = (key: string) => `${objects.stand.origin}/s3/cartwright/${key}`
  const signed = (body: string) => ({ 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') })

  test('a CDN serves a file by its key, to be kept for ever', async () => {
    await objects.store.write('vase.3c.w720.webp', Buffer.from('a vase'))
    const answer = await fetch(`${objects.store.servedAt}/vase.3c.w720.webp`)
    expect(objects.store.servedAt).toBe(`${objects.stand.origin}/pictures`)
    expect([await answer.text(), answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      ...['a vase', 'image/webp', 'public, max-age=31536000, immutable'],
    ])
  })

  test('the stand-in answers HEAD, and lists page by page', async () => {
    await objects.store.write('head.4d.svg', Buffer.from('<svg/>'))
    const head = await s3.fetch(addressOf('pictures/head.4d.svg'), { method: 'HEAD', headers: signed('') })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '6'])
    const names = Array.from({ length: 103 }, (_, at) => `many.${String(at).padStart(4, '0')}.svg`)
    for (const name of names) await objects.store.write(name, Buffer.from('x'))
    expect((await objects.store.present(names)).size).toBe(103)
  })

  test('the stand-in turns away whoever signs with other keys, not at all, or not the body that comes', async () => {
    const put = (headers: Record<string, string>, client = s3) =>
      client.fetch(addressOf('pictures/torn.svg'), { method: 'PUT', body: '<svg/>', headers })
    const other = new AwsClient({ ...objectStoreKeys, secretAccessKey: 'another', service: 's3', region: 'us-east-1' })
    expect((await fetch(addressOf('pictures/head.4d.svg'))).status).toBe(403)
    expect((await put(signed('<svg/>'), other)).status).toBe(403)
    expect((await put(signed('<svg'))).status).toBe(400)
    // what the library signs unless it is told
    expect((await put({})).status).toBe(400)
    expect(await objects.store.read('torn.svg')).toBeNull()
    expect((await put(signed('<svg/>'))).status).toBe(200)
  })

  test('is refused with wrong keys, and where there is no such bucket', async () => {
    const config = objectStoreAt(objects.stand.origin)
    const limits = { answerMs: 2_000, retries: 0 }
    const other = createObjectStore({ ...config, secretAccessKey: 'another' }, limits)
    await expect(other.write('a.svg', Buffer.from('x'))).rejects.toThrow(
      new PictureStoreRefused('403 SignatureDoesNotMatch'),
    )
    const none = createObjectStore({ ...config, bucket: 'elsewhere' }, limits)
    await expect(none.read('a.svg')).rejects.toThrow(new PictureStoreRefused('404 NoSuchBucket'))
  })

  describe('that answers late, badly or never', () => {
    const closers: (() => void)[] = []
    afterEach(() => {
      for (const close of closers.splice(0)) close()
    })
    async function answering(answer: Parameters<typeof createServer>[1] & object) {
      const server = createServer(answer)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closers.push(() => server.close().closeAllConnections())
      const { port } = server.address() as AddressInfo
      return createObjectStore(objectStoreAt(`http://127.0.0.1:${port}`), { answerMs: 300, retries: 0 })
    }

    test.each([503, 500, 429])('is away with %i', async (status) => {
      const store = await answering((_request, response) => response.writeHead(status).end())
      await expect(store.read('a.svg')).rejects.toThrow(PictureStoreAway)
    })

    test('is away when it says nothing, hangs up in the middle, or is not there', async () => {
      const silent = await answering(() => undefined)
      await expect(silent.write('a.svg', Buffer.from('x'))).rejects.toThrow(new PictureStoreAway('no answer in time'))
      const cut = await answering((_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half')
        setTimeout(() => response.destroy(), 20)
      })
      await expect(cut.read('a.svg')).rejects.toThrow(PictureStoreAway)
      const gone = createObjectStore(objectStoreAt('http://127.0.0.1:9'), { answerMs: 300, retries: 0 })
      await expect(gone.present(['a.svg'])).rejects.toThrow(PictureStoreAway)
    })

    test('is refused when it sends us elsewhere: nothing signed goes there', async () => {
      const store = await answering((_request, response) =>
        response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      )
      await expect(store.write('a.svg', Buffer.from('x'))).rejects.toThrow(PictureStoreRefused)
    })
  })
})
