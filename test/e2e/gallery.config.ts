import type { PlaywrightTestConfig } from '@playwright/test'
import config from '../../playwright.config.ts'

/** `npm run gallery`: the same store and browser as the tests, but pictures instead of judgements. */
const gallery: PlaywrightTestConfig = {
  ...config,
  testDir: '.',
  testMatch: 'gallery.ts',
  globalSetup: './store-setup.ts',
}
export default gallery
