import type { ReactNode } from 'react'
import type { Page, PageState } from '#contracts/pages.ts'

export type PageName = Page['name']
export type PageOf<Name extends PageName> = Extract<Page, { name: Name }>

/** A page's component, given the data of its own page and nothing else. */
export type PageView<Name extends PageName> = (props: { readonly page: PageOf<Name> }) => ReactNode

export type PageViews = { readonly [Name in PageName]: PageView<Name> }

/** What the one route loads: the state of the page and the component that shows it. */
export type LoadedPage = { readonly state: PageState; readonly view: (props: { page: Page }) => ReactNode }

/** Puts a page's state beside its component; the name says that they belong together. */
export function loadedPage(state: PageState, view: PageViews[PageName]): LoadedPage {
  return { state, view: view as unknown as LoadedPage['view'] }
}
