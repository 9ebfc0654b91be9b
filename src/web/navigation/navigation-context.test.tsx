import { act, render, screen } from '@testing-library/react'
import { type ReactNode, startTransition } from 'react'
import { expect, test } from 'vitest'
import { memoryHistory } from '#test/web/memory-history.ts'
import { createNavigation, type Navigation } from './navigation.ts'
import { useNavigationState } from './navigation-context.tsx'

function Shown({ navigation }: { readonly navigation: Navigation<string> }): ReactNode {
  const { page, isLoading } = useNavigationState(navigation)
  return (
    <p role="status">
      {page}
      {isLoading && ' (loading)'}
    </p>
  )
}

test('UX-05, PLAT-17: a page is shown when it is there, also while the call of an earlier choice is on its way', async () => {
  let answer = (_page: { page: string; reached: string }) => {}
  const load = () => new Promise<{ page: string; reached: string }>((resolve) => (answer = resolve))
  const navigation = createNavigation({ history: memoryHistory('/'), load, page: 'first' })
  await act(async () => render(<Shown navigation={navigation} />))
  let end = () => {}
  const call = new Promise<void>((resolve) => (end = resolve))
  await act(async () => startTransition(() => call))
  await act(async () => void navigation.navigate('/next'))
  expect(screen.getByRole('status').textContent).toBe('first (loading)')
  await act(async () => answer({ page: 'next', reached: '/next' }))
  expect(screen.getByRole('status').textContent).toBe('next')
  await act(async () => end())
})
