import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Announcer } from '#web/ui/announcer.tsx'
import { ErrorSummary, type WrongField } from './error-summary.tsx'
import { TextField } from './text-field.tsx'

const wrong: WrongField[] = [
  { id: 'first', label: 'First name', error: 'Please enter it.' },
  { id: 'city', label: 'City', error: 'Please enter it too.' },
]

describe('CALM-29: what a submit refused is told once', () => {
  test('by the summary; the message of a field is tied to it and no alert of its own', async () => {
    render(
      <>
        <ErrorSummary fields={wrong} />
        {wrong.map(({ id, label, error }) => (
          <TextField key={id} id={id} label={label} error={error} />
        ))}
        <Announcer />
      </>,
    )
    await new Promise((resolve) => setTimeout(resolve))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('status').textContent).toBe('')
    for (const { label, error } of wrong) {
      const described = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
      expect(document.getElementById(described)?.textContent).toBe(error)
    }
  })

  test('one that comes by itself is told politely, unless its control has the focus', async () => {
    const { rerender } = render(
      <>
        <TextField id="first" label="First name" />
        <Announcer />
      </>,
    )
    const told = async (error: string) => {
      rerender(
        <>
          <TextField id="first" label="First name" error={error} />
          <Announcer />
        </>,
      )
      await waitFor(() => expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBe('true'))
      await new Promise((resolve) => setTimeout(resolve))
      return screen.getByRole('status').textContent
    }
    screen.getByLabelText('First name').focus()
    expect(await told('Please enter it.')).toBe('')
    screen.getByLabelText('First name').blur()
    expect(await told('Please use letters only.')).toBe('Error at First name.')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
