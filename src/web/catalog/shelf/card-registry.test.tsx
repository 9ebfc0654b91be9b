import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ProductCard } from '#contracts/pages.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { ProductCardTile } from './product-card.tsx'

const listPath = '/ReactRegistry/GetRegistryList'
const label = 'Add to Registry: Oak Table'
const registrySku = { sku: 101, isStockSku: true, hasGrouper: false, isSuperSpecialOrder: false, propertyCodes: [1] }
const card: ProductCard = {
  ...{ productId: 'p', sku: 101, name: 'Oak Table', navigateUrl: '/product/101', pictures: [], swatches: [] },
  ...{
    lowestPrice: 12_999,
    highestPrice: 12_999,
    regularPrice: 12_999,
    availability: 1,
    registrySku,
    isAddable: false,
    isDonation: false,
  },
}

async function open(of: ProductCard['registrySku'], isOnShelf = true) {
  const loggedOut = { registryCount: 0, isLoggedIn: false, isRegistrantMode: false, giftRegistries: [] }
  const server = fakeServer({
    [listPath]: () => ({ ...loggedOut, isInteractiveChecklistEnabled: true, quantityInRegistry: 0 }),
  })
  const tile = <ProductCardTile card={{ ...card, registrySku: of }} isOnShelf={isOnShelf} />
  return { server, ...(await renderParts(aFrame(), tile, '/category/tables')) }
}
const button = () => screen.queryByRole<HTMLButtonElement>('button', { name: label })

describe('PDP-08: the registry button of a card on a product list page', () => {
  test.each([
    [250, false],
    [300, false],
    [400, false],
    [100, true],
    [25, true],
  ])('property code %s shows it: %s', async (code, isShown) => {
    await open({ ...registrySku, propertyCodes: [1, code] })
    expect(button() !== null).toBe(isShown)
  })

  test('without a code it shows; a donation, and any other list than those of products, has none', async () => {
    await open({ ...registrySku, propertyCodes: [] })
    expect(button()).not.toBeNull()
    document.body.replaceChildren()
    await open(null)
    expect(button()).toBeNull()
    document.body.replaceChildren()
    await open(registrySku, false)
    expect(button()).toBeNull()
  })

  test('REG-22, REG-23: what is no stock sku cannot be pressed', async () => {
    await open({ ...registrySku, isStockSku: false })
    expect(button()?.disabled).toBe(true)
  })

  test('REG-02: it adds the sku of the card', async () => {
    const { server, browser } = await open(registrySku)
    fireEvent.click(button()!)
    await waitFor(() => expect(browser.left).toHaveLength(1))
    expect(server.seen.find(({ path }) => path === listPath)?.query).toBe('?sku=101')
  })
})
