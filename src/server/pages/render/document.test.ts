import { expect, test } from 'vitest'
import { plainBuild } from '#test/builders/plain-build.ts'
import { aState } from '#test/web/pages.ts'
import { htmlDocument } from './document.ts'
import { testStoreBar } from './test-store-bar.ts'
import type { WebBuild } from './web-build.ts'

const state = aState({ name: 'error', status: 404, title: 'Page not found', message: '' }, '/nowhere')
const own = '.card-module_box_x1{color:red}'
const file = '<link rel="stylesheet" href="/assets/style-1.css">'

const drawn = (html: string, styles: string, isFirst = true): string => {
  const build: WebBuild = { ...plainBuild, render: () => html, firstStyles: { error: styles } }
  return htmlDocument(state, { build, bar: testStoreBar(false), isFirst, isPayment: false })
}

test('UX-24: a first page stands in its own styles, and names the file of all for later', () => {
  const page = drawn('<p class="card-module_box_x1">', own)
  expect(page).toContain(`<style>${own}</style>`)
  expect(page).toContain('data-styles="/assets/style-1.css"')
  expect(page).not.toContain(file)
})

test.each([
  ['names a class that its own styles lack', '<p class="popup-module_box_y1">', own, true],
  ['has styles that would end their element', '<p class="card-module_box_x1">', `${own}</style>`, true],
  ['is no first page', '<p class="card-module_box_x1">', own, false],
])('UX-24: a page that %s links the file of all styles', (_what, html, styles, isFirst) => {
  const page = drawn(html, styles, isFirst)
  expect(page).toContain(file)
  expect(page).toContain('data-styles=""')
  expect(page).not.toContain('<style>')
})
