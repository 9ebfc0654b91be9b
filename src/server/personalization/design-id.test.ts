import { expect, test } from 'vitest'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { createDesignId } from '#server/personalization/design-id.ts'

const lines = [{ elementName: 'Text1', text: 'Ann', textColor: 'Navy', font: 'Block' }]
const towel: NormalDesign = { version: 1, type: 700, template: 'Monogram', location: '', ground: 'oat', lines }

test('SAFE-56: the id of a text differs between installations, and is the same within one whatever the process', () => {
  const [one, other] = [createDesignId('a'.repeat(32)), createDesignId('b'.repeat(32))]
  expect(one(towel)).toMatch(/^[0-9a-f]{32}$/)
  expect(one(towel)).not.toBe(other(towel))
  expect(createDesignId('a'.repeat(32))({ ...towel })).toBe(one(towel))
  expect(one({ ...towel, ground: 'sage' })).not.toBe(one(towel))
})
