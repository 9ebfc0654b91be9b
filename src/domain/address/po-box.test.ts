import { describe, expect, test } from 'vitest'
import { isPostOfficeBox } from './po-box.ts'

describe('SHIP-01: a post office box is recognised, a street is not', () => {
  test.each(['PO Box 12', 'P.O. Box 12', 'p o box 7', 'P.O.B. 3', 'Post Office Box 9', 'Case postale 4', 'C.P. 400'])(
    '%s is one',
    (line) => expect(isPostOfficeBox(line)).toBe(true),
  )
  test.each(['233 S Wacker Dr', '12 Boxwood Lane', '7 Polo Box Road', '1 Pobox Ave', 'CP Rail Street', 'Apt 4'])(
    '%s is none',
    (line) => expect(isPostOfficeBox(line)).toBe(false),
  )
})
