import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '#test/web/dialog.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const substitute = { sku: 102, title: 'Steel Pan', imagePath: '', navigateUrl: '/product/102', currentPrice: 4_500 }

describe('BEYOND-10: at the line', () => {
  test('what stands in the way is said, with what could be had in its place', async () => {
    fakeServer()
    const restriction = { kind: 'restricted', message: 'This cannot be shipped to Minnesota.', substitute } as const
    const cart = aCart([aLine({ restriction }), aLine({ id: 'line-2', title: 'Mug' })])
    await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
    const [first, second] = within(screen.getByRole('list', { name: 'Items in your cart' })).getAllByRole('listitem')
    expect(first?.textContent).toContain('This cannot be shipped to Minnesota.')
    const link = within(first as HTMLElement).getByRole('link', { name: 'Steel Pan' })
    expect(link.getAttribute('href')).toBe('/product/102')
    expect(first?.textContent).toContain('$45.00')
    expect(second?.textContent).not.toContain('Minnesota')
  })

  test('a service that is not offered has no substitute', async () => {
    fakeServer()
    const restriction = { kind: 'installation', message: 'Installation is not offered.', substitute: null } as const
    await renderPage(aState({ name: 'cart', cart: aCart([aLine({ restriction })]) }, '/checkout/cart'))
    screen.getByText('Installation is not offered.')
    expect(screen.queryByText(/in its place/i)).toBeNull()
  })
})
