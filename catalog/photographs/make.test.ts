import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAlbum } from '#catalog/photographs/album.ts'
import { filesOf, makePhotographs } from '#catalog/photographs/make.ts'
import type { Wish } from '#catalog/photographs/wishes.ts'

let folder: string
let places: { renders: string; files: string; album: string }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-photographs-'))
  places = { renders: join(folder, 'renders'), files: join(folder, 'files'), album: join(folder, 'album.json') }
  mkdirSync(places.renders)
  await render('#cbcbcb')
  const mask = { create: { width: 480, height: 600, channels: 3 as const, background: '#ffffff' } }
  await sharp(mask).extractChannel(0).toFile(join(places.renders, 'pouf-studio.mask-wool.png'))
  const parts = { wool: { neutral: [0.6, 0.6, 0.6], option: 'color' } }
  writeFileSync(join(places.renders, 'pouf-studio.json'), JSON.stringify({ parts }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function render(background: string): Promise<void> {
  await sharp({ create: { width: 480, height: 600, channels: 3, background } }).toFile(
    join(places.renders, 'pouf-studio.png'),
  )
}

const wish = (tone: string, color: string): Wish => ({
  ...{ name: `pouf-${tone}`, kind: 'studio', master: 'pouf-studio', color },
})
const wanted = [wish('rust', '#9a4a2c'), wish('navy', '#28344d')]

async function middleOf(name: string): Promise<number[]> {
  const file = readAlbum(places.album)[name]?.file ?? ''
  const { data, info } = await sharp(join(places.files, file)).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}

test('one render becomes a photograph in each colour, with all its files', async () => {
  expect(await makePhotographs(places, wanted)).toEqual({ all: 2, made: 2, swept: 0 })
  const [red = 0, , blue = 0] = await middleOf('pouf-rust')
  expect(Math.abs(red - 0x9a)).toBeLessThan(4)
  expect(Math.abs(blue - 0x2c)).toBeLessThan(4)
  expect((await middleOf('pouf-navy'))[0]).toBeLessThan(0x38)
  const files = Object.values(readAlbum(places.album)).flatMap(filesOf)
  expect(readdirSync(places.files).sort()).toEqual([...files, 'scenes.json'].sort())
})

test('a room is cut upright round a piece in it', async () => {
  const thirds = ['#a00000', '#00a000', '#0000a0'].map((background, index) => ({
    ...{ input: { create: { width: 640, height: 1080, channels: 3 as const, background } }, left: 640 * index, top: 0 },
  }))
  await sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#ffffff' } })
    .composite(thirds)
    .toFile(join(places.renders, 'scene-cb-1.png'))
  const cut: Wish = { name: 'pouf-room', kind: 'setting', master: 'scene-cb-1', color: '#000000', at: 0.5 }
  await makePhotographs(places, [cut])
  expect(readAlbum(places.album)['pouf-room']).toMatchObject({ width: 864, height: 1080 })
  const [red = 0, green = 0, blue = 0] = await middleOf('pouf-room')
  expect(green).toBeGreaterThan(150)
  expect(Math.max(red, blue)).toBeLessThan(20)
})

test('what has not changed is not made again, also when its render is gone', async () => {
  await makePhotographs(places, wanted)
  expect((await makePhotographs(places, wanted)).made).toBe(0)
  rmSync(join(places.renders, 'pouf-studio.png'))
  expect(await makePhotographs(places, wanted)).toEqual({ all: 2, made: 0, swept: 0 })
})

test('another render or colour takes another name, and the old files go', async () => {
  await makePhotographs(places, wanted)
  const before = readAlbum(places.album)
  await render('#bbbbbb')
  expect(await makePhotographs(places, wanted)).toEqual({ all: 2, made: 2, swept: 10 })
  expect(readAlbum(places.album)['pouf-rust']?.file).not.toBe(before['pouf-rust']?.file)
  expect(await makePhotographs(places, [wish('rust', '#9a4a2d')])).toEqual({ all: 1, made: 1, swept: 10 })
})
