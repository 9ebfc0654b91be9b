import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SlowestFiles } from './test/slowest-files.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
// our commands and stores that tests start, and the tests' own processes, compile each module once
process.env.NODE_COMPILE_CACHE ??= here('node_modules/.cache/compiled')

const setupFiles = ['test/setup.ts']
/** What `npm run test:fast` does without, beside the tests that start and kill processes. */
const slow = process.env.TESTS === 'fast' ? ['**/*.attack.test.ts'] : []
const processes = '**/*.process.test.ts'
/** A test has nothing to prove about time; on a busy machine all takes longer. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    reporters: ['default', new SlowestFiles()],
    projects: [
      {
        test: {
          name: 'domain',
          include: ['src/domain/**/*.test.ts'],
          environment: 'node',
          // pure functions: nothing to keep apart
          isolate: false,
          ...patient,
          setupFiles,
        },
      },
      {
        resolve: {
          // sign-ins are many: what a hash costs in production is held by password-cost.test.ts
          alias: { '#server/config/password-cost.ts': here('test/password-cost.ts') },
        },
        test: {
          name: 'node',
          include: [
            'src/{server,contracts,sandbox}/**/*.test.{ts,tsx}',
            'test/**/*.test.{ts,tsx}',
            '{catalog,bench,packages}/**/*.test.ts',
          ],
          exclude: ['test/e2e/**', '**/node_modules/**', processes, ...slow],
          environment: 'node',
          // every file has a database of its own; what a module remembers (fonts, a list of passwords) is true for all
          isolate: false,
          globalSetup: ['test/postgres.ts'],
          setupFiles,
          ...patient,
        },
      },
      {
        test: {
          // these wait most of their time, so that `npm test` runs them beside all others
          name: 'process',
          include: [`{src,test,packages,bench}/${processes}`],
          environment: 'node',
          isolate: false,
          globalSetup: ['test/postgres.ts'],
          setupFiles,
          ...patient,
        },
      },
      {
        test: {
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
          // a window and our own modules anew for each file, React and jsdom once for each process
          environment: './test/web/window-of-file.ts',
          isolate: false,
          ...patient,
          setupFiles: [...setupFiles, 'test/setup-web.ts'],
        },
      },
    ],
  },
})
