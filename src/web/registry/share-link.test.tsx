import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { Announcer } from '#web/ui/announcer.tsx'
import { ShareLink } from './share-link.tsx'

const address = 'http://cb.localhost:3000/gift-registry/registry/s-1'
const copied: string[] = []
const shared: ShareData[] = []

function device(parts: { readonly writeText?: () => Promise<void>; readonly share?: () => Promise<void> }): void {
  const writeText = async (text: string) => {
    await parts.writeText?.()
    copied.push(text)
  }
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  const { share } = parts
  if (share === undefined) return
  const value = async (data: ShareData) => {
    shared.push(data)
    await share()
  }
  Object.defineProperty(navigator, 'share', { configurable: true, value })
}

async function open(): Promise<void> {
  const link = <ShareLink path="/gift-registry/registry/s-1" address={address} title="Ann Bell: Wedding" />
  await renderParts(
    aFrame(),
    <>
      <Announcer />
      {link}
    </>,
  )
}

async function press(name: string): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
}

describe('CALM-66: the link of a registry', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    copied.length = 0
    shared.length = 0
  })
  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(navigator, 'clipboard')
    Reflect.deleteProperty(navigator, 'share')
  })

  test('one press copies it, says so for three seconds, and tells it', async () => {
    device({})
    await open()
    await press('Copy link')
    expect(copied).toEqual([address])
    screen.getByText('The link is copied.')
    await act(async () => vi.advanceTimersByTime(2_900))
    screen.getByRole('button', { name: 'Copied' })
    await act(async () => vi.advanceTimersByTime(200))
    screen.getByRole('button', { name: 'Copy link' })
  })

  test('where the browser lets no page copy, the link is marked and that is told', async () => {
    device({ writeText: () => Promise.reject(new Error('denied')) })
    await open()
    await press('Copy link')
    expect([getSelection()?.toString(), copied]).toEqual([address, []])
    screen.getByText('The link is marked. Copy it as you copy any text.')
    screen.getByRole('button', { name: 'Copy link' })
  })

  test('the sheet of a device that has one gets title and address; closing it is no fault', async () => {
    device({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) })
    await open()
    await press('Share')
    expect(shared).toEqual([{ title: 'Ann Bell: Wedding', url: address }])
  })

  test('a device without one is not offered it', async () => {
    device({})
    await open()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  })
})
