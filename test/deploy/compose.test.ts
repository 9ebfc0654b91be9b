import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at, type Part, sectionsOf, settingFaults, textOf, yamlOf } from './files.ts'

type Service = {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: { readonly [name: string]: string }
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
}
const compose = yamlOf<{
  services: { [name: string]: Service }
  secrets: { [name: string]: { file: string } }
  volumes: Part
}>('compose.yaml')
const services = Object.entries(compose.services)
const ofProduct = services.filter(([, { image }]) => image === 'localhost/cartwright:latest')
const serviceOf = (name: string): Service => compose.services[name] ?? { image: '' }
const made = textOf('make-secrets.sh')
/** The shop.env that make-secrets.sh writes. */
const shopEnv = [...made.matchAll(/^([A-Z_\d]+)=/gm)].map(([, name = '']) => name)

describe('deploy/compose.yaml', () => {
  test('OPS-21: has two web, a worker, migrate once, PostgreSQL with a replica, PgBouncer, a proxy with its certificate, Prometheus', () => {
    expect(services.map(([name]) => name).sort()).toEqual(
      'certificate migrate pgbouncer primary prometheus proxy replica roles web1 web2 worker'.split(' '),
    )
    const roleOf = (name: string) => serviceOf(name).environment?.ROLE
    expect(['web1', 'web2', 'worker'].map(roleOf)).toEqual(['web', 'web', 'worker'])
    expect(serviceOf('migrate').command).toEqual(['src/server/db/migration/migrate-cli.ts', '--wait'])
    for (const name of ['migrate', 'roles']) expect(at<string>(serviceOf(name), 'restart')).toBe('on-failure')
    for (const [, { command = [] }] of ofProduct) {
      for (const path of command.filter((word) => word.startsWith('src/'))) expect(existsSync(path)).toBe(true)
    }
  })

  test('OPS-21: every setting is one of the product, every secret a file', () => {
    const given = ofProduct.flatMap(([, { environment = {} }]) => Object.keys(environment))
    expect([...given, ...shopEnv].flatMap(settingFaults)).toEqual([])
    expect(shopEnv).toEqual(expect.arrayContaining(['CB_ORIGIN', 'CB2_CA_ORIGIN', 'MAIL_FROM']))
    expect(settingFaults('SHOP_SECRET')).toEqual(['SHOP_SECRET is a secret: by a file'])
    expect(settingFaults('NO_SUCH')).toEqual(['NO_SUCH is no setting'])
  })

  test('OPS-21: each file of a secret is given to who reads it, made by make-secrets.sh, and nobody else’s', () => {
    for (const [name, { environment = {}, secrets = [] }] of ofProduct) {
      const files = Object.entries(environment).filter(([key]) => key.endsWith('_FILE'))
      expect(files.map(([, file]) => file.replace('/run/secrets/', '')).sort(), name).toEqual([...secrets].sort())
    }
    const used = new Set(services.flatMap(([, { secrets = [] }]) => secrets))
    expect(Object.keys(compose.secrets).sort()).toEqual([...used].sort())
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`./secrets/${name}`)
      expect(made).toContain(name.replace(/^database-(?:url|password)-/, ''))
    }
    expect(made).toContain('umask 077')
    expect(readFileSync('.gitignore', 'utf8')).toContain('/deploy/secrets/\n')
  })

  test('OPS-21: each that stays says how it is; none is root, writes its root or keeps a capability', () => {
    for (const [name, service] of services) {
      expect(at<string>(service, 'user'), name).toBe('10001:10001')
      expect(at<boolean>(service, 'read_only'), name).toBe(true)
      expect(at(service, 'cap_drop'), name).toEqual(['ALL'])
      expect(at(service, 'security_opt'), name).toEqual(['no-new-privileges:true'])
      const once = ['certificate', 'migrate', 'roles'].includes(name)
      expect((service.healthcheck?.test?.length ?? 0) > 1, name).toBe(!once)
    }
  })

  test('OPS-21: what is mounted is there, and every volume is named', () => {
    for (const volume of services.flatMap(([, { volumes = [] }]) => volumes)) {
      const [from = ''] = volume.split(':')
      if (/^\.\/(?:secrets\/|import$)/.test(from)) expect(made).toContain(from.replace(/^\.\/(?:secrets\/)?/, ''))
      else if (from.startsWith('./')) expect(existsSync(`deploy/${from}`), from).toBe(true)
      else expect(Object.keys(compose.volumes)).toContain(from)
    }
  })

  test('OPS-21: the pooler is one that the product is told of, with room for every connection', () => {
    const pooler = sectionsOf(textOf('services/pgbouncer.ini')).get('pgbouncer')
    const [mode] = pooler?.get('pool_mode') ?? []
    for (const name of ['web1', 'web2', 'worker']) expect(serviceOf(name).environment?.DATABASE_POOLER).toBe(mode)
    // two processes of a role, 16 connections and one that looks each, twice while they are replaced
    expect(Number(pooler?.get('default_pool_size')?.[0])).toBeGreaterThanOrEqual(2 * 17 * 2)
    expect(textOf('services/primary.sh')).toContain('max_connections=200')
    expect(Number(pooler?.get('max_db_connections')?.[0])).toBeLessThan(200)
  })

  test('OPS-21: the primary acknowledges what the replica has', () => {
    expect(textOf('services/primary.sh')).toMatch(
      /synchronous_commit=on .*synchronous_standby_names="\$\{\w+-replica\}"/,
    )
    expect(textOf('services/replica.sh')).toContain('application_name=replica')
  })

  test('OPS-21: the proxies that are believed are the network of the containers', () => {
    const [subnet] = at<{ subnet: string }[]>(compose, 'networks.shop.ipam.config')
    expect(subnet?.subnet).toBe('10.89.77.0/24')
    for (const name of ['web1', 'web2']) expect(serviceOf(name).environment?.TRUSTED_PROXIES).toBe('10.89.0.0/16')
  })

  test('OPS-21: Prometheus asks the port of operators of each process, and has the rules', () => {
    const config = yamlOf('prometheus/prometheus.yml')
    const targets = at<Part[]>(config, 'scrape_configs').flatMap((job) =>
      at<{ targets: string[] }[]>(job, 'static_configs'),
    )
    expect(targets.flatMap((each) => each.targets)).toEqual(['web1:3002', 'web2:3002', 'worker:3002', 'proxy:8404'])
    expect(at(config, 'rule_files')).toEqual(['rules.yml'])
  })
})

describe('deploy/haproxy/haproxy.cfg', () => {
  const blocks = new Map(
    textOf('haproxy/haproxy.cfg')
      .split(/^(?=\w)/m)
      .map((block) => [block.split('\n')[0] ?? '', block.split('\n').map((line) => line.trim())]),
  )
  const linesOf = (name: string) => blocks.get(name) ?? []

  test('OPS-21: sends to who is ready, and to who lives while nobody is', () => {
    expect(linesOf('frontend shop')).toContain('use_backend alive if { nbsrv(ready) eq 0 }')
    expect(linesOf('frontend shop')).toContain('default_backend ready')
    for (const [name, path] of [
      ['ready', '/readyz'],
      ['alive', '/healthz'],
    ]) {
      expect(linesOf(`backend ${name}`)).toContain(`option httpchk GET ${path}`)
      expect(linesOf(`backend ${name}`)).toContain('http-check expect status 200')
      expect(linesOf(`backend ${name}`)).toEqual(
        expect.arrayContaining(['server web1 web1:3000', 'server web2 web2:3000']),
      )
    }
  })

  test('OPS-21: ends TLS with the certificate of the first start, says who came, and sends nothing twice', () => {
    expect(linesOf('frontend shop')).toContain('bind :8443 ssl crt /tls/cartwright.pem alpn h2,http/1.1')
    expect(textOf('services/certificate.sh')).toContain('/tls/cartwright.pem')
    expect(linesOf('frontend shop')).toContain('http-request set-header X-Forwarded-For %[src]')
    expect(linesOf('defaults')).toContain('retry-on conn-failure')
    expect(linesOf('defaults')).toContain('timeout server 40s')
    expect(linesOf('defaults')).toContain('timeout http-keep-alive 60s')
  })

  const hasHaproxy = spawnSync('haproxy', ['-v']).error === undefined
  test.skipIf(!hasHaproxy)('OPS-21: HAProxy (package haproxy) takes it', () => {
    // the certificate is made at the first start
    const text = textOf('haproxy/haproxy.cfg').replace(/ ssl crt \S+ alpn \S+/, '')
    const file = join(mkdtempSync(join(tmpdir(), 'cartwright-proxy-')), 'haproxy.cfg')
    writeFileSync(file, text)
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('ALERT')])
  })
})
