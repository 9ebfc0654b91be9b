import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '#server/config/settings.ts'
import { at, type Part, resourcesOf, settingFaults, textOf } from './files.ts'

const base = 'kubernetes/base'
const example = 'kubernetes/overlays/example'
const { resources: files } = parse(textOf(`${base}/kustomization.yaml`)) as { resources: string[] }
const resources = resourcesOf(...files.map((file) => `${base}/${file}`))
const resource = (name: string): Part => resources.get(name) ?? {}
const web = resource('Deployment cartwright-web')
const worker = resource('Deployment cartwright-worker')
const migrate = resource('Job cartwright-migrate')
const [importJob = {}] = resourcesOf('kubernetes/import.yaml').values()
const podOf = (of: Part) => at(of, 'spec.template.spec')
const containerOf = (of: Part): Part => at<Part[]>(podOf(of), 'containers')[0] ?? {}
const given = at<{ [name: string]: string }>(resource('ConfigMap cartwright-settings'), 'data')
const own = at<{ [name: string]: string }>(parse(textOf(`${example}/settings.yaml`)), 'data')

describe('deploy/kubernetes', () => {
  test('OPS-22: has web and worker, migrate, services, and what scales and protects them', () => {
    expect([...resources.keys()].sort()).toEqual([
      'ConfigMap cartwright-settings',
      'Deployment cartwright-web',
      'Deployment cartwright-worker',
      'HorizontalPodAutoscaler cartwright-web',
      'Job cartwright-migrate',
      'NetworkPolicy cartwright',
      'NetworkPolicy cartwright-web',
      'PersistentVolumeClaim cartwright-pictures',
      'PodDisruptionBudget cartwright-web',
      'PodDisruptionBudget cartwright-worker',
      'Service cartwright-ops',
      'Service cartwright-web',
      'Service cartwright-web-alive',
      'ServiceAccount cartwright',
    ])
  })

  test('OPS-22: every setting is one of the product, every secret a file of the volume of secrets', () => {
    expect([...Object.keys(given), ...Object.keys(own)].flatMap(settingFaults)).toEqual([])
    for (const of of [web, worker, migrate, importJob]) {
      const named = (containerOf(of).env ?? []) as { name: string; value?: string }[]
      expect(named.flatMap(({ name }) => settingFaults(name))).toEqual([])
      expect(containerOf(of).envFrom).toEqual([{ configMapRef: { name: 'cartwright-settings' } }])
    }
    const secrets = Object.entries(given).filter(([name]) => name.endsWith('_FILE'))
    expect(secrets.map(([, file]) => file)).toEqual(
      secrets.map(([name]) => `/run/secrets/cartwright/${name.replace(/_FILE$/, '')}`),
    )
    expect(secrets.length).toBeGreaterThan(5)
    // the product reads these as they stand there
    expect(settings.safeParse({ NODE_ENV: given.NODE_ENV, PORT: given.PORT, OPS_PORT: given.OPS_PORT }).success).toBe(
      true,
    )
  })

  test('OPS-22: each role has a database user of its own, and its secrets are read by its group alone', () => {
    for (const [of, role] of [
      [web, 'web'],
      [worker, 'worker'],
      [migrate, 'owner'],
      [importJob, 'owner'],
    ] as const) {
      const volumes = at<Part[]>(podOf(of), 'volumes')
      expect(
        at(
          volumes.find(({ name }) => name === 'secrets'),
          'projected',
        ),
      ).toEqual({
        defaultMode: 0o440,
        sources: [{ secret: { name: 'cartwright-shop' } }, { secret: { name: `cartwright-database-${role}` } }],
      })
    }
  })

  test.each([
    ['web', web],
    ['worker', worker],
    ['migrate', migrate],
    ['import', importJob],
  ])('OPS-22: %s runs as 10001 on a root it cannot write, with no capability, within limits', (_name, of) => {
    expect(at(podOf(of), 'securityContext')).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 10_001,
      fsGroup: 10_001,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(at(containerOf(of), 'securityContext')).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(at(podOf(of), 'automountServiceAccountToken')).toBe(false)
    for (const kind of ['requests', 'limits']) {
      expect(Object.keys(at(containerOf(of), `resources.${kind}`)).sort()).toEqual(['cpu', 'memory'])
    }
    const writable = at<Part[]>(containerOf(of), 'volumeMounts').filter((mount) => mount.readOnly !== true)
    const more = of === importJob ? ['/pictures'] : []
    expect(writable.map(({ mountPath }) => mountPath)).toEqual(['/tmp', given.DATA_DIR, ...more])
  })

  test.each([
    ['web', web],
    ['worker', worker],
  ])('OPS-22: %s is asked at OPS_PORT whether it lives and is ready, and has time to go', (role, of) => {
    const ports = at<{ name: string; containerPort: number }[]>(containerOf(of), 'ports')
    const portOf = (name: string) => ports.find((each) => each.name === name)?.containerPort
    expect([portOf('ops'), portOf('http')]).toEqual([
      Number(given.OPS_PORT),
      role === 'web' ? Number(given.PORT) : undefined,
    ])
    for (const [probe, path] of [
      ['startup', '/healthz'],
      ['liveness', '/healthz'],
      ['readiness', '/readyz'],
    ]) {
      expect(at(containerOf(of), `${probe}Probe.httpGet`)).toEqual({ path, port: 'ops' })
    }
    expect(at(containerOf(of), 'lifecycle.preStop')).toEqual({ sleep: { seconds: 5 } })
    expect(at(podOf(of), 'terminationGracePeriodSeconds')).toBe(40)
    expect(at(containerOf(of), 'env')).toEqual(expect.arrayContaining([{ name: 'ROLE', value: role }]))
    const spread = at<Part[]>(podOf(of), 'topologySpreadConstraints')
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
    ])
    for (const each of spread) expect(at(each, 'labelSelector')).toEqual(at(of, 'spec.selector'))
    expect(at(of, 'spec.template.metadata.labels')).toEqual(at(of, 'spec.selector.matchLabels'))
    expect(containerOf(of).args).toBeUndefined()
  })

  test('OPS-22: the jobs run commands of the product', () => {
    expect(at(containerOf(migrate), 'args')).toEqual(['src/server/db/migration/migrate-cli.ts', '--wait'])
    for (const of of [migrate, importJob]) {
      expect(existsSync(at<string[]>(containerOf(of), 'args')[0] ?? '')).toBe(true)
      expect(at(podOf(of), 'restartPolicy')).toBe('OnFailure')
    }
  })

  test('OPS-22: web grows from 2 to 20 at 70 % of its CPU, and one at most is taken away at once', () => {
    const scaler = at(resource('HorizontalPodAutoscaler cartwright-web'), 'spec')
    expect(scaler).toMatchObject({
      minReplicas: 2,
      maxReplicas: 20,
      scaleTargetRef: { kind: 'Deployment', name: 'cartwright-web' },
    })
    expect(scaler.metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
    ])
    // else each apply would undo what it has done
    expect(at(web, 'spec')).not.toHaveProperty('replicas')
    for (const [name, of] of [
      ['web', web],
      ['worker', worker],
    ] as const) {
      const budget = at(resource(`PodDisruptionBudget cartwright-${name}`), 'spec')
      expect(budget).toEqual({ maxUnavailable: 1, selector: at(of, 'spec.selector') })
    }
  })

  test('OPS-22: the services lead to the ports; only the Ingress reaches the store, only what watches the operators’ port', () => {
    for (const name of ['web', 'web-alive']) {
      expect(at(resource(`Service cartwright-${name}`), 'spec.ports')).toEqual([
        { name: 'http', port: 80, targetPort: 'http' },
      ])
    }
    expect(at(resource('Service cartwright-web-alive'), 'spec.publishNotReadyAddresses')).toBe(true)
    expect(at(resource('Service cartwright-ops'), 'spec.clusterIP')).toBe('None')
    const policy = at(resource('NetworkPolicy cartwright'), 'spec')
    expect(policy.policyTypes).toEqual(['Ingress', 'Egress'])
    const portsOf = (of: Part) =>
      at<Part[]>(of, 'spec.ingress').flatMap((rule) => at<Part[]>(rule, 'ports').map(({ port }) => port))
    expect(portsOf(resource('NetworkPolicy cartwright'))).toEqual([Number(given.OPS_PORT)])
    expect(portsOf(resource('NetworkPolicy cartwright-web'))).toEqual([Number(given.PORT)])
  })

  test('OPS-22: the example names every file that it is made of', () => {
    const overlay = parse(textOf(`${example}/kustomization.yaml`)) as Part
    const named = [
      ...at<string[]>(overlay, 'resources'),
      ...at<Part[]>(overlay, 'patches').map(({ path }) => String(path)),
      ...at<{ files: string[] }[]>(overlay, 'configMapGenerator').flatMap((each) => each.files),
    ]
    for (const file of named) expect(existsSync(`deploy/${example}/${file}`), file).toBe(true)
    const hosts = Object.entries(own).flatMap(([name, value]) =>
      name.endsWith('_ORIGIN') ? [new URL(value).host] : [],
    )
    const [ingress = {}] = resourcesOf(`${example}/ingress.yaml`).values()
    expect(
      at<Part[]>(ingress, 'spec.rules')
        .map(({ host }) => host)
        .sort(),
    ).toEqual(hosts.sort())
  })
})

const hasKubectl = spawnSync('kubectl', ['version', '--client']).error === undefined
const hasKubeconform = spawnSync('kubeconform', ['-v']).error === undefined

test.skipIf(!hasKubectl)('OPS-22: kubectl kustomize puts the example together, in its namespace', () => {
  const made = execFileSync('kubectl', ['kustomize', `deploy/${example}`], { encoding: 'utf8' })
  expect(made.match(/^ {2}namespace: cartwright$/gm)?.length).toBeGreaterThan(14)
  expect(made).toContain('image: registry.example/cartwright:0.1.0')
  expect(made).not.toContain('image: localhost/')
})

test.skipIf(!hasKubectl || !hasKubeconform)('OPS-22: kubeconform takes every resource of it', () => {
  const made = execFileSync('kubectl', ['kustomize', `deploy/${example}`])
  execFileSync('kubeconform', ['-strict', '-summary'], { input: made })
})
