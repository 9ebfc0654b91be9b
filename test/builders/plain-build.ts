import type { PageState } from '#contracts/pages.ts'
import type { WebBuild } from '#server/pages/render/web-build.ts'

/** The least a page can be: its title and its token. Tests of pages' data need no bundle. */
export const plainBuild: WebBuild = {
  render: ({ frame, title }: PageState) =>
    `<h1>${title.replace(/[<>&]/g, '')}</h1><input type="hidden" name="__RequestVerificationToken" value="${frame.token}">`,
  revision: () => 0,
  pages: {
    bootstrap: '/assets/late-1.js',
    entry: '/assets/entry-1.js',
    styles: ['/assets/style-1.css'],
    fonts: { CB: ['/assets/figtree-1.woff2'], CB2: ['/assets/archivo-1.woff2'] },
    modules: Object.fromEntries(
      [
        'home',
        'category',
        'search',
        'favorites',
        'product',
        'cart',
        'checkout',
        'confirmation',
        'login',
        'createAccount',
        'checkMail',
        'confirmAddress',
        'resetPassword',
        'registrantList',
        'createRegistry',
        'checklist',
        'account',
        'accountCard',
        'shipTo',
        'orderRequest',
        'requestSent',
        'text',
        'error',
      ].map((name) => [name, ['/assets/entry-1.js', `/assets/${name}-1.js`]]),
    ) as unknown as WebBuild['pages']['modules'],
  },
  firstStyles: {},
  integrity: new Map(),
  importMap: '',
  files: [{ path: '/assets/entry-1.js', body: Buffer.from(`console.info('${'entry '.repeat(300)}')`) }],
}
