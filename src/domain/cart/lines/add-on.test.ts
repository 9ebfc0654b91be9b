import { expect, test } from 'vitest'
import { addOnPicture } from './add-on.ts'

const none = { imagePopup: '', imagePath: '', imageUrl: '' }

test.each([
  ['imagePopup alone', { ...none, imagePopup: '/a.avif' }, '/a.avif'],
  ['imagePath alone', { ...none, imagePath: '/b.avif' }, '/b.avif'],
  ['imageUrl alone', { ...none, imageUrl: '/c.avif' }, '/c.avif'],
  ['imagePopup before the others', { imagePopup: '/a.avif', imagePath: '/b.avif', imageUrl: '/c.avif' }, '/a.avif'],
  ['imagePath before imageUrl', { ...none, imagePath: '/b.avif', imageUrl: '/c.avif' }, '/b.avif'],
  ['none', none, ''],
])('ATC-28: the picture of an add-on: %s', (_name, pictures, shown) => {
  expect(addOnPicture(pictures)).toBe(shown)
})
