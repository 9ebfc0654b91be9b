import { expect, test } from 'vitest'
import { firstStylesOf } from '../scripts/first-styles.ts'

const styles = [
  ':root{--a:1}',
  '.card-module_box_x1{color:red}',
  '.popup-module_box_y1{color:blue}',
  '.card-module_box_x1,.popup-module_veil_y2{top:0}',
  '.card-module_box_x1 .popup-module_box_y1{left:0}',
  '.card-module_box_x1:not(:has(.popup-module_box_y1)) p{right:0}',
  '@media (width>1px){.popup-module_box_y1{color:green}}',
  '@media (width>1px){.popup-module_box_y1{color:green}.card-module_box_x1{bottom:0}}',
  '@keyframes popup-module_in_y3{from{opacity:0}to{opacity:1}}',
].join('')

test('styles of a first page: its own modules in their order, what is of no module, and what holds where others are absent', () => {
  expect(firstStylesOf(styles, new Set(['card-module']))).toBe(
    [
      ':root{--a:1}',
      '.card-module_box_x1{color:red}',
      '.card-module_box_x1{top:0}',
      '.card-module_box_x1:not(:has(.popup-module_box_y1)) p{right:0}',
      '@media (width>1px){.card-module_box_x1{bottom:0}}',
      '@keyframes popup-module_in_y3{from{opacity:0}to{opacity:1}}',
    ].join(''),
  )
})

test('styles of a first page that has every module are all styles', () => {
  expect(firstStylesOf(styles, new Set(['card-module', 'popup-module']))).toBe(styles)
})
