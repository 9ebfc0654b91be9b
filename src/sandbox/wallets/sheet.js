// Tells the store's page, and no other, how the sheet ended. That page closes this window: a window that is gone when
// its message arrives has no source any more. Where nobody listens it closes by itself. A word before the answer, where
// the address lies, leaves it open.
const { storeOrigin, answer, stays } = document.querySelector('#answer').dataset
const store = window.opener
store?.postMessage(JSON.parse(answer), storeOrigin)
if (stays === undefined) setTimeout(() => window.close(), store === null || store.closed ? 0 : 3_000)
