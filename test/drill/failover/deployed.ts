// The files of deploy/ as a drill runs them: unchanged, but for places and passwords.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../deploy')

export const deployed = (file: string): string => join(folder, file)

export const drillPassword = 'password-of-a-drill'

/** Of a file of NAME=value lines. */
export function deployedSettings(file: string): NodeJS.ProcessEnv {
  const lines = readFileSync(deployed(file), 'utf8').split('\n')
  const pairs = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => [line, line.indexOf('=')] as const)
  const values = pairs.map(([line, at]) => [line.slice(0, at), line.slice(at + 1).replace('<password>', drillPassword)])
  return Object.fromEntries(values)
}
