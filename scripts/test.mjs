const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`The tests need Node 20 or newer; this is ${process.version}.`)
  process.exit(1)
}

const { install } = await import('./install.mjs')
const { build } = await import('./build.mjs')
const { findChromium } = await import('./chromium.mjs')
const { environment, run } = await import('./run.mjs')

const began = Date.now()
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`
const summaries = []

async function part(name, work) {
  console.log(`\n── ${name}`)
  const since = Date.now()
  const passed = await work()
  console.log(`── ${name}: ${passed ? 'passed' : 'FAILED'} (${seconds(since)})`)
  if (passed) return
  console.log(`\nFAILED at: ${name} (${seconds(began)} in all)`)
  process.exit(1)
}

async function command(program, args, options) {
  const { code } = await run(program, args, options)
  return code === 0
}

/** Runs a test runner and keeps the lines with which it sums up. */
async function runner(name, program, args, options) {
  const { code, output } = await run(program, args, { ...options, capture: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '')
  const lines = plain
    .split('\n')
    .filter((line) => /^\s*(Test Files|Tests|\d+ (passed|failed|flaky|skipped))\b/.test(line))
  summaries.push(...lines.map((line) => `${name}: ${line.trim().replace(/\s+/g, ' ')}`))
  return code === 0
}

try {
  await part('install', async () => Boolean(await install({ development: true })))
  await part('types', () => command('tsc', ['-b']))
  await part('format and lint', () => command('biome', ['check']))
  await part('dead code', () => command('knip', []))
  // some of the tests below start real servers
  await part('bundles', async () => {
    await build()
    return command('node', ['scripts/size.mjs'])
  })
  await part('unit, service and race tests', () => runner('vitest', 'vitest', ['run']))
  await part('browser tests', async () => {
    const chromium = await findChromium()
    const env = { ...environment({ tools: true }), ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) }
    return runner('playwright', 'playwright', ['test'], { env })
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

console.log(`\nAll parts passed in ${seconds(began)}`)
for (const line of summaries) console.log(line)
