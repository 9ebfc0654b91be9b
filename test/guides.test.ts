import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settings } from '#server/config/settings.ts'

const pages = globSync('docs/how-to/*.md').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { readonly [name: string]: string } }

/** Names in capitals that are no settings of the product: of the image and the compose file, of other programs, of an example. */
const ofOthers = new Set(
  `BASE_IMAGE IMAGE_BUILD IMAGE_TRIALS COMPOSE_TRIALS HTTP_PORT HTTPS_PORT PROMETHEUS_PORT SYNCHRONOUS_STANDBY_NAMES
   ETCDCTL_API ETCD_ENABLE_V2 ETCD_INITIAL_CLUSTER ETCD_NAME MALLOC_ARENA_MAX OTEL_EXPORTER_OTLP_HEADERS REPORT_AVAILABLE
   IMG_2041 IMG_2042 NAME_FILE`.split(/\s+/),
)

describe('OPS-45: the guides', () => {
  test.each(
    `run-in-production run-on-kubernetes back-up-and-restore fail-over update-without-a-pause watch rotate-secrets grow clusters
     when-it-burns`.split(/\s+/),
  )('OPS-45: there is one to %s', (name) => {
    expect(pages.find(({ path }) => path.endsWith(`/${name}.md`))?.text).toMatch(/^# \S/)
  })

  test('OPS-45: every command of ours that one names exists', () => {
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = '']) => ({ path, script })),
    )
    expect(named.length).toBeGreaterThan(80)
    expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([])
  })

  test('OPS-45: every setting that one names exists', () => {
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)].map(([name]) => ({ path, name })),
    )
    expect(named.length).toBeGreaterThan(200)
    const isKnown = (name: string) => name in settings.shape || name.replace(/_FILE$/, '') in settings.shape
    expect(named.filter(({ name }) => !isKnown(name) && !ofOthers.has(name))).toEqual([])
    // one of them is named no more: it leaves the list
    expect([...ofOthers].filter((other) => !named.some(({ name }) => name === other))).toEqual([])
  })
})
