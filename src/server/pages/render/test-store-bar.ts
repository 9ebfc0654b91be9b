/** What says on every page of a test store that nobody gets anything there (SAFE-05). */
export type TestStoreBar = {
  /** Above the page. */
  readonly html: string
  /** Below it: where a developer finds the fire drill (BEYOND-12). */
  readonly foot: string
  readonly styles: string
}

// fixed words: a message of a storefront could be changed until it says nothing any more
const words = 'Test store. Nothing is sold here.'

const look = [
  'margin:0;padding:8px 16px;background:var(--ink,#1f1d1a);color:var(--paper,#fff);text-align:center;',
  'font-size:var(--text-13,.8125rem);line-height:1.5',
].join('')

const html = `<aside class="test-store" aria-label="About this store">${words}</aside>`
const foot =
  '<aside class="drill-foot" aria-label="For developers">What if something fails? <a href="/fire-drill">Fire drill</a></aside>'

/** The bar of a test store, and the foot of one whose faults can be scripted; nothing in a store that sells. */
export function testStoreBar(isTestStore: boolean, hasDrill = false): TestStoreBar {
  return {
    html: isTestStore ? html : '',
    foot: hasDrill ? foot : '',
    styles: `${isTestStore ? `.test-store{${look}}` : ''}${hasDrill ? `.drill-foot{${look}}.drill-foot a{color:inherit;text-underline-offset:.25em;padding-block:8px}` : ''}`,
  }
}
