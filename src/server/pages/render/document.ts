import type { PageState } from '#contracts/pages.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { variants } from '#domain/variant.ts'
import { jsonForHtml } from './html.ts'
import { pageFacts } from './page-facts.ts'
import { socialHead } from './social-head.ts'
import { structuredData } from './structured-data.ts'
import type { TestStoreBar } from './test-store-bar.ts'
import type { WebBuild } from './web-build.ts'

export type DocumentParts = {
  readonly build: WebBuild
  readonly bar: TestStoreBar
  /** Whether the styles stand in the page itself, as in one that may be somebody's first. */
  readonly isFirst: boolean
  /** Where a card or a wallet is entered the browser runs no script whose bytes are not those of the build. */
  readonly isPayment: boolean
}

/**
 * The styles to stand in a first page: those of its build, when they hold all that its HTML names. Else '', and the page
 * links them all: one that is drawn half is worse than one that is drawn late.
 */
function firstStylesFor(html: string, styles = ''): string {
  if (styles.includes('</')) return ''
  const named = new Set(html.match(/(?<![\w-])[\w-]+-module_\w+/g))
  return [...named].every((name) => styles.includes(name)) ? styles : ''
}

/** The whole document round a rendered page. The state travels as JSON, which no browser runs. */
export function htmlDocument(state: PageState, { build, bar, isFirst, isPayment }: DocumentParts): string {
  const { frame, page } = state
  const variant = variants[frame.variantKey]
  const address = `${frame.origin}${canonicalPath(state)}`
  const { bootstrap, entry, styles, fonts, modules } = build.pages
  const html = build.render(state)
  const firstStyles = isFirst ? firstStylesFor(html, build.firstStyles[page.name]) : ''
  const integrityAttribute = (path: string) => {
    const hash = isPayment ? build.integrity.get(path) : undefined
    return hash === undefined ? '' : ` integrity="${hash}"`
  }
  return [
    `<!doctype html><html lang="${variant.locale}" data-brand="${variant.brand}" data-country="${variant.country}"${frame.asksConsent ? ' data-asks-consent' : ''}${isPayment ? ' data-payment' : ''}><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(state.title)}</title>`,
    `<meta name="description" content="${escapeHtml(state.description)}">`,
    isPublic(state) ? `<link rel="canonical" href="${escapeHtml(address)}">` : '',
    isPublic(state) && !isFilteredShelf(state) ? '' : '<meta name="robots" content="noindex">',
    socialHead(state, address),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    // before any module, or it counts for none
    isPayment && build.importMap !== '' ? `<script type="importmap">${build.importMap}</script>` : '',
    // asked for before all else: from when it is there, no press is lost (web/bootstrap-loader.ts)
    `<script type="module" async fetchpriority="high" src="${bootstrap}"${integrityAttribute(bootstrap)} data-entry="${entry}" data-styles="${firstStyles === '' ? '' : styles.join(' ')}"></script>`,
    ...fonts[variant.brand].map(
      (path) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`,
    ),
    // in a first page the styles save a round trip
    firstStyles === '' ? '' : `<style>${firstStyles}</style>`,
    ...(firstStyles === '' ? styles.map((path) => `<link rel="stylesheet" href="${path}">`) : []),
    // fetched behind what the first paint needs, run after it (web/bootstrap-loader.ts)
    ...modules[page.name].map(
      (path) => `<link rel="modulepreload" fetchpriority="low" href="${path}"${integrityAttribute(path)}>`,
    ),
    bar.styles === '' ? '' : `<style>${bar.styles}</style>`,
    // outside of what the browser draws anew
    `</head><body>${bar.html}<div id="root">${html}</div>${bar.foot}`,
    `<script type="application/json" id="page-state">${jsonForHtml(state)}</script>`,
    structuredData(state),
    '</body></html>',
  ].join('')
}

function isPublic({ page }: PageState): boolean {
  return pageFacts[page.name].seenBy === 'searchEngines'
}

/** Shelves that are filtered or in another order are endless, and hold nothing that the whole shelf does not. */
function isFilteredShelf({ page }: Pick<PageState, 'page'>): boolean {
  return page.name === 'category' && (page.browse.chips.length > 0 || page.browse.sort !== 'featured')
}

function canonicalPath({ page, path }: PageState): string {
  const [pathname = '/'] = path.split('?')
  if (page.name !== 'category' || page.browse.pageNumber === 1 || isFilteredShelf({ page })) return pathname
  return `${pathname}?page=${page.browse.pageNumber}`
}
