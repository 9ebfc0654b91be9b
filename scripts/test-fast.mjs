// `npm run test:fast` and `npm run validate`: what a person waits for while working, side by side.
const { install } = await import('./install.mjs')
const { environment } = await import('./run.mjs')
const { conclude, part, runner, soundness } = await import('./parts.mjs')

const began = Date.now()
const summaries = []
// vitest.config.ts knows what is not fast
const env = { ...environment({ tools: true }), TESTS: 'fast' }

try {
  await install({ development: true })
  await Promise.all([
    soundness({ deadCode: process.argv.includes('--dead-code') }),
    part('tests but attacks and killed processes', async () => {
      // two processes leave a fifth of two cores idle while each waits for PostgreSQL
      const args = ['run', '--project', '!process', '--maxWorkers', '3']
      const { passed, summaries: lines } = await runner('vitest', 'vitest', args, { env })
      summaries.push(...lines)
      return passed
    }),
  ])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
conclude(began, summaries)
