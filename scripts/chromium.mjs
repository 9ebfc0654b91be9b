import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

/** Without windows it draws the same and is quicker. */
const headless = 'chromium-headless-shell'
const names = [headless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, one on PATH, one from apt when we may, else Playwright's own.
 * @returns its path, or undefined when Playwright finds its own
 */
export async function findChromium() {
  const configured = process.env.CHROMIUM_PATH
  if (configured !== undefined && configured !== '') {
    if (await runs(configured)) return configured
    throw new Error(`CHROMIUM_PATH is ${configured}, and that does not run.`)
  }
  const there = await onPath()
  if (there !== undefined) return there
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env, quiet: true })
    for (const name of [headless, 'chromium']) {
      console.log(`No Chromium: apt-get install ${name} …`)
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, quiet: true })
      const installed = await onPath()
      if (installed !== undefined) return installed
    }
  }
  console.log('No Chromium: playwright install chromium …')
  const { code } = await run('playwright', ['install', 'chromium'])
  if (code === 0) return undefined
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to it.',
  )
}

async function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    // a name alone may be a stub that asks for another installer
    if (existsSync(path) && (await runs(path))) return path
  }
  return undefined
}

async function runs(path) {
  try {
    return (await run(path, ['--version'], { quiet: true })).code === 0
  } catch {
    return false
  }
}
