import { run } from './run.mjs'

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`
const failed = []

/** Runs a part of the checks and says how it ended. */
export async function part(name, work) {
  const since = Date.now()
  console.log(`── ${name} …`)
  const passed = await work()
  console.log(`── ${name}: ${passed ? 'passed' : 'FAILED'} (${seconds(since)})`)
  if (!passed) failed.push(name)
  return passed
}

/** A command that is quiet unless it fails, so that several can run side by side. */
export async function quietly(program, args) {
  const { code, output } = await run(program, args, { quiet: true })
  if (code !== 0) console.log(output)
  return code === 0
}

/** What says whether the sources are sound, one after the other: it runs beside the tests, which take longer. */
export async function soundness({ deadCode }) {
  await part('types', () => quietly('tsc', ['-b']))
  await part('format and lint', () => quietly('biome', ['check']))
  if (!deadCode) return
  await part('dead code', () => quietly('knip', []))
  const production = ['--production', '-c', 'knip.production.json', '--include', 'files,exports']
  await part('code that only tests use', () => quietly('knip', production))
}

/** Runs a test runner; what it says is shown, and the lines with which it sums up are kept. */
export async function runner(name, program, args, options) {
  const { code, output } = await run(program, args, { ...options, capture: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '')
  const lines = plain
    .split('\n')
    .filter((line) => /^\s*(Test Files|Tests|\d+ (passed|failed|flaky|skipped))\b/.test(line))
  return { passed: code === 0, summaries: lines.map((line) => `${name}: ${line.trim().replace(/\s+/g, ' ')}`) }
}

/** Says how all of it ended, and ends this process so. */
export function conclude(began, summaries) {
  for (const line of summaries) console.log(line)
  if (failed.length > 0) console.log(`\nFAILED: ${failed.join(', ')} (${seconds(began)} in all)`)
  else console.log(`\nAll parts passed in ${seconds(began)}`)
  process.exit(failed.length === 0 ? 0 : 1)
}
