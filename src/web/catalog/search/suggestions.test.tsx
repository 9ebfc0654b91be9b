import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { SearchField } from './search-field.tsx'

test('PLAT-04, OPEN-36: a suggested product has its price, a donation none', async () => {
  const found = (name: string, lowestPrice: number) => ({
    name,
    navigateUrl: `/product/${name}`,
    imagePath: '',
    lowestPrice,
  })
  const products = [found('Plant Stand', 12_900), found('Plant a Tree Donation', 0)]
  fakeServer({ '/ReactBrowse/GetSuggestions': () => ({ products, categories: [], correction: '' }) })
  await renderParts(aFrame(), <SearchField />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  field.focus()
  await screen.findByRole('combobox')
  fireEvent.input(field, { target: { value: 'plant' } })
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Plant Stand$129.00', 'Plant a Tree Donation'])
})
