import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '#test/builders/member.ts'
import { type NativeForm, nativeForms } from '#test/builders/native-forms.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'
import { isTest, sourceFiles } from '../source-tree.ts'

let world: World
let member: TestShopper
beforeAll(async () => {
  world = await createWorld()
  member = (await newMember(world)).shopper
})
afterAll(() => world.close())

const origin = 'http://cb.localhost:3000'

async function visitor({ isMember = false }: NativeForm): Promise<TestShopper> {
  const shopper = isMember ? member : world.shopper()
  await shopper.get('/session')
  return shopper
}

type Fields = { readonly [name: string]: string }
const stale = { __RequestVerificationToken: 'x'.repeat(64) }
const own = (headers: Fields = {}) => ({ accept: 'text/html', origin, ...headers })

describe('SAFE-33: every native form comes back with its message and all that was typed save passwords', () => {
  test.each(nativeForms)('SAFE-33: $action from $from', async (form) => {
    const { action, from, back, hidden = {}, typed = {}, comesBack = typed, secrets = {} } = form
    const sent = { ...hidden, ...typed, ...secrets }
    for (const [wrong, said] of [
      [stale, /open for a long time/],
      [{ note: 'a\u0000b' }, /cannot be read/],
      [{ note: '4012888888881881' }, /card numbers are not accepted/i],
    ] as const) {
      const shopper = await visitor(form)
      const referer = `${origin}${from}`
      const answer = await shopper.submit(action, { ...sent, ...wrong }, own({ referer }))
      expect([answer.statusCode, answer.headers.location]).toEqual([303, from])
      const { frame } = await shopper.page('/checkout/cart')
      expect([frame.notice, frame.noticeField, frame.typed]).toEqual([expect.stringMatching(said), '', comesBack])
      const unsaid = await shopper.submit(action, { ...sent, ...wrong }, own())
      expect([unsaid.statusCode, unsaid.headers.location]).toEqual([303, back])
      await shopper.page('/checkout/cart')
    }
  })

  const ofAccounts = nativeForms.filter(({ action }) =>
    /^\/(account\/(addresses|cards|profile)|gift-registry\/(create|edit|close|update|picture\/remove))/.test(action),
  )
  test.each(ofAccounts)('CALM-64: $action of who is signed in no more asks to sign in, and says so', async (form) => {
    const { action, from, hidden = {}, typed = {} } = form
    const guest = world.shopper()
    await guest.get('/session')
    for (const sender of [world.shopper(), guest]) {
      const answer = await sender.submit(action, { ...hidden, ...typed }, own({ referer: `${origin}${from}` }))
      expect(answer.headers.location).toMatch(/^\/account\/login(\?returnUrl=|$)/)
      const { page, frame } = await sender.page(String(answer.headers.location))
      const said = 'You are no longer signed in, so nothing was changed. Please sign in, then try again.'
      expect([page.name, frame.notice]).toEqual(['login', said])
    }
  })

  test('SAFE-33: what is left to say outlives a page that leads elsewhere', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    await shopper.submit('/account/cancel-order', stale, own())
    // a guest has no account page
    const { frame, page } = await shopper.page('/account')
    expect([page.name, frame.notice]).toEqual(['login', expect.stringMatching(/open for a long time/)])
  })
})

/** The tag of every form in the source of a page, to its end. */
function formTags(text: string): string[] {
  return [...text.matchAll(/<form\b/g)].map(({ index }) => {
    let depth = 0
    for (let at = index; at < text.length; at += 1) {
      if (text[at] === '{') depth += 1
      if (text[at] === '}') depth -= 1
      if (text[at] === '>' && depth === 0) return text.slice(index, at + 1)
    }
    throw new Error('a form without an end')
  })
}

describe('SAFE-33: the list of forms', () => {
  const tags = sourceFiles('src')
    .filter(({ path }) => !isTest(path) && !path.startsWith('src/sandbox/'))
    .flatMap(({ path, text }) => formTags(text).map((tag) => ({ path, tag })))
  /** Where buttons lead that send a form elsewhere. */
  const byButton = sourceFiles('src')
    .filter(({ path }) => !isTest(path))
    .flatMap(({ text }) => [...text.matchAll(/\bformAction=\{([^}]*)\}/g)].map(([, address = '']) => address))
  const written = (tag: string, name: string) => {
    const [, text, code] = new RegExp(`\\b${name}=(?:"([^"]*)"|\\{([^}]*)\\})`).exec(tag) ?? []
    // a page that is plain HTML has its address in a template
    return (text ?? code ?? '').replace(/^\$\{(\w+)\}$/, '$1')
  }

  test('names every form of the pages that is sent, and no other', () => {
    expect(tags.length).toBeGreaterThan(30)
    const sent = tags.filter(({ tag }) => written(tag, 'method') === 'post').map(({ tag }) => written(tag, 'action'))
    const listed = nativeForms.map(({ action, written: words = action }) => words)
    expect([...new Set([...sent, ...byButton])].sort()).toEqual([...new Set(listed)].sort())
  })

  test('nothing typed into another form gets into an address, but for what is looked for', () => {
    const others = tags.filter(({ tag }) => !['post', 'dialog'].includes(written(tag, 'method')))
    expect(others.map(({ path }) => path).sort()).toEqual([
      'src/web/catalog/search/search-field.tsx',
      'src/web/catalog/shelf/filters.tsx',
      'src/web/order/cancel/cancel-order.tsx',
      'src/web/registry/find-registry-page.tsx',
    ])
  })

  test('each in which something is typed is tried in a browser without scripts', () => {
    const tried = readFileSync('test/e2e/refused-forms.e2e.ts', 'utf8')
    const typing = nativeForms.filter(({ typed, secrets }) => typed !== undefined || secrets !== undefined)
    expect(typing.map(({ action }) => action).filter((action) => !tried.includes(`form: '${action}'`))).toEqual([])
  })
})
