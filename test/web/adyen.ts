import { act } from '@testing-library/react'
import type {
  AdyenEntry,
  AdyenEvents,
  AdyenField,
  AdyenSettings,
  OpenAdyenCard,
} from '#web/payment/adyen/adyen-frames.ts'

/** What Adyen's frames gave for a Visa ending in 1111. */
export const encryptedCard = {
  encryptedCardNumber: 'eyJ.number+/=',
  encryptedExpiryMonth: 'eyJ.month',
  encryptedExpiryYear: 'eyJ.year',
  encryptedSecurityCode: 'eyJ.code',
}

/** Stands in for adyen-web: records what it was told, and says what its frames would. */
export function recordingAdyen() {
  const opened: { readonly place: HTMLElement; readonly settings: AdyenSettings; readonly events: AdyenEvents }[] = []
  const focused: AdyenField[] = []
  const counts = { shown: 0, removed: 0 }
  const open: OpenAdyenCard = async (place, settings, events) => {
    opened.push({ place, settings, events })
    return {
      showWrong: () => {
        counts.shown += 1
      },
      focus: (field) => {
        focused.push(field)
      },
      remove: () => {
        counts.removed += 1
      },
    }
  }
  const say = (tell: (events: AdyenEvents) => void) =>
    act(async () => {
      const last = opened.at(-1)
      if (last === undefined) throw new Error('The library was not opened.')
      tell(last.events)
    })
  return {
    opened,
    focused,
    counts,
    load: async () => open,
    say,
    entry: (entry: Partial<AdyenEntry>) =>
      say((events) => events.onEntry({ isValid: false, encrypted: {}, wrong: {}, ...entry })),
    /** A whole card was typed. */
    fill: () =>
      say((events) => {
        events.onBrand({ name: 'visa', hasExpiry: true, hasCode: true })
        events.onLastFour('1111')
        events.onEntry({ isValid: true, encrypted: encryptedCard, wrong: {} })
      }),
  }
}
