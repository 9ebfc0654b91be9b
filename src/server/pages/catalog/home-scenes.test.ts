import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPictureFolder } from '#server/providers/picture-store/folder.ts'
import { homeScenes } from './home-scenes.ts'

let folder: string
let folders: readonly string[]
const scenesOf = async (brand: 'CB' | 'CB2') => homeScenes(folders.map(createPictureFolder), brand)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-scenes-'))
  folders = ['own', 'demo'].map((name) => join(folder, name))
  for (const each of folders) mkdirSync(each)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function room(file: string) {
  return { file, alt: 'A room', width: 1920, height: 1080, color: '#eeeeee', widths: [480, 960, 1440, 1920] }
}
function write(place: 'own' | 'demo', scenes: object): void {
  writeFileSync(join(folder, place, 'scenes.json'), JSON.stringify(scenes))
}

test("the retailer's rooms go before the demo's, for the brand that has some", async () => {
  write('own', { CB: [room('attic.1a.w960.webp')] })
  write('demo', { CB: [room('hall.1a.w960.webp')], CB2: [room('loft.1a.w960.webp'), room('bar.1a.w960.webp')] })
  expect((await scenesOf('CB')).map(({ path }) => path)).toEqual(['/pictures/attic.1a.w960.webp'])
  expect((await scenesOf('CB2')).map(({ path, widths }) => [path, widths])).toEqual([
    ['/pictures/loft.1a.w960.webp', [480, 960, 1440, 1920]],
    ['/pictures/bar.1a.w960.webp', [480, 960, 1440, 1920]],
  ])
})

test('the drawn rooms stand where there are no photographs', async () => {
  write('demo', { CB: [], CB2: [] })
  expect(await scenesOf('CB')).toEqual([])
  writeFileSync(join(folder, 'demo', 'scene-cb-living-1.svg'), '<svg/>')
  expect(await scenesOf('CB')).toMatchObject([{ path: '/pictures/scene-cb-living-1.svg', width: 1920 }])
})
