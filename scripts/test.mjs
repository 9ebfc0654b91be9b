const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`The tests need Node 20 or newer; this is ${process.version}.`)
  process.exit(1)
}

const { install } = await import('./install.mjs')
const { build } = await import('./build.mjs')
const { findChromium } = await import('./chromium.mjs')
const { environment } = await import('./run.mjs')
const { conclude, part, quietly, runner, soundness } = await import('./parts.mjs')

const began = Date.now()
const summaries = []

async function tests(program, args, options) {
  const { passed, summaries: lines } = await runner(program, program, args, options)
  summaries.push(...lines)
  return passed
}

try {
  await part('install', async () => Boolean(await install({ development: true })))
  // some of the tests start real servers
  const isBuilt = await part('bundles', async () => {
    await build()
    return quietly('node', ['scripts/size.mjs'])
  })
  if (!isBuilt) conclude(began, summaries)
  await Promise.all([
    soundness({ deadCode: true }),
    part('unit, service and race tests', () => tests('vitest', ['run', '--project', '!process'])),
    part('tests with processes', () => tests('vitest', ['run', '--project', 'process', '--maxWorkers', '1'])),
  ])
  await part('browser tests', async () => {
    const chromium = await findChromium()
    const env = { ...environment({ tools: true }), ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) }
    return tests('playwright', ['test'], { env })
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
conclude(began, summaries)
