/** What says on every page of a test store that nobody gets anything there (SAFE-05). */
export type TestStoreBar = { readonly html: string; readonly styles: string }

// fixed words: a message of a storefront could be changed until it says nothing any more
const words = 'Test store. Nothing is sold here.'

const styles = [
  '.test-store{margin:0;padding:8px 16px;background:var(--ink,#1f1d1a);color:var(--paper,#fff);text-align:center;',
  'font-size:var(--text-13,.8125rem);line-height:1.5}',
].join('')

const bar: TestStoreBar = { styles, html: `<aside class="test-store" aria-label="About this store">${words}</aside>` }
const none: TestStoreBar = { styles: '', html: '' }

/** The bar of a test store; nothing in a store that sells. */
export function testStoreBar(isTestStore: boolean): TestStoreBar {
  return isTestStore ? bar : none
}
