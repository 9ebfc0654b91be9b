import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import '#test/web/dialog.ts'

// the library does this by itself only where afterEach is a global
afterEach(cleanup)

// jsdom draws nothing, so it has nowhere to scroll to
Element.prototype.scrollIntoView = () => {}
