import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { Announcer } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, useFocusFirstWrong, type WrongField } from '#web/ui/fields/error-summary.tsx'
import { Quantity } from '#web/ui/fields/quantity.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Drawer } from '#web/ui/panels/drawer.tsx'

const wrong: WrongField[] = [
  { id: 'first', label: 'First name', error: 'Please enter it.' },
  { id: 'city', label: 'City', error: 'Please enter it too.' },
]
function Form() {
  const [attempt, setAttempt] = useState(0)
  useFocusFirstWrong(wrong, attempt)
  return (
    <>
      {attempt > 0 && <ErrorSummary fields={wrong} />}
      <TextField id="first" label="First name" />
      <TextField id="city" label="City" />
      <Button onClick={() => setAttempt(attempt + 1)}>Next</Button>
    </>
  )
}

function Counted({ first }: { readonly first: number }) {
  const [quantity, setQuantity] = useState(first)
  return <Quantity label="Quantity" value={quantity} onChange={setQuantity} />
}
test('PLAT-30, CONST-17: a drawer moves in 0.6 s up to 10000 px, and aria-expanded follows', () => {
  render(<Drawer title="More">Words</Drawer>)
  const handle = screen.getByRole('button', { name: 'More' })
  const content = document.getElementById(handle.getAttribute('aria-controls') ?? '')
  expect(handle.getAttribute('aria-expanded')).toBe('false')
  expect([content?.style.transition, content?.style.maxHeight]).toEqual(['max-height 0.6s', '0px'])
  fireEvent.click(handle)
  expect(handle.getAttribute('aria-expanded')).toBe('true')
  expect([content?.style.transition, content?.style.maxHeight]).toEqual(['max-height 0.6s', '10000px'])
})

describe('UX-11, UX-15: a field and what belongs to it', () => {
  test('the label is visible, hint and error are tied to the control, an optional field says so', () => {
    render(<TextField label="Company" isOptional hint="As on the door" error="Too long" />)
    const field = screen.getByLabelText('Company (optional)')
    const described = field
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id))
    expect(described?.map((element) => element?.textContent)).toEqual(['As on the door', 'Too long'])
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  test('a right field is not described as wrong', () => {
    render(<TextField label="Company" />)
    const field = screen.getByLabelText('Company')
    expect([field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]).toEqual([null, null])
  })

  test('a submit with errors focuses the first wrong field and lists them all as links', () => {
    render(<Form />)
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(document.activeElement?.id).toBe('first')
    fireEvent.click(screen.getByRole('link', { name: 'City' }))
    expect(document.activeElement?.id).toBe('city')
  })
})

test('UX-18: a busy button says so, keeps the focus and cannot be pressed again', () => {
  let presses = 0
  render(
    <Button isBusy busyText="Placing order" onClick={() => (presses += 1)}>
      Place Order
    </Button>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Placing order' })
  fireEvent.click(button)
  expect(presses).toBe(0)
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
})

describe('PDP-04, VALID-28, VALID-29: plus and minus', () => {
  const value = () => screen.getByLabelText<HTMLInputElement>('Quantity').value
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  test('99 plus 1 is 1, and then minus is disabled', () => {
    render(<Counted first={99} />)
    press('Increase Quantity')
    expect(value()).toBe('1')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Decrease Quantity' }).disabled).toBe(true)
  })

  test('1 minus 1 stays 1, 2 minus 1 is 1', () => {
    const { unmount } = render(<Counted first={1} />)
    press('Decrease Quantity')
    expect(value()).toBe('1')
    unmount()
    render(<Counted first={2} />)
    press('Decrease Quantity')
    expect(value()).toBe('1')
  })

  test.each([
    { by: 'keyboard', detail: 0, at: 'INPUT' },
    { by: 'finger', detail: 1, at: 'BUTTON' },
  ])('VALID-31: by $by: who stepped to the end stays at the number', ({ detail, at }) => {
    render(<Counted first={2} />)
    const minus = screen.getByRole('button', { name: 'Decrease Quantity' })
    minus.focus()
    fireEvent.click(minus, { detail })
    expect(document.activeElement?.tagName).toBe(at)
  })
})

describe('CALM-25: a typed quantity that is ignored', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Quantity')
  const type = (value: string) => fireEvent.change(field(), { target: { value } })
  const described = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent

  test.each(['250', '0', 'abc'])('%s says 1 to 99 at the field, announced, and the old value stays', (typed) => {
    render(
      <>
        <Counted first={5} />
        <Announcer />
      </>,
    )
    expect(field().hasAttribute('aria-describedby')).toBe(false)
    type(typed)
    expect([field().value, described()]).toEqual(['5', '1 to 99'])
    expect(screen.getByRole('status').textContent).toBe('Quantity: 1 to 99')
    fireEvent.blur(field())
    expect(described()).toBe('1 to 99')
    type('7')
    expect([field().value, described()]).toEqual(['7', undefined])
  })
})
