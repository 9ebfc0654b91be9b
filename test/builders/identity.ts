import type { LightMyRequestResponse } from 'fastify'
import type { TestShopper } from '#test/builders/shopper.ts'

/** Whom to be at the stand-in: one of its people by address, or somebody of one's own. */
export type Who =
  | { readonly person: string }
  | {
      readonly email: string
      readonly firstName?: string
      readonly lastName?: string
      readonly isEmailVerified?: boolean
    }
  | { readonly cancel: true }

/** What the provider sends the browser back with. */
export type ProviderReturn = {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** Fields of the form post; of a GET its query. */
  readonly fields: { readonly [name: string]: string }
}

export type StandInBrowser = {
  /** Opens where the store led to, chooses who, and stops where the browser would go back to the store. */
  signInAt(address: string, who: Who): Promise<ProviderReturn>
}

/** A browser at the stand-in, over real HTTP, with its cookies there. */
export function standInBrowser(): StandInBrowser {
  const cookies = new Map<string, string>()

  async function ask(url: URL, form?: { readonly [name: string]: string }): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }) },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  async function follow(from: URL, form?: { readonly [name: string]: string }) {
    let url = from
    let answer = await ask(url, form)
    for (let hop = 0; hop < 6; hop += 1) {
      const location = answer.headers.get('location')
      if (location === null) return { url, body: await answer.text() }
      url = new URL(location, url)
      if (url.pathname.startsWith('/account/')) return { url, body: '' }
      answer = await ask(url)
    }
    throw new Error('the stand-in leads in circles')
  }

  return {
    async signInAt(address, who) {
      const page = await follow(new URL(address))
      if (page.url.pathname.startsWith('/account/')) return returned(page.url)
      if (!page.body.includes('Choose who you are')) throw new Error(`no page to choose a person:\n${page.body}`)
      const end = await follow(page.url, fieldsOf(who))
      if (end.body === '') return returned(end.url)
      const action = /action="([^"]+)"/.exec(end.body)?.[1]
      if (action === undefined) throw new Error(`the stand-in did not send the browser back:\n${end.body}`)
      const fields = [...end.body.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
      return {
        method: 'POST',
        url: new URL(action),
        fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, plain(value)])),
      }
    },
  }
}

function returned(url: URL): ProviderReturn {
  return { method: 'GET', url, fields: Object.fromEntries(url.searchParams) }
}

function fieldsOf(who: Who): { readonly [name: string]: string } {
  if ('person' in who) return { person: who.person }
  if ('cancel' in who) return { cancel: 'true' }
  const { email, firstName = 'Test', lastName = 'Person', isEmailVerified = true } = who
  return { email, firstName, lastName, isEmailVerified: String(isEmailVerified) }
}

function plain(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Where the store leads a shopper who presses a provider's button. */
export async function pressButton(shopper: TestShopper, idp: string, redirectUrl = '/checkout/cart'): Promise<string> {
  const address = `/account/auth/loginwithidp?idp=${idp}&redirectUrl=${encodeURIComponent(redirectUrl)}`
  return String((await shopper.get(address)).headers.location)
}

/** Comes back to the store with a provider's answer, as a browser does: a form post comes without cookies and leads to a GET. */
export async function comeBack(shopper: TestShopper, answer: ProviderReturn): Promise<LightMyRequestResponse> {
  const { pathname, search } = answer.url
  if (answer.method === 'GET') return shopper.get(`${pathname}${search}`)
  const stored = new Map(shopper.cookies)
  shopper.cookies.clear()
  const posted = await shopper.submit(
    pathname,
    { __RequestVerificationToken: '', ...answer.fields },
    {
      'sec-fetch-site': 'cross-site',
      origin: 'https://appleid.apple.com',
    },
  )
  for (const [name, value] of stored) shopper.cookies.set(name, value)
  return shopper.get(String(posted.headers.location))
}

/** The whole way, from the button to the store's last answer. */
export async function signInWith(
  shopper: TestShopper,
  idp: string,
  who: Who,
  redirectUrl?: string,
): Promise<LightMyRequestResponse> {
  return comeBack(shopper, await standInBrowser().signInAt(await pressButton(shopper, idp, redirectUrl), who))
}
