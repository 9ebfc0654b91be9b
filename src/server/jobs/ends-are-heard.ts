import type { Log } from '#server/http/context.ts'

/**
 * A plugin of the job library. A runner that cannot give its jobs back, as the database is away, rejects the promise of its
 * end, and more than one of them: those that nobody holds would end the process. Its jobs are freed by the next runner.
 */
export function endsAreHeard(log: Log): GraphileConfig.Plugin {
  const hear = (error: unknown) => {
    log.warn({ reason: error instanceof Error ? error.message : error }, 'a runner did not end well')
  }
  return {
    name: 'ends-are-heard',
    worker: {
      middleware: {
        async poolGracefulShutdown(next) {
          try {
            await next()
          } catch (error) {
            hear(error)
          }
        },
        async poolForcefulShutdown(next) {
          try {
            return await next()
          } catch (error) {
            hear(error)
            return { forceFailedJobs: [] }
          }
        },
      },
    },
  }
}
