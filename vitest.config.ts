import { defineConfig } from 'vitest/config'

const setupFiles = ['test/setup.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      {
        test: {
          name: 'domain',
          include: ['src/domain/**/*.test.ts'],
          environment: 'node',
          // pure functions: nothing to keep apart
          isolate: false,
          setupFiles,
        },
      },
      {
        test: {
          name: 'node',
          include: [
            'src/{server,contracts,sandbox}/**/*.test.{ts,tsx}',
            'test/**/*.test.{ts,tsx}',
            '{catalog,bench,packages}/**/*.test.ts',
          ],
          exclude: ['test/e2e/**', '**/node_modules/**'],
          environment: 'node',
          globalSetup: ['test/postgres.ts'],
          setupFiles,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // a context for each file, in processes apart: threads would hear each other's BroadcastChannel
          pool: 'vmForks',
          vmMemoryLimit: '1GB',
          setupFiles: [...setupFiles, 'test/setup-web.ts'],
        },
      },
    ],
  },
})
