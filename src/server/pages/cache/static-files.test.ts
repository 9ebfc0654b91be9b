import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { createPictureFolder } from '#server/providers/picture-store/folder.ts'
import { assetRoutes, pictureRoutes } from './static-files.ts'

const script = `console.info('${'the same words again '.repeat(200)}')`
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h1v1z"/>'.repeat(200)}</svg>`

function withAssets(copiesDir: string) {
  const app = Fastify()
  assetRoutes(app, [{ path: '/assets/entry-1.js', body: Buffer.from(script) }], copiesDir)
  return app
}

describe('the files of the bundle', () => {
  test('OPS-44: they come compressed once their copies are made, and the next start finds the copies', async () => {
    const copies = join(mkdtempSync(join(tmpdir(), 'cartwright-copies-')), 'copies')
    const first = withAssets(copies)
    const ask = (accepted: string, app = first) =>
      app.inject({ url: '/assets/entry-1.js', headers: { 'accept-encoding': accepted } })
    await expect.poll(async () => (await ask('gzip, br')).headers['content-encoding'], { timeout: 10_000 }).toBe('br')
    expect(brotliDecompressSync((await ask('gzip, br')).rawPayload).toString()).toBe(script)
    expect(gunzipSync((await ask('gzip')).rawPayload).toString()).toBe(script)
    const plain = await ask('identity')
    expect([plain.body, plain.headers['cache-control']]).toEqual([script, 'public, max-age=31536000, immutable'])
    expect((await ask('br', withAssets(copies))).headers['content-encoding']).toBe('br')
  })
})

describe('pictures', () => {
  const [own, demo] = [mkdtempSync(join(tmpdir(), 'cartwright-own-')), mkdtempSync(join(tmpdir(), 'cartwright-demo-'))]
  writeFileSync(join(demo, 'sofa.svg'), svg)
  writeFileSync(join(demo, 'lamp.svg'), svg)
  writeFileSync(join(own, 'lamp.svg'), '<svg/>')
  for (const file of ['w720.webp', 'w960.avif', 'w240.jpg']) writeFileSync(join(demo, `rug.1a2b.${file}`), 'not really')
  mkdirSync(join(demo, 'folder.svg'))
  const app = Fastify({ routerOptions: { maxParamLength: 200 } })
  pictureRoutes(app, [own, demo].map(createPictureFolder))
  const ask = (file: string, headers: Record<string, string> = {}) => app.inject({ url: `/pictures/${file}`, headers })

  test('OPS-44: a drawing travels compressed, for ever, and may run nothing when it is opened by itself', async () => {
    const answer = await ask('sofa.svg', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(svg)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  test("a shop's own picture goes before the demo's", async () => {
    expect((await ask('lamp.svg')).body).toBe('<svg/>')
  })

  test.each([
    ['rug.1a2b.w720.webp', 'image/webp'],
    ['rug.1a2b.w960.avif', 'image/avif'],
    ['rug.1a2b.w240.jpg', 'image/jpeg'],
  ])('OPS-44: a photograph comes as it is, for ever: %s', async (file, type) => {
    const answer = await ask(file)
    expect([answer.body, answer.headers['content-type']]).toEqual(['not really', type])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test.each(['sofa.svg', 'rug.1a2b.w240.jpg'])(
    'CALM-40: a mail shows it from wherever its reader runs: %s',
    async (file) => {
      expect((await ask(file)).headers['cross-origin-resource-policy']).toBe('cross-origin')
    },
  )

  test.each(['none.svg', '..%2frug.webp', '%2e%2e', '.hidden.svg', 'SOFA.svg', 'sofa.exe', `${'a'.repeat(170)}.svg`])(
    '%s is not there',
    async (file) => {
      expect((await ask(file)).statusCode).toBe(404)
    },
  )
})
