import config from '../../playwright.config.ts'

/** `npm run gallery`: the same store and browser as the tests, but pictures instead of judgements. */
export default { ...config, testDir: '.', testMatch: 'gallery.ts', globalSetup: './store-setup.ts' }
