import type { ReactNode } from 'react'

// Drawn on a 24 px grid with a 1.5 px line.
const paths = {
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.2 15.2L20 20',
  close: 'M5 5l14 14M19 5L5 19',
  cart: 'M3 4h2.5l2.2 11.5h10.6L20.5 8H7M9.5 20a1 1 0 1 0 0-.01M16.5 20a1 1 0 1 0 0-.01',
  heart: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.6 3.9-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  down: 'M6 9l6 6 6-6',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 3.5l9 16H3l9-16zM12 10v4.5M12 17v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 7.5v.01',
  truck: 'M2.5 6h11v10h-11zM13.5 10h4l3 3v3h-7M7 18.5a1.7 1.7 0 1 0 0-.01M17 18.5a1.7 1.7 0 1 0 0-.01',
  store: 'M4 10v9.5h16V10M3 10l2-5.5h14L21 10H3zM9.5 19.5v-5h5v5',
  phone: 'M6 3.5h3l1.5 4-2 1.5a11 11 0 0 0 5 5l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A16 16 0 0 1 4 5.7a2 2 0 0 1 2-2.2z',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  gift: 'M4 10h16v10H4zM3 7h18v3H3zM12 7v13M12 7S8 3 7 5.5 12 7 12 7zM12 7s4-4 5-1.5S12 7 12 7z',
  google: 'M20 12a8 8 0 1 1-2.5-5.8M20 12h-8',
  apple:
    'M16 8c-2 0-2.5 1-4 1s-2-1-4-1c-2.5 0-4 2.5-4 5.5S6.5 21 8.5 21c1.5 0 2-.8 3.5-.8s2 .8 3.5.8c1.6 0 3-1.8 3.8-3.8C17 16 17 12 19.5 10.5 18.7 9 17.5 8 16 8zM12 7c0-2.5 1.5-4 3.5-4.5C15.7 5 14 7 12 7z',
} as const

export type IconName = keyof typeof paths

/** A line drawing in the colour of its text. Silent for screen readers: the words beside it, or the button's label, speak. */
export function Icon({ name, size = 24 }: { readonly name: IconName; readonly size?: 16 | 20 | 24 }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
