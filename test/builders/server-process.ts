import { type StoreProcess, spawnStore, startStore } from '#test/e2e/store-process.ts'
import type { World } from '#test/world.ts'

/** The settings of a server that is a process of its own and shares a test's database, gateway and mailbox. */
function besideWorld({ config, gateway }: World, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    GATEWAY_ORIGIN: config.gateway.origin,
    GATEWAY_API_KEY: config.gateway.apiKey,
    GATEWAY_HMAC_KEY: config.gateway.webhookHmacKey,
    GATEWAY_MERCHANT_ACCOUNT: config.gateway.merchantAccount,
    SMTP_URL: `smtp://127.0.0.1:${gateway.smtpPort() ?? 0}`,
    SHOP_SECRET: config.secret,
    CB_ORIGIN: config.origins.cb,
    CB_CA_ORIGIN: config.origins['cb-ca'],
    CB2_ORIGIN: config.origins.cb2,
    CB2_CA_ORIGIN: config.origins['cb2-ca'],
    TRUSTED_PROXIES: '127.0.0.1',
  }
}

/** A real server beside the one of the test, on the same database or on what stands before it. */
export function startServerBeside(
  world: World,
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<StoreProcess> {
  return startStore({ dataDir: world.config.dataDir, env: { ...besideWorld(world, databaseUrl), ...env } })
}

/** The same, without waiting until it can serve. */
export function spawnServerBeside(
  world: World,
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<StoreProcess> {
  return spawnStore({ dataDir: world.config.dataDir, env: { ...besideWorld(world, databaseUrl), ...env } })
}
