import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contracts/pages.ts'
import { anEditPage } from '#test/web/edit-registry.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const today = '2026-11-21'
const address = { address1: '1 Old Road', city: 'Salem', state: 'OR', postalCode: '97301', address2: '', phone: '' }

type Row = readonly [
  page: Page,
  typed: { readonly [field: string]: string },
  shown: { readonly [label: string]: string },
]

const rows: readonly Row[] = [
  [
    { name: 'login', heading: 'Sign In', message: '', returnUrl: '', isRedirect: false, providers: [] },
    { email: 'ann@example.com' },
    { 'Email address': 'ann@example.com', Password: '' },
  ],
  [
    { name: 'createAccount', message: '', returnUrl: '' },
    { firstName: 'Ann', lastName: 'Bell', email: 'ann@example.com' },
    { 'First name': 'Ann', 'Last name': 'Bell', 'Email address': 'ann@example.com', Password: '' },
  ],
  [
    { name: 'findOrder', isEnded: false },
    { email: 'ann@example', orderNumber: 'AB12' },
    { 'Email address': 'ann@example', 'Order number': 'AB12' },
  ],
  [
    { name: 'createRegistry', today, firstName: 'Ann', lastName: 'Bell' },
    { registryType: 'br', eventDate: '2027-06-12', firstName: 'Anna', city: 'Portland', isPublic: 'true' },
    { Occasion: 'br', Date: '2027-06-12', 'First name': 'Anna', 'Last name': 'Bell', City: 'Portland' },
  ],
  [
    { ...anEditPage, eventDate: '2027-06-12', today, isPublic: true, address },
    { eventDate: '2027-07-01', city: 'Portland', isPublic: 'false' },
    { Date: '2027-07-01', 'Street address': '', City: 'Portland', 'ZIP code': '' },
  ],
]

describe('UX-14 UX-24: the page of a form that was refused shows what was typed', () => {
  test.each(rows)('$name', async (page, typed, shown) => {
    await renderPage(aState(page, '/account/login', aFrame({ typed, notice: 'Please look again.' })))
    for (const [label, value] of Object.entries(shown))
      expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(value)
    const box = screen.queryByRole('checkbox')
    if (box !== null) expect(box).toHaveProperty('checked', typed.isPublic === 'true')
  })
})
