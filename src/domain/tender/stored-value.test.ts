import { expect, test } from 'vitest'
import { giftCardNumber, giftCardPin, lockAfter, tenderCode } from './stored-value.ts'

test.each([
  ['6006491234561234', '6006491234561234'],
  ['6006 4912 3456 1234', '6006491234561234'],
  ['6006-4912-3456-1234', '6006491234561234'],
  ['600649123456123', null],
  ['60064912345612345', null],
  ['600649123456123x', null],
  ['', null],
])('OPEN-73: the number "%s" is read as %s', (typed, number) => {
  expect(giftCardNumber(typed)).toBe(number)
})

test.each([
  ['1234', '1234'],
  ['1234 5678', '12345678'],
  ['123', null],
  ['123456789', null],
  ['12a4', null],
])('OPEN-73: the pin "%s" is read as %s', (typed, read) => {
  expect(giftCardPin(typed)).toBe(read)
})

test.each([
  ['tc-50 welcome', 'TC50WELCOME'],
  ['ABC12', null],
  ['ÄBC1234', null],
])('TENDER-06: the code "%s" is read as %s', (typed, read) => {
  expect(tenderCode(typed)).toBe(read)
})

test.each([
  [1, 0],
  [4, 0],
  [5, 15],
  [6, 0],
  [10, 60],
  [15, 1440],
  [20, 1440],
  [16, 0],
])('OPEN-73: after %i wrong pins a number is locked for %i minutes', (wrongPins, minutes) => {
  expect(lockAfter(wrongPins)).toBe(minutes)
})
