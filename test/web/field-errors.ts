import { waitFor } from '@testing-library/react'

/** What stands at the fields that are wrong, in the order of the page. */
export function fieldErrors(within: ParentNode = document): (string | null)[] {
  return [...within.querySelectorAll('[data-field-error]')].map(({ textContent }) => textContent)
}

/** The first error that comes at a field. */
export async function findFieldError(): Promise<Element> {
  return waitFor(() => {
    const found = document.querySelector('[data-field-error]')
    if (found === null) throw new Error('no field is wrong')
    return found
  })
}
