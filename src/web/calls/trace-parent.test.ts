import { build } from 'vite'
import { expect, test } from 'vitest'
import { traceParent } from './trace-parent.ts'

/** How many bytes of script the calls are, minified, with what sends a trace or without. */
async function size(isTraced: boolean): Promise<number> {
  const without = {
    name: 'without-trace',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (isTraced || !id.endsWith('/calls/send.ts')) return undefined
      const left = code
        .replace(/^import .*trace-parent\.ts'$/m, '')
        .replace(', trace = traceParent()', '')
        .replace('    traceparent: trace,\n', '')
        .replace(/const options = \{ trace: traceParent\(\), \.\.\.given \}/, 'const options = given')
      // else nothing would be left out
      if (/trace-parent|traceParent|traceparent/.test(left)) throw new Error('send.ts says it otherwise')
      return left
    },
  }
  const built = await build({
    ...{ configFile: false, logLevel: 'silent', plugins: [without] },
    build: { write: false, minify: true, lib: { entry: 'src/web/calls/send.ts', formats: ['es'], fileName: 'send' } },
  })
  const [first] = [built].flat()
  if (first === undefined || !('output' in first)) throw new Error('nothing was built')
  return first.output.reduce((sum, each) => sum + (each.type === 'chunk' ? Buffer.byteLength(each.code) : 0), 0)
}

test('OPS-38: the browser script grows by less than 0.5 kB for its traces', async () => {
  const [traced, plain] = await Promise.all([size(true), size(false)])
  expect(plain).toBeGreaterThan(1_000)
  expect(traced - plain).toBeGreaterThan(50)
  expect(traced - plain).toBeLessThan(500)
})

test('OPS-38: each press has a trace of its own, as W3C Trace Context writes it', () => {
  const all = Array.from({ length: 100 }, traceParent)
  for (const each of all) expect(each).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
  expect(new Set(all).size).toBe(100)
})
