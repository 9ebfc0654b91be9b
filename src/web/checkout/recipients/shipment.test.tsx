import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aRecipient, aShipment, openCheckout } from '#test/web/checkout.ts'
import { answer, saveAll } from '#test/web/two-homes.ts'

// what the steps fetch behind themselves is there at once
beforeAll(async () => {
  await import('./recipient-parts.ts')
  await import('./delivery-options.ts')
  await import('./billing-options.ts')
})
beforeEach(() => sessionStorage.clear())

describe('when a shipment comes', () => {
  const ranges = [
    { startDate: '2026-11-30', endDate: '2026-12-04' },
    { startDate: '2026-12-07', endDate: '2026-12-11' },
  ]
  const sentShipment = (server: { bodies(path: string): unknown[] }) =>
    (server.bodies(saveAll).at(-1) as { recipients: { shipments: object[] }[] }).recipients[0]?.shipments[0]

  test('SHIP-15, SHIP-16: a chosen week sets level 1 and its range; clearing it empties the range and keeps the level', async () => {
    const held = aShipment({ holidayHoldRanges: ranges, holidayHold: ranges[1]! })
    const reply = answer({ recipientList: [aRecipient({ shipments: [held] })] })
    const shipment = aShipment({ holidayHoldRanges: ranges, selectedServiceLevel: 3 })
    const { server } = await openCheckout(
      2,
      { recipientList: [aRecipient({ shipments: [shipment] })] },
      { [saveAll]: () => reply },
    )
    fireEvent.change(await screen.findByLabelText('Holiday hold'), { target: { value: '2026-12-07' } })
    await waitFor(() => expect(sentShipment(server)).toMatchObject({ selectedServiceLevel: 1, holidayHold: ranges[1] }))
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Holiday hold').value).toBe('2026-12-07'))
    fireEvent.change(screen.getByLabelText('Holiday hold'), { target: { value: '' } })
    await waitFor(() => expect(sentShipment(server)).toMatchObject({ selectedServiceLevel: 1, holidayHold: null }))
  })

  test.each([true, false])('SHIP-17, SHIP-18: ship-complete shows only when it is to be seen: %s', async (isSeen) => {
    const shipment = aShipment({ isShipCompleteVisible: isSeen, selectedServiceLevel: 3, holidayHoldRanges: ranges })
    const { server } = await openCheckout(
      2,
      { recipientList: [aRecipient({ shipments: [shipment] })] },
      { [saveAll]: () => answer({}) },
    )
    await screen.findByLabelText('Holiday hold')
    const box = screen.queryByLabelText(/^Ship everything together/)
    expect(box !== null).toBe(isSeen)
    if (box === null) return
    fireEvent.click(box)
    await waitFor(() =>
      expect(sentShipment(server)).toMatchObject({ selectedServiceLevel: 1, isShipCompleteSelected: true }),
    )
  })

  test('CALM-16: an in-home delivery that comes all together keeps its own level, and says that it is one delivery', async () => {
    const inHome = aShipment({ isShipCompleteVisible: true, selectedServiceLevel: 6 })
    const shipment = { ...inHome, items: inHome.items.map((item) => ({ ...item, isParcelShipping: false })) }
    const { server } = await openCheckout(
      2,
      { recipientList: [aRecipient({ shipments: [shipment] })] },
      { [saveAll]: () => answer({}) },
    )
    fireEvent.click(await screen.findByLabelText(/^Ship everything together.*In one delivery/))
    await waitFor(() =>
      expect(sentShipment(server)).toMatchObject({ selectedServiceLevel: 6, isShipCompleteSelected: true }),
    )
  })

  test('SHIP-19: a day and its hours are chosen, a full window cannot be; the chosen one is shown', async () => {
    const windows = [
      { id: 1, date: '2026-12-01', from: '08:00', to: '12:00', isFree: false },
      { id: 2, date: '2026-12-01', from: '12:00', to: '16:00', isFree: true },
    ]
    const with_ = (selectedWindowId: number | null) =>
      aRecipient({ shipments: [aShipment({ tripBooking: { windows, selectedWindowId } })] })
    const { server } = await openCheckout(
      2,
      { recipientList: [with_(null)] },
      { [saveAll]: () => answer({ recipientList: [with_(2)] }) },
    )
    fireEvent.change(await screen.findByLabelText('Delivery day'), { target: { value: '2026-12-01' } })
    expect(screen.getByLabelText<HTMLInputElement>(/^8 am - 12 pm/).disabled).toBe(true)
    fireEvent.click(screen.getByLabelText(/^12 pm - 4 pm/))
    await waitFor(() => expect(sentShipment(server)).toMatchObject({ tripBooking: { selectedWindowId: 2 } }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^12 pm - 4 pm/).checked).toBe(true))
  })
})
