import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { heldAnswer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { whileAsking, whileLoading } from '#web/calls/loading.ts'
import { Loader } from '#web/shell/loader.tsx'

/** Work, or a question, that ends when it is told to. */
function held() {
  const { answer, release } = heldAnswer()
  const run = async () => answer({ method: '', path: '', query: '', body: null, headers: new Headers() })
  return { run, end: () => act(async () => release(null)) }
}

const isOn = () => screen.queryByText('Loading') !== null

test('PLAT-17: the loader is off while something is asked, on again for what still runs, and off in the end, whatever ended meanwhile', async () => {
  await renderParts(aFrame(), <Loader isApp={false} />)
  const [asked, other, within, question] = [held(), held(), held(), held()]
  const all: Promise<unknown>[] = []
  await act(async () => {
    all.push(
      whileLoading(other.run),
      whileLoading(() => whileAsking(question.run).then(asked.run)),
    )
  })
  expect(isOn()).toBe(false)
  await other.end()
  expect(isOn()).toBe(false)
  await act(async () => {
    all.push(whileLoading(within.run))
  })
  expect(isOn()).toBe(true)
  await within.end()
  expect(isOn()).toBe(false)
  await question.end()
  expect(isOn()).toBe(true)
  await asked.end()
  await Promise.all(all)
  expect(isOn()).toBe(false)
})
