import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { afterPress } from '#web/ui/after-press.ts'

const turn = () => new Promise((resolve) => setTimeout(resolve))

test('UX-14: what moves the page waits for the press that goes on, and for its click', async () => {
  const done: string[] = []
  fireEvent.pointerDown(document.body)
  afterPress(() => done.push('moved'))
  expect(done).toEqual([])
  fireEvent.pointerUp(document.body)
  done.push('clicked')
  await turn()
  expect(done).toEqual(['clicked', 'moved'])
})

test('UX-14: without a press it is done at once', () => {
  const done: string[] = []
  afterPress(() => done.push('moved'))
  expect(done).toEqual(['moved'])
})
