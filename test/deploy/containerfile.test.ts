import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isTest, sourceFiles } from '#test/source-tree.ts'
import { settingFaults, textOf } from './files.ts'

/** The instructions of a Containerfile, a stage at a time, lines that go on joined. */
function stagesOf(text: string): string[][] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
  const stages: string[][] = [[]]
  for (const line of lines) {
    if (line.startsWith('FROM ')) stages.push([])
    stages.at(-1)?.push(line)
  }
  return stages
}

const [args = [], build = [], image = [], ...others] = stagesOf(textOf('Containerfile'))
const memory = readFileSync('scripts/serve.mjs', 'utf8')

/** What an instruction says in the image, once. */
function said(instruction: string): string {
  const [line, ...more] = image.filter((each) => each.startsWith(`${instruction} `))
  expect(more, instruction).toEqual([])
  return line?.slice(instruction.length + 1) ?? ''
}

describe('deploy/Containerfile', () => {
  test('OPS-20: two stages on one base that is an argument; the second takes no more than the first made, and installs no package of ours', () => {
    expect(args).toEqual(['ARG BASE_IMAGE=docker.io/library/debian:12-slim'])
    expect([build[0], image[0]]).toEqual([
      expect.stringMatching(/^FROM \$\{BASE_IMAGE\} AS build$/),
      expect.stringMatching(/^FROM \$\{BASE_IMAGE\}$/),
    ])
    expect(others).toEqual([])
    const copied = image.filter((line) => /^(?:COPY|ADD) /.test(line))
    expect(copied).toHaveLength(2)
    for (const line of copied) expect(line).toContain('--from=build /image/')
    expect(image.filter((line) => line.startsWith('RUN ') && /\bnpm\b|\bnode /.test(line))).toEqual([])
    expect(build).toContain('RUN npm ci --include=dev --no-audit --no-fund --loglevel=error')
    expect(build).toContain('RUN node scripts/build.mjs')
  })

  test('OPS-20: nothing that was built or installed on the host comes in, and no secret', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
    for (const path of ['.git', 'node_modules', 'build', 'data', 'deploy/secrets', '**/*.env', '**/*.pem']) {
      expect(ignored).toContain(path)
    }
  })

  test('OPS-20: user 10001 runs Node itself, with no shell between', () => {
    expect(said('USER')).toBe('10001:10001')
    expect(JSON.parse(said('ENTRYPOINT'))).toEqual(['/usr/local/bin/node', '--max-semi-space-size=16'])
    expect(JSON.parse(said('CMD'))).toEqual(['src/server/main.ts'])
    expect(image.indexOf('USER 10001:10001')).toBeGreaterThan(image.findLastIndex((line) => line.startsWith('RUN ')))
  })

  test('OPS-20: DATA_DIR is the one volume, and the user’s', () => {
    expect(said('VOLUME')).toBe('/data')
    expect(said('ENV')).toContain(' DATA_DIR=/data')
    expect(image.join('\n')).toContain('chown 10001:10001 /data')
  })

  test('OPS-20, SPEED-13: its settings are settings, no secret among them; memory is that of npm start', () => {
    const given = said('ENV')
      .split(' ')
      .map((pair) => pair.split('=')[0] ?? '')
    expect(given.flatMap(settingFaults)).toEqual([])
    expect(given).toEqual(expect.arrayContaining(['NODE_ENV', 'HOST', 'PORT', 'OPS_PORT', 'MALLOC_ARENA_MAX']))
    expect(memory).toContain("['--max-semi-space-size=16']")
    expect(memory).toContain("MALLOC_ARENA_MAX: '2'")
    expect(said('ENV')).toContain('MALLOC_ARENA_MAX=2')
  })

  test('OPS-20: a label tells version and commit, and health is asked of the process itself', () => {
    expect(said('LABEL')).toMatch(/org\.opencontainers\.image\.version="\$\{VERSION\}"/)
    expect(said('LABEL')).toMatch(/org\.opencontainers\.image\.revision="\$\{COMMIT\}"/)
    const [, command = ''] = said('HEALTHCHECK').split(' CMD ')
    expect(JSON.parse(command)).toEqual(['/usr/local/bin/node', 'scripts/ask.mjs', 'healthz'])
    expect(existsSync('scripts/ask.mjs')).toBe(true)
  })

  test('OPS-20: the demo comes in with DEMO=1 alone', () => {
    expect(build).toContain('ARG DEMO=0')
    expect(build.at(-1)).toMatch(/^RUN node scripts\/fill-image\.ts \/image "\$\{DEMO\}"$/)
  })

  test('OPS-20: with the demo come the packages of what plays the outside world, and no others of development', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
    const imported = sourceFiles('src/sandbox')
      .filter(({ path }) => !isTest(path))
      .flatMap(({ text }) => [...text.matchAll(/ from '([^'#.:][^':]*)'/g)].map(([, name = '']) => name))
    const ofDemo = [...new Set(imported)].filter((name) => !(name in dependencies)).sort()
    expect(ofDemo).toEqual(['oidc-provider', 'postal-mime', 'smtp-server'])
    expect(readFileSync('scripts/fill-image.ts', 'utf8')).toContain(`['${ofDemo.join("', '")}']`)
  })
})
