// Tells the store's page, and no other, how the sheet ended. That page closes this window: a window that is gone when
// its message arrives has no source any more, and the page cannot know whose word it was.
const { storeOrigin, answer } = document.querySelector('#answer').dataset
const store = window.opener
store?.postMessage(JSON.parse(answer), storeOrigin)
if (store === null || store.closed) window.close()
