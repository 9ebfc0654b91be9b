/** A word that is gone from the code: names that match `was` may not come back; `use` is what to write instead. */
type GoneWord = {
  readonly was: RegExp
  readonly use: string
  /** Names that stay, and why. */
  readonly but?: { readonly names: readonly string[]; readonly why: string }
}

/** Of identifiers, types and properties in src, tests left out. */
export const goneNames: readonly GoneWord[] = [
  {
    was: /[bB]asket/,
    use: 'cart; a cart with its prices is a CartQuote',
    but: {
      names: [
        ...['basketId', 'BasketId', 'basketVersion', 'basketCount', 'basketItem', 'basketItems', 'basketItemId'],
        ...['BasketItemView', 'basketPaymentId', 'basketPaymentGuid', 'emptyBasketMessage', 'emptyBasket'],
        ...['invalidBasket', 'multiRecipientBasket', 'saveMultiRecipientBasket'],
      ],
      why: 'the names of the documents: fields, calls and error types on the wire, and what is stored under them',
    },
  },
  { was: /(^|[a-z])World$|^world$/, use: 'Deps: what a function of the server needs' },
  {
    was: /workOff|hurry|^giveBack|putOff|^takeUp|signOfLife/,
    use: 'process, expedite, refund or roll back, reschedule, resume, heartbeat',
  },
  {
    was: /[nN]otice(Key|Path|Url)$|^(read|take|set)Notices?$|(Form|Signed)Notice/,
    use: 'webhook event, flash message',
    but: {
      names: ['gatewayNoticeKey', 'setNotices'],
      why: 'a field of the file of secrets that installations have; the notices of a form, which are boxes on the page',
    },
  },
  {
    was: /[kK]ept|^keep($|[B-Z])|^Keep(?!s)|[a-z]Keep($|[A-Z])/,
    use: 'cached, stored, saved, held or remaining: whichever it is',
    but: {
      names: ['kept_pages_total', 'keep'],
      why: 'a metric that operators ask for by its name, and the option --keep of payments:hold',
    },
  },
  { was: /[wW]ish/, use: 'request, query, options: what it is a request for' },
  { was: /^(Told|Asked|Given|isAsked|isTold)$/, use: '…Reply, …Request, …Input' },
  { was: /^Once$|KeyedRequest|FreeHandler/, use: 'IdempotentCommit, IdempotentRequest, ExternalHandler' },
  {
    was: /[pP]assingSession|TaxDesk|EarlyAnswer|AnswerKeeper/,
    use: 'SignedGuestSession, CachedTaxClient, PreRouterHandler, AnswerRecorder',
  },
  { was: /[hH]omeless|^homes$|Homes$|HomeLine|HomesStep/, use: 'recipients, unassigned lines' },
  { was: /^mend|[a-z]Mend|letCertificatesGo/, use: 'fix, correct, removeCertificates' },
  { was: /[hH]appening|keepsake/, use: 'AnalyticsEvent, visit memory' },
  { was: /tellFailure|handleCartRefusal|ErrorPlace/, use: 'reportError, showCartError, ErrorContext' },
  { was: /^(placeOf|visitOf|wayOf|greet)$/, use: 'errorContext, createVisit, deliveryMode, initSession' },
  { was: /^useLater$|[uU]nsealed/, use: 'useIdleImport, lacksIntegrity' },
  { was: /^(longest|most)[A-Z]/, use: 'max…' },
  { was: /^Endings?$|(Place|Sheet)Ending/, use: '…Result; Shutdown' },
  {
    was: /[rR]egrets?$|[sS]iege|isSpent|SpentAddress|AddressSpent/,
    use: 'recent cancellations, card testing, rate limited',
  },
  { was: /moneyOfEndedOrder|compareBooks/, use: 'captureWithoutOrder, auditLedgers' },
  {
    was: /[hH]andOver/,
    use: 'cart transfer',
    but: {
      names: ['handOver', 'createHandOver'],
      why: 'the call on the wire, and the page and the popup that browsers know by name',
    },
  },
]

/** Of files in src: the words of their names, between hyphens. */
export const goneFiles: readonly GoneWord[] = [
  { was: /\bbasket\b/, use: 'cart' },
  { was: /\bworld\b/, use: 'deps' },
  { was: /\b(kept|keeper|keepsake)\b/, use: 'cache, stored, recorder, memory' },
  {
    was: /\b(wish|mend|told|homes)\b/,
    use: 'request, fix, changes, recipients',
    but: { names: ['told-changes.test.tsx'], why: 'a sentence' },
  },
  {
    was: /\b(happening|seal|endings|hand-over|give-back|tax-desk|passing-session|early-answer|work-off)\b/,
    use: 'see goneNames',
  },
  {
    was: /\b(change-view|answer-view|item-handlers|use-later|tell-failure)\b|^(house|late|places)\.ts$/,
    use: 'see docs/glossary.md',
  },
]
