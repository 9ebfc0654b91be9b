import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { signInPageFragments } from '#domain/account/sign-in-pages.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const open = (patch: object = {}) => {
  fakeServer()
  const page = {
    name: 'login',
    returnUrl: '/account',
    isRedirect: false,
    heading: 'Sign In',
    message: '',
    providers: [],
  }
  return renderPage(aState({ ...page, ...patch } as Parameters<typeof aState>[0], '/account/login'))
}
const createAccount = () => screen.queryByRole('link', { name: 'Create an Account' })
const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

describe('LOGIN-12: the heading of the sign-in page', () => {
  test("LOGIN-12: it is 'Sign In' unless it is replaced", async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign In')
  })

  test('LOGIN-12: a caller replaces it', async () => {
    await open({ heading: 'Sign in to your registry' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in to your registry')
  })
})

describe("LOGIN-16: 'Create an Account' on the sign-in page", () => {
  test.each([...signInPageFragments.designServices, ...signInPageFragments.registryForm])(
    'LOGIN-16: it is hidden on the way to %s',
    async (returnUrl) => {
      await open({ returnUrl: `${returnUrl}?step=2` })
      expect(createAccount()).toBeNull()
    },
  )

  test.each(['/account', '/checkout/cart', '/search?next=/design-services/form'])(
    'LOGIN-16, LOGIN-15: it shows on the way to %s',
    async (returnUrl) => {
      await open({ returnUrl })
      expect(createAccount()?.getAttribute('href')).toBe('/account/create-account')
    },
  )
})

describe('LOGIN-24, LOGIN-25, ROUTE-22: the buttons of outside providers', () => {
  test('LOGIN-24, LOGIN-25: they go to loginwithidp with the name and the encoded redirectUrl', async () => {
    await open({ returnUrl: '/search?q=mug&page=2', providers: ['Google', 'Apple'] })
    const to = (idp: string) => `/account/auth/loginwithidp?idp=${idp}&redirectUrl=%2Fsearch%3Fq%3Dmug%26page%3D2`
    expect([hrefOf('Continue with Google'), hrefOf('Continue with Apple')]).toEqual([to('Google'), to('Apple')])
  })

  test('ROUTE-22: with Apple disabled no link with idp=Apple exists', async () => {
    await open({ providers: ['Google'] })
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(links.filter((href) => href.includes('idp=Google'))).toHaveLength(1)
    expect(links.filter((href) => href.includes('idp=Apple'))).toEqual([])
  })
})
