import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alarmKinds } from './alarm-kinds.ts'

const guide = readFileSync('docs/how-to/when-it-burns.md', 'utf8')
const sections = new Map(
  guide
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
)

test.each(Object.keys(alarmKinds))(
  'OPS-45: %s has a heading in the guide: what it means, where to look, what to do',
  (kind) => {
    const text = sections.get(kind)
    expect(text, `docs/how-to/when-it-burns.md needs a heading '## ${kind}'`).toBeDefined()
    for (const part of ['What it means.', 'Look.', 'Do.'])
      expect(text).toMatch(new RegExp(`^\\*\\*${part}\\*\\* \\S`, 'm'))
  },
)
