import { vi } from 'vitest'

export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: unknown
  readonly headers: Headers
}

/** What a path answers: a JSON body, or a Response, or an error to fail with. */
export type Answer = (request: SeenRequest) => unknown

/** The server as the pages see it, at the boundary of fetch: what was asked, and what is answered. */
export type FakeServer = {
  readonly seen: SeenRequest[]
  on(path: string, answer: Answer): void
  /** A path's connection is lost, until the function that comes back is called. */
  cutOff(path: string): () => void
  /** The paths asked so far, log, counts and carousels left out. */
  paths(): string[]
  count(path: string): number
  bodies(path: string): unknown[]
}

export const networkFailure = new TypeError('Failed to fetch')
const quiet = ['/Checkout/Log', '/ReactCart/GetHeaderCounts', '/recommendation/index', '/browse/widget/CrossSell']

/** Puts a fake server in place of fetch until the test ends. */
export function fakeServer(answers: { readonly [path: string]: Answer } = {}): FakeServer {
  const table = new Map<string, Answer>([
    ['/Checkout/Log', () => ({ isSuccess: true, errorMessage: '' })],
    ['/ReactCart/GetHeaderCounts', () => ({ basketCount: 0, favoritesCount: 0, isBeingOrdered: false })],
    // carousels stand on many pages: nothing to recommend, and a feed that never comes
    ['/recommendation/index', () => ({ items: [], title: '' })],
    ['/browse/widget/CrossSell', () => new Promise(() => {})],
    ['/session', () => sessionPage('renewed-token')],
    ...Object.entries(answers),
  ])
  const seen: SeenRequest[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://cb.localhost')
    const request = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.search,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    }
    seen.push(request)
    const answer = table.get(url.pathname)
    if (answer === undefined) throw new Error(`Nobody answers ${url.pathname}`)
    const answered = await answer(request)
    if (answered instanceof Error) throw answered
    return answered instanceof Response ? answered : Response.json(answered)
  })
  return {
    seen,
    on: (path, answer) => table.set(path, answer),
    cutOff: (path) => {
      const answer = table.get(path)
      table.set(path, () => networkFailure)
      return () => (answer === undefined ? table.delete(path) : table.set(path, answer))
    },
    paths: () => seen.map((request) => request.path).filter((path) => !quiet.includes(path)),
    count: (path) => seen.filter((request) => request.path === path).length,
    bodies: (path) => seen.filter((request) => request.path === path).map((request) => request.body),
  }
}

/** The page of GET /session: a hidden field with a new token. */
export function sessionPage(token: string): Response {
  const html = `<!doctype html><input type="hidden" name="__RequestVerificationToken" value="${token}">`
  return new Response(html, { headers: { 'content-type': 'text/html' } })
}

/** An answer that comes when it is let go. */
export function heldAnswer(): { readonly answer: Answer; readonly release: (body: unknown) => void } {
  let release: (body: unknown) => void = () => {}
  const body = new Promise<unknown>((resolve) => {
    release = resolve
  })
  return { answer: () => body, release }
}
