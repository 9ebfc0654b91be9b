import { askProcesses } from '#test/suites/calls-shop.ts'

askProcesses(4)
await import('#test/suites/calls.test.ts')
