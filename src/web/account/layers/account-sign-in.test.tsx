import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type Answer, fakeServer, heldAnswer, networkFailure } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage, renderParts } from '#test/web/render-page.tsx'
import { openLayer } from '#web/layers/open-layer.ts'

const configPath = '/account/auth/GetSignInConfiguration'
const page = '/product/101?color=oat'
const texts = {
  lockout: 'Locked',
  usernameRequired: 'Name, please',
  passwordRequired: 'Password, please',
  genericSummary: 'Errors found',
}
const configuration = (patch: object = {}) => ({
  isLoggedIn: false,
  returnUrl: page,
  oktaConfigurations: { baseUrl: '', clientId: '', isGoogleEnabled: false, isAppleEnabled: false },
  oktaSignInWidgetMessages: texts,
  ...patch,
})

async function open(answer: Answer, more: { readonly [path: string]: Answer } = {}) {
  const server = fakeServer({ [configPath]: answer, ...more })
  const rendered = await renderParts(aFrame(), null, page)
  openLayer('accountSignIn', { returnUrl: page })
  await screen.findByRole('dialog', { name: 'Account Sign In' })
  return { server, ...rendered }
}
const fill = (email: string, password: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Email address' }), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}

test('LOGIN-18: the popup makes the configuration GET before it shows the widget', async () => {
  const held = heldAnswer()
  const { server } = await open(held.answer)
  await waitFor(() => expect(server.count(configPath)).toBe(1))
  expect(server.seen[0]).toMatchObject({ method: 'GET', query: '?returnUrl=%2Fproduct%2F101%3Fcolor%3Doat' })
  expect(screen.queryByRole('textbox')).toBeNull()
  held.release(configuration())
  await screen.findByRole('textbox', { name: 'Email address' })
})

test.each([
  ['HTTP 500', () => new Response('', { status: 500 })],
  ['a network failure', () => networkFailure],
] as const)('LOGIN-19, ROUTE-13, ERR-29: %s of the configuration leads to the sign-in page', async (_name, answer) => {
  const { browser } = await open(answer)
  await waitFor(() =>
    expect(browser.left).toEqual(['/account/login?returnUrl=%2Fproduct%2F101%3Fcolor%3Doat&isRedirect=true']),
  )
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([[page], ['/account']])('LOGIN-17: a signed-in visitor is led to %s at once', async (returnUrl) => {
  const { browser } = await open(() => configuration({ isLoggedIn: true, returnUrl }))
  await waitFor(() => expect(browser.left).toEqual([returnUrl]))
})

test('LOGIN-20: after success the widget posts session token and redirect URL to /account/auth', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
  const { server } = await open(() => configuration(), {
    '/idp/authn': () => ({ status: 'SUCCESS', sessionToken: 'session-1' }),
  })
  await screen.findByRole('textbox', { name: 'Email address' })
  fill('ada@example.com', 'secret words')
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(1))
  const form = submit.mock.contexts[0] as HTMLFormElement
  expect([form.method, form.getAttribute('action')]).toEqual(['post', '/account/auth'])
  expect(Object.fromEntries(new FormData(form))).toEqual({
    __RequestVerificationToken: 'page-token',
    sessionToken: 'session-1',
    redirectUrl: page,
  })
  expect(server.bodies('/idp/authn')).toEqual([{ username: 'ada@example.com', password: 'secret words' }])
})

describe('LOGIN-23, ERR-26: the texts of the widget are those of the configuration', () => {
  test.each([
    ['', 'x', 'SUCCESS', 'Name, please'],
    ['ada@example.com', '', 'SUCCESS', 'Password, please'],
    ['ada@example.com', 'x', 'FAILED', 'Errors found'],
    ['ada@example.com', 'x', 'LOCKED_OUT', 'Locked'],
  ])("address '%s', password '%s', answer %s: %s", async (email, password, status, text) => {
    await open(() => configuration(), { '/idp/authn': () => ({ status, sessionToken: '' }) })
    await screen.findByRole('textbox', { name: 'Email address' })
    fill(email, password)
    await screen.findByText(text)
  })
})

test("the head's 'Sign in' opens the popup over the page", async () => {
  fakeServer({ [configPath]: () => configuration() })
  const state = { name: 'text', title: 'Terms', paragraphs: ['One'], links: [] } as const
  await renderPage(aState(state, '/customer-service/terms-of-use'))
  fireEvent.click(screen.getAllByRole('link', { name: 'Sign in' })[0] as HTMLElement)
  await screen.findByRole('dialog', { name: 'Account Sign In' })
})
