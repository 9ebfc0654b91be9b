import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser to measure with: CHROMIUM_PATH, or one on PATH. @throws when there is none */
export function findChromium(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = [
    process.env.CHROMIUM_PATH,
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
  ].find((path) => path !== undefined && path !== '' && existsSync(path))
  if (found === undefined) throw new Error('Chromium is needed: put it on PATH, or set CHROMIUM_PATH to it.')
  return found
}

/** A browser that does nothing on its own account while it measures. */
export const chromiumFlags = [
  '--no-sandbox',
  '--headless=new',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
