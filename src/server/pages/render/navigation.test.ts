import { expect, test } from 'vitest'
import { createNavigation } from './navigation.ts'

function navigationOf(versions: { now: number }) {
  const clock = { now: 0 }
  const catalog = { version: async () => versions.now, categories: async () => [] }
  return { clock, navigation: createNavigation(catalog, () => clock.now) }
}

test('SAFE-01: the first visitor after an import into an empty shop finds it open', async () => {
  const versions = { now: 0 }
  const { clock, navigation } = navigationOf(versions)
  expect(await navigation.version()).toBe(0)
  versions.now = 1
  // asked once a second and no more often, however many come
  expect(await navigation.version()).toBe(0)
  clock.now = 1_001
  expect(await navigation.version()).toBe(1)
})

test('in a shop that has a catalogue nobody waits for the version', async () => {
  const versions = { now: 1 }
  const { clock, navigation } = navigationOf(versions)
  await navigation.version()
  versions.now = 2
  clock.now = 1_001
  expect(navigation.version()).toBe(1)
  await expect.poll(() => navigation.version()).toBe(2)
})
