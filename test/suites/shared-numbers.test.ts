import { describe, expect, test } from 'vitest'
import { isTest, type SourceFile, sourceFiles } from '#test/source-tree.ts'

const product = sourceFiles('src').filter((file) => !isTest(file.path))

/** The numbers of CONST and the one module each of them stands in. */
const recipients: { readonly [name: string]: string } = {
  recommendationLimit: 'catalog/recommendation-limits.ts',
  placeholderCards: 'catalog/recommendation-limits.ts',
  carouselTables: 'catalog/recommendation-limits.ts',
  crossSellLimit: 'catalog/recommendation-limits.ts',
  eagerPictures: 'catalog/recommendation-limits.ts',
  registryHidingCodes: 'catalog/property-codes.ts',
  madeToOrderCodes: 'catalog/property-codes.ts',
  defaultQuantity: 'cart/limits.ts',
  minQuantity: 'cart/limits.ts',
  maxQuantity: 'cart/limits.ts',
  emailMaxLength: 'address/email.ts',
  cardInputMaxLength: 'payment/card-number.ts',
  defaultAccountCardsLimit: 'payment/limits.ts',
  selectTwoCardsLimit: 'payment/limits.ts',
  plccOption: 'payment/limits.ts',
  cardsInTwoCardPayment: 'payment/two-cards.ts',
  flagNames: 'flags.ts',
  helpHours: 'help.ts',
  defaultHelpPhones: 'help.ts',
  postRetries: 'timing.ts',
  postRetryDelayMs: 'timing.ts',
  drawerSeconds: 'timing.ts',
  drawerMaxHeightPx: 'timing.ts',
  availabilitySkeletonMs: 'timing.ts',
  confirmationFadeMs: 'timing.ts',
  termsRedirectMs: 'timing.ts',
  registryAddedMs: 'timing.ts',
  passwordEnabledAgainMs: 'timing.ts',
  cardDebounceMs: 'timing.ts',
  autofillPollMs: 'timing.ts',
}

describe('CONST-27: each number is defined once, and client and server import the same module', () => {
  test.each(Object.entries(recipients))('%s is declared in domain/%s and nowhere else', (name, home) => {
    const declares = new RegExp(`\\b(?:const|let|function)\\s+${name}\\b`)
    const places = product.filter((file) => declares.test(file.text)).map((file) => file.path)
    expect(places).toEqual([`src/domain/${home}`])
  })

  test('nobody but domain writes one of the numbers that mean nothing else', () => {
    const own = /(?<![\w.#'-])(?:66|9_?000)(?![\w.])|Mon-Sun 8 am/
    const wrong = product
      .filter((file) => !file.path.startsWith('src/domain/') && own.test(withoutComments(file.text)))
      .map((file) => file.path)
    expect(wrong).toEqual([])
  })

  test('what both sides need is reached from the server and from the browser', () => {
    const server = reachedFrom('src/server/main.ts')
    const browser = reachedFrom('src/web/entry-client.tsx')
    const shared = [
      'cart/limits.ts',
      'address/email.ts',
      'address/states.ts',
      'payment/limits.ts',
      'payment/two-cards.ts',
    ]
    const missing = [...shared, 'catalog/property-codes.ts', 'help.ts']
      .map((path) => `src/domain/${path}`)
      .filter((path) => !(server.has(path) && browser.has(path)))
    expect(missing).toEqual([])
  })
})

/** A file and all it imports at run time, through as many files as there are. */
function reachedFrom(entry: string): ReadonlySet<string> {
  const byPath = new Map<string, SourceFile>(product.map((file) => [file.path, file]))
  const reached = new Set<string>()
  const open = [entry]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    const imports = byPath.get(path)?.imports ?? []
    open.push(...imports.filter((one) => !one.isTypeOnly).map((one) => one.path))
  }
  return reached
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
}
