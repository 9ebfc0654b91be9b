import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answer, fakeServer, heldAnswer, networkFailure } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage, renderParts } from '#test/web/render-page.tsx'
import { openLayer } from '#web/layers/open-layer.ts'

const tokenPath = '/account/reset-password/GetRequestVerificationToken'
const requestPath = '/account/reset-password/okta-reset-password-request'
const wrongEmail = 'Please enter a valid Email Address (i.e. name@example.com).'
const sent = { isSuccess: true, errorMessage: '', headerMessage: 'A link is on its way.' }

async function open(answers: { readonly [path: string]: Answer } = {}) {
  let round = 0
  const server = fakeServer({
    [tokenPath]: () => {
      round += 1
      return { requestToken: `request-${round}`, headerMessage: 'Tell us your address.' }
    },
    [requestPath]: () => sent,
    ...answers,
  })
  await renderParts(aFrame(), null, '/account/login')
  openLayer('resetPassword', {})
  await screen.findByRole('dialog', { name: 'Reset password' })
  await screen.findByText('Tell us your address.')
  return server
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email address' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Submit' }))

test("LOGIN-13: the sign-in page's 'Reset password' button opens the popup", async () => {
  fakeServer({ [tokenPath]: () => ({ requestToken: 'r', headerMessage: 'Tell us your address.' }) })
  const page = {
    name: 'login',
    returnUrl: '/',
    isRedirect: false,
    heading: 'Sign In',
    message: '',
    providers: [],
  } as const
  await renderPage(aState(page, '/account/login'))
  fireEvent.click(screen.getByRole('button', { name: 'Reset password' }))
  await screen.findByRole('dialog', { name: 'Reset password' })
  await screen.findByText('Tell us your address.')
})

describe('RESET-01, RESET-02, RESET-03, RESET-06: the forgot-password popup', () => {
  test('it fetches a token, shows its header message, an email field of 66 characters and a submit button', async () => {
    const server = await open()
    expect(server.seen.filter(({ path }) => path === tokenPath).map(({ method }) => method)).toEqual(['GET'])
    expect(field().maxLength).toBe(66)
    expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy()
  })
})

test('RESET-04: submit sends address and request token as the body, and the verification token in the header', async () => {
  const server = await open()
  type('ada@example.com')
  submit()
  await waitFor(() => expect(server.count(requestPath)).toBe(1))
  const request = server.seen.find(({ path }) => path === requestPath)
  expect(request).toMatchObject({ method: 'POST', body: { accountEmail: 'ada@example.com', token: 'request-1' } })
  expect(request?.headers.get('RequestVerificationToken')).toBe('page-token')
})

test.each(['', 'abc'])("RESET-05, VALID-38: '%s' shows the sentence and makes no call", async (email) => {
  const server = await open()
  if (email !== '') type(email)
  submit()
  expect(screen.getByText(wrongEmail)).toBeTruthy()
  expect(server.count(requestPath)).toBe(0)
})

test('RESET-07, VALID-38: the Enter key submits', async () => {
  const server = await open()
  await userEvent.type(field(), 'ada@example.com{Enter}')
  await waitFor(() => expect(server.count(requestPath)).toBe(1))
})

test('RESET-08, VALID-38: after a submit one character more clears the error', async () => {
  await open()
  submit()
  expect(screen.getByText(wrongEmail)).toBeTruthy()
  type('a')
  expect(screen.queryByText(wrongEmail)).toBeNull()
})

test('RESET-10: after success it shows the confirmation and no form', async () => {
  await open()
  type('ada@example.com')
  submit()
  await screen.findByText('A link is on its way.')
  expect(screen.queryByText('Tell us your address.')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
})

test('a second press while it sends makes no second call', async () => {
  const held = heldAnswer()
  const server = await open({ [requestPath]: held.answer })
  type('ada@example.com')
  submit()
  const busy = await screen.findByRole('button', { name: 'Sending …' })
  fireEvent.submit(busy.ownerDocument.querySelector('dialog form') as HTMLFormElement)
  held.release(sent)
  await screen.findByText('A link is on its way.')
  expect(server.count(requestPath)).toBe(1)
})

test('OPEN-98: after a refusal the reason stands there, and the next try has a new request token', async () => {
  const answers = [{ isSuccess: false, errorMessage: 'Too many tries.', headerMessage: '' }, sent]
  const server = await open({ [requestPath]: () => answers.shift() })
  type('ada@example.com')
  submit()
  await screen.findByText('Too many tries.')
  await waitFor(() => expect(server.count(tokenPath)).toBe(2))
  submit()
  await screen.findByText('A link is on its way.')
  expect(server.bodies(requestPath).map((body) => (body as { token: string }).token)).toEqual([
    'request-1',
    'request-2',
  ])
})

test('a failed call says so and keeps what was typed', async () => {
  await open({ [requestPath]: () => new Response('', { status: 500 }) })
  type('ada@example.com')
  submit()
  await screen.findByText('Something went wrong. Please try again.')
  expect(field().value).toBe('ada@example.com')
})

test('a token that cannot be had at first is asked for again with the request', async () => {
  let times = 0
  const server = fakeServer({
    [tokenPath]: () => {
      times += 1
      return times === 1 ? networkFailure : { requestToken: 'late', headerMessage: 'Hello' }
    },
    [requestPath]: () => sent,
  })
  await renderParts(aFrame(), null, '/account/login')
  openLayer('resetPassword', {})
  await screen.findByText('Something went wrong. Please try again.')
  type('ada@example.com')
  submit()
  await screen.findByText('A link is on its way.')
  expect(server.bodies(requestPath)).toEqual([{ accountEmail: 'ada@example.com', token: 'late' }])
})

describe('OPEN-98: the page of the mailed link', () => {
  test('it has a plain form with the token of the link', async () => {
    fakeServer()
    await renderPage(aState({ name: 'resetPassword', token: 'link-token' }, '/account/reset-password?token=link-token'))
    const form = screen.getByLabelText<HTMLInputElement>('New password').form
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/account/reset-password'])
    expect(new FormData(form as HTMLFormElement).get('token')).toBe('link-token')
  })

  test('a link that is over offers a new one', async () => {
    fakeServer({ [tokenPath]: () => ({ requestToken: 'r', headerMessage: 'Tell us your address.' }) })
    await renderPage(aState({ name: 'resetPassword', token: '' }, '/account/reset-password'))
    fireEvent.click(screen.getByRole('button', { name: 'Send a new link' }))
    await screen.findByText('Tell us your address.')
  })
})
