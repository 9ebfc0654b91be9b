import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

// the stores that tests start compile each module once
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/**
 * What Chromium is to leave out. Two pages of its own behind the address field of every window, which nobody sees and
 * which cost more than a page of the store; and what Playwright leaves out, as the switch replaces its own.
 */
const leftOut = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

/** The whole product in a browser. A browser and a store for each of two workers: most of the time each waits for the other. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/store-setup.ts',
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1280, height: 900 },
    trace: 'off',
    // what moves is waited for; the tests that buy from the home page to the confirmation want the motion
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${leftOut.join(',')}`,
      ],
    },
  },
})
