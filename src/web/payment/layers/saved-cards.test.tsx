import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gatewayPath, goodCard } from '#test/web/checkout.ts'
import { applied, aSavedCard, type CardsSeed, openPayment, savePayment, three } from '#test/web/saved-cards.ts'

// what the page loads behind itself is there when a test begins
beforeAll(async () => {
  await import('./add-new-card.tsx')
  await import('./apply-card.tsx')
  await import('./select-two-cards.tsx')
})
beforeEach(() => sessionStorage.clear())

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const popup = (name: string) => screen.findByRole('dialog', { name })
const inDialog = (dialog: HTMLElement, name: string) =>
  within(dialog).queryByRole<HTMLButtonElement>('button', { name })
const choice = (dialog: HTMLElement, kind: 'radio' | 'checkbox', name: RegExp) =>
  within(dialog).getByRole<HTMLInputElement>(kind, { name })

async function openApply(wish: CardsSeed = {}) {
  const opened = await openPayment({ one: applied('card-1'), ...wish })
  click(/^Change card/)
  return { ...opened, dialog: await popup('Apply New/Saved Card') }
}

async function openSelectTwo(wish: CardsSeed = {}) {
  const opened = await openPayment(wish)
  click('Pay with two cards')
  return { ...opened, dialog: await popup('Select Two Cards') }
}

async function addCard(dialog: HTMLElement, button: string): Promise<void> {
  fireEvent.click(inDialog(dialog, button)!)
  const adding = await popup('Add New Card')
  fireEvent.input(within(adding).getByLabelText('Card number'), { target: { value: goodCard.number } })
  fireEvent.input(within(adding).getByLabelText('Expiration date (MM/YY)'), { target: { value: goodCard.expiry } })
  fireEvent.input(within(adding).getByLabelText('Security code'), { target: { value: goodCard.code } })
  await act(async () => {
    fireEvent.click(within(adding).getByRole('button', { name: 'Add card' }))
  })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add New Card' })).toBeNull())
}

describe('Apply New/Saved Card', () => {
  test("PAY-30, PAY-31: a radio list of saved cards, 'Apply new card' and 'Update Payment'; one choice at a time", async () => {
    const { server, dialog } = await openApply()
    expect(within(dialog).getAllByRole('radio')).toHaveLength(3)
    expect([inDialog(dialog, 'Apply new card'), inDialog(dialog, 'Update Payment')].includes(null)).toBe(false)
    expect(choice(dialog, 'radio', /0001/).checked).toBe(true)
    fireEvent.click(choice(dialog, 'radio', /0002/))
    expect([choice(dialog, 'radio', /0001/).checked, choice(dialog, 'radio', /0002/).checked]).toEqual([false, true])
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(server.bodies(savePayment)).toEqual([
      {
        cardOneData: null,
        accountCardOneData: { id: 'card-2', appliedAmount: null },
        cardTwoData: null,
        accountCardTwoData: null,
      },
    ])
  })

  test("PAY-32, PAY-41: with only expired cards none can be chosen and 'Update Payment' is disabled", async () => {
    const expired = [aSavedCard('card-1', { isExpired: true }), aSavedCard('card-2', { isExpired: true })]
    await openPayment({ saved: expired })
    click('Use a saved card')
    const dialog = await popup('Apply New/Saved Card')
    expect(
      within(dialog)
        .getAllByRole<HTMLInputElement>('radio')
        .every(({ disabled }) => disabled),
    ).toBe(true)
    expect(within(dialog).getAllByText('This card has expired.')).toHaveLength(2)
    expect(inDialog(dialog, 'Update Payment')?.disabled).toBe(true)
  })

  test("PAY-42, VALID-22: the card of the other slot is disabled with 'Card already in use.', and an expired one too", async () => {
    const saved = [three[0]!, three[1]!, aSavedCard('card-3', { isExpired: true })]
    await openPayment({ saved, one: applied('card-1'), two: applied('card-2', { order: 2, isPrimary: false }) })
    click('Change card 1')
    const dialog = await popup('Apply New/Saved Card')
    expect([/0001/, /0002/, /0003/].map((name) => choice(dialog, 'radio', name).disabled)).toEqual([false, true, true])
    const row = choice(dialog, 'radio', /0002/).closest('label')!
    expect(within(row).getByText('Card already in use.')).toBeDefined()
    expect(within(dialog).getAllByText('Card already in use.')).toHaveLength(1)
  })

  test('PAY-43, VALID-23: with only store cards allowed another is disabled with the reward error', async () => {
    const saved = [
      aSavedCard('card-1'),
      aSavedCard('card-2', { type: 'StoreCreditCard', expMonth: 0, expYear: 0 }),
      aSavedCard('card-3', { type: 'CoBrandMasterCard' }),
    ]
    await openPayment({ saved, isOnlyCbccAllowed: true })
    click('Use a saved card')
    const dialog = await popup('Apply New/Saved Card')
    expect([/0001/, /0002/, /0003/].map((name) => choice(dialog, 'radio', name).disabled)).toEqual([true, false, false])
    const row = choice(dialog, 'radio', /0001/).closest('label')!
    expect(within(row).getByText('Reward certificates can only be used with your store card.')).toBeDefined()
  })

  test.each([
    [2, true],
    [3, false],
  ])("PAY-39: with a limit of 3 and %i cards 'Apply new card' shows: %s", async (count, isShown) => {
    const { dialog } = await openApply({ saved: three.slice(0, count), limit: 3 })
    expect(inDialog(dialog, 'Apply new card') !== null).toBe(isShown)
  })

  test('PAY-38: a card added there is one more of the list, chosen, and pays', async () => {
    const { server, dialog } = await openApply()
    await addCard(dialog, 'Apply new card')
    expect(within(dialog).getAllByRole('radio')).toHaveLength(4)
    expect(choice(dialog, 'radio', /1111/).checked).toBe(true)
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(server.bodies(savePayment)).toMatchObject([
      { cardOneData: { cardToken: 'tok_1' }, accountCardOneData: null },
    ])
  })
})

describe('Select Two Cards', () => {
  test("PAY-33, PAY-34: a checkbox list, 'Add new card' and 'Update Payment'; with two chosen the third is disabled", async () => {
    const { server, dialog } = await openSelectTwo()
    const boxes = within(dialog).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes).toHaveLength(3)
    expect([inDialog(dialog, 'Add new card'), inDialog(dialog, 'Update Payment')].includes(null)).toBe(false)
    fireEvent.click(boxes[0]!)
    fireEvent.click(boxes[2]!)
    expect(boxes.map(({ disabled }) => disabled)).toEqual([false, true, false])
    fireEvent.click(boxes[0]!)
    expect(boxes.map(({ disabled }) => disabled)).toEqual([false, false, false])
    fireEvent.click(boxes[1]!)
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(server.bodies(savePayment)).toEqual([
      {
        cardOneData: null,
        accountCardOneData: { id: 'card-3', appliedAmount: 6_097 },
        cardTwoData: null,
        accountCardTwoData: { id: 'card-2', appliedAmount: 6_098 },
      },
    ])
  })

  test.each([0, 1])(
    "PAY-35, VALID-21: with %i chosen it says 'Please select two cards.' and makes no call",
    async (count) => {
      const { server, dialog } = await openSelectTwo()
      for (const box of within(dialog).getAllByRole('checkbox').slice(0, count)) fireEvent.click(box)
      fireEvent.click(inDialog(dialog, 'Update Payment')!)
      expect(within(dialog).getByText('Please select two cards.')).toBeDefined()
      expect(server.count(savePayment)).toBe(0)
    },
  )

  test('VALID-21: with 2 chosen nothing is wrong', async () => {
    const { server, dialog } = await openSelectTwo()
    for (const box of within(dialog).getAllByRole('checkbox').slice(0, 2)) fireEvent.click(box)
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(screen.queryByText('Please select two cards.')).toBeNull()
  })

  test("PAY-40, CONST-09: with a limit of 3 and 4 cards it still shows 'Add new card', the other popup does not", async () => {
    const saved = [...three, aSavedCard('card-4')]
    const { dialog } = await openSelectTwo({ saved, limit: 3, one: applied('card-1') })
    expect(inDialog(dialog, 'Add new card')).not.toBeNull()
    fireEvent.click(inDialog(dialog, 'Close')!)
    click(/^Change card/)
    expect(inDialog(await popup('Apply New/Saved Card'), 'Apply new card')).toBeNull()
  })

  test('PAY-38: a card added there makes the list one longer', async () => {
    const { dialog } = await openSelectTwo()
    await addCard(dialog, 'Add new card')
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(4)
  })

  test('PAY-36, CONST-10: a guest pays with two new cards', async () => {
    const { server, dialog } = await openSelectTwo({ saved: [], isGuest: true })
    await addCard(dialog, 'Add new card')
    server.on(gatewayPath, () =>
      Response.json({ cardToken: 'tok_2', brand: 'Visa', lastFour: '2222' }, { status: 201 }),
    )
    await addCard(dialog, 'Add new card')
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(server.bodies(savePayment)).toMatchObject([
      {
        cardOneData: { slot: 'CardOne', cardToken: 'tok_1', appliedAmount: 6_097, saveToAccount: false },
        cardTwoData: { slot: 'CardTwo', cardToken: 'tok_2', appliedAmount: 6_098 },
      },
    ])
  })
})
