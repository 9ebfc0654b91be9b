import { expect, test, vi } from 'vitest'
import { openBrowserHistory } from './history.ts'

test('a browser that takes no more entries goes to the address by a page load', () => {
  const push = vi.spyOn(window.history, 'pushState').mockImplementation(() => {
    throw new DOMException('more than 100 times in 30 seconds', 'SecurityError')
  })
  // a fragment is how far this test's browser can be led
  openBrowserHistory().push('#there')
  expect(push).toHaveBeenCalledOnce()
  expect(window.location.hash).toBe('#there')
})
