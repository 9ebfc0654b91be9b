import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config/config.ts'

/** Settings of a shop in a test: fixed secrets, silent log, every reply compared with its schema. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'cartwright-test-data-')),
    SHOP_SECRET: 'secret of a test, long enough to be one',
    GATEWAY_API_KEY: 'api key of a test, long enough to be one',
    GATEWAY_HMAC_KEY: '0f'.repeat(32),
    LOG_LEVEL: 'silent',
  })
  return { ...config, ...overrides }
}
