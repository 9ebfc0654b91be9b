import { renderToString } from 'react-dom/server'
import type { PageState } from '#contracts/pages.ts'
import { locationOf } from '#web/navigation/history.ts'
import { allPageViews } from '#web/navigation/lazy-pages.ts'
import { loadedPage } from '#web/navigation/page-view.ts'
import { CurrentPage } from '#web/shell/current-page.tsx'

/** What makes a page's HTML, to stand inside `<div id="root">`. All data is in the state: nothing is fetched, nothing suspends. */
export async function loadRender(): Promise<(state: PageState) => string> {
  const views = await allPageViews()
  return (state) => {
    const page = loadedPage(state, views[state.page.name])
    const shown = { location: locationOf(state.path, ''), page, failure: null, isLoading: false, keepsScroll: true }
    return renderToString(<CurrentPage navigation={null} state={shown} />)
  }
}
