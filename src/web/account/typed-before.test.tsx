import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contracts/pages.ts'
import { anEditPage } from '#test/web/edit-registry.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const nothing = { firstName: '', lastName: '', companyName: '', address1: '', address2: '', city: '', state: '' }
const pages: readonly (readonly [path: string, page: Page, button: string])[] = [
  [
    '/account/addresses/new',
    {
      ...{ name: 'accountAddress', addressId: '', country: 'US', isDefault: false },
      address: { ...nothing, postalCode: '', phone: '' },
    },
    'Save address',
  ],
  [
    '/gift-registry/create',
    { name: 'createRegistry', today: '2026-11-21', firstName: '', lastName: '' },
    'Create Registry',
  ],
  ['/gift-registry/edit/7', anEditPage, 'Save'],
  ['/gift-registry/edit/7', anEditPage, 'Save picture'],
  ['/gift-registry/edit/7', anEditPage, 'Close registry'],
]

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

/** The page at an address, with its browser there. */
async function open(page: Page, address: string) {
  window.history.replaceState(null, '', address)
  await renderPage(aState(page, address, aFrame({ isSignedIn: true })))
}

/** Sends a form; the browser of the test goes nowhere. */
function send(button: string) {
  const form = screen.getByRole<HTMLButtonElement>('button', { name: button }).form as HTMLFormElement
  const submit = createEvent.submit(form)
  form.addEventListener('submit', (event) => event.preventDefault())
  fireEvent(form, submit)
}

describe('CALM-28: what was typed into a form when the session had ended is there after the sign-in, once', () => {
  beforeEach(() => sessionStorage.clear())

  test.each(pages)('%s, %#', async (path, page, button) => {
    await open(page, path)
    fireEvent.change(field('City'), { target: { value: 'Salem' } })
    fireEvent.change(field('State'), { target: { value: 'OR' } })
    const box = screen.getByRole<HTMLInputElement>('checkbox')
    const isChecked = !box.checked
    fireEvent.click(box)
    send(button)
    cleanup()
    await open(page, `${path}?typed=before`)
    expect([field('City').value, field('State').value]).toEqual(['Salem', 'OR'])
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(isChecked)
    cleanup()
    await open(page, `${path}?typed=before`)
    expect(field('City').value).not.toBe('Salem')
  })

  test('another form is not filled with it, nor the same one without a sign-in between', async () => {
    const [first, second] = pages
    if (first === undefined || second === undefined) throw new Error('two pages are needed')
    const [path, page, button] = first
    await open(page, path)
    fireEvent.change(field('City'), { target: { value: 'Salem' } })
    send(button)
    cleanup()
    await open(page, path)
    expect(field('City').value).toBe('')
    cleanup()
    await open(second[1], `${second[0]}?typed=before`)
    expect(field('City').value).toBe('')
  })
})
