import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { signInPageFragments } from '#domain/account/sign-in-pages.ts'
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

async function open(answer: Answer, more: { readonly [path: string]: Answer } = {}, at = page) {
  const server = fakeServer({ [configPath]: answer, ...more })
  const rendered = await renderParts(aFrame(), null, at)
  openLayer('accountSignIn', { returnUrl: at })
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

test('LOGIN-22: after success the password stays shut for 9000 ms, then it can be tried again', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
  let tries = 0
  await open(() => configuration(), {
    '/idp/authn': () => ({ status: 'SUCCESS', sessionToken: `session-${++tries}` }),
  })
  await screen.findByRole('textbox', { name: 'Email address' })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const isShut = () => screen.getByLabelText<HTMLInputElement>('Password').disabled
  expect(isShut()).toBe(false)
  fill('ada@example.com', 'secret words')
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect([submit.mock.calls.length, isShut()]).toEqual([1, true])
  await act(() => vi.advanceTimersByTimeAsync(8_999))
  expect(isShut()).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(isShut()).toBe(false)
  fill('ada@example.com', 'secret words')
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect([submit.mock.calls.length, isShut()]).toEqual([2, true])
  const sent = new FormData(submit.mock.contexts[1] as HTMLFormElement)
  expect(sent.get('sessionToken')).toBe('session-2')
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

test('LOGIN-23 CALM-22: a wrong password is said at its field too; what nobody could judge is not called wrong', async () => {
  const wrong = 'The email address or the password is not right.'
  const { server } = await open(() => configuration(), { '/idp/authn': () => ({ status: 'FAILED', sessionToken: '' }) })
  await screen.findByRole('textbox', { name: 'Email address' })
  fill('ada@example.com', 'x')
  await screen.findByText(wrong)
  const told = screen.getByLabelText('Password').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(told)?.textContent).toBe(wrong)
  server.on('/idp/authn', () => new Response('', { status: 500 }))
  fill('ada@example.com', 'x')
  await waitFor(() => expect(screen.queryByText(wrong)).toBeNull())
  await screen.findByText('Errors found')
  expect(screen.queryByText(wrong)).toBeNull()
})

test.each([
  ['SAFE-50', 'FAILED', 'Please use the link in our mail first.'],
  ['SAFE-53', 'LOCKED_OUT', 'There were too many tries from your network. Please try again in a few minutes.'],
])('%s: of %s the popup says what the answer says', async (_row, status, errorMessage) => {
  await open(() => configuration(), { '/idp/authn': () => ({ status, sessionToken: '', errorMessage }) })
  await screen.findByRole('textbox', { name: 'Email address' })
  fill('ada@example.com', 'x')
  await screen.findByText(errorMessage)
})

const { designServices, registryForm } = signInPageFragments
const previous = () => screen.queryByRole('button', { name: 'Previous' })
const createAccount = () => screen.queryByRole('link', { name: 'Create an Account' })

describe("LOGIN-11, LOGIN-16, ROUTE-24: the popup's 'Previous' and 'Create an Account'", () => {
  test.each(designServices)(
    "LOGIN-11: on %s it has 'Previous', which goes back to the former page",
    async (fragment) => {
      const { navigation, path } = await open(() => configuration({ returnUrl: fragment }), {}, fragment)
      await screen.findByRole('textbox', { name: 'Email address' })
      const former = '/product/100'
      await act(() => navigation.navigate(former))
      await act(() => navigation.navigate(fragment))
      fireEvent.click(previous() as HTMLElement)
      await waitFor(() => expect(path()).toBe(former))
    },
  )

  test.each([...registryForm, page])("LOGIN-11: on %s it has no 'Previous'", async (address) => {
    await open(() => configuration(), {}, address)
    await screen.findByRole('textbox', { name: 'Email address' })
    expect(previous()).toBeNull()
  })

  test.each([...designServices, ...registryForm])("LOGIN-16: on %s 'Create an Account' is hidden", async (fragment) => {
    await open(() => configuration(), {}, fragment)
    await screen.findByRole('textbox', { name: 'Email address' })
    expect(createAccount()).toBeNull()
  })

  test("LOGIN-16: elsewhere 'Create an Account' shows", async () => {
    await open(() => configuration())
    await screen.findByRole('textbox', { name: 'Email address' })
    expect(createAccount()?.getAttribute('href')).toBe('/account/create-account')
  })
})

describe('LOGIN-08, LOGIN-24, LOGIN-25: the ways of outside providers in the popup', () => {
  test.each([
    [{ isGoogleEnabled: true, isAppleEnabled: true }, ['Google', 'Apple']],
    [{ isGoogleEnabled: true, isAppleEnabled: false }, ['Google']],
    [{ baseUrl: 'https://example.okta.com', isGoogleEnabled: false, isAppleEnabled: false }, ['Okta']],
    [{ isGoogleEnabled: false, isAppleEnabled: false }, []],
  ])('LOGIN-08: settings %j show %j, each with the way back', async (settings, names) => {
    const oktaConfigurations = { ...configuration().oktaConfigurations, ...settings }
    await open(() => configuration({ oktaConfigurations }))
    await screen.findByRole('textbox', { name: 'Email address' })
    const links = screen.queryAllByRole('link', { name: /^Continue with/ })
    const to = (name: string) => `/account/auth/loginwithidp?idp=${name}&redirectUrl=%2Fproduct%2F101%3Fcolor%3Doat`
    expect(links.map((link) => link.getAttribute('href'))).toEqual(names.map(to))
  })
})

test("the head's 'Sign in' opens the popup over the page", async () => {
  fakeServer({ [configPath]: () => configuration() })
  const state = { name: 'text', title: 'Terms', paragraphs: ['One'], links: [] } as const
  await renderPage(aState(state, '/customer-service/terms-of-use'))
  fireEvent.click(screen.getAllByRole('link', { name: 'Sign in' })[0] as HTMLElement)
  await screen.findByRole('dialog', { name: 'Account Sign In' })
})
