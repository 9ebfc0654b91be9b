/** Name of the hidden input that every page carries (OPEN-04). */
export const tokenFieldName = '__RequestVerificationToken'

// Kept beside the page's field, because a soft navigation may bring a cached page whose field is empty.
let newestToken = ''

/** The anti-forgery token of the page's hidden field; '' when a cached page brought none (PLAT-07). */
export function readToken(): string {
  const field = document.querySelector<HTMLInputElement>(`input[name="${tokenFieldName}"]`)
  if (field?.value) newestToken = field.value
  return newestToken
}

/** Puts a token into every hidden field of the page, so that native forms send it too. */
export function writeToken(token: string): void {
  newestToken = token
  for (const field of document.querySelectorAll<HTMLInputElement>(`input[name="${tokenFieldName}"]`)) {
    field.value = token
  }
}

let renewal: Promise<string> | null = null

/** Fetches a new token, and a session where none is left, from GET /session; asked at once by many, it is fetched once (SCENE-17). */
export function renewToken(): Promise<string> {
  renewal ??= fetchToken().finally(() => {
    renewal = null
  })
  return renewal
}

async function fetchToken(): Promise<string> {
  const response = await fetch('/session', { credentials: 'same-origin', cache: 'no-store' })
  if (!response.ok) return ''
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const token = page.querySelector<HTMLInputElement>(`input[name="${tokenFieldName}"]`)?.value ?? ''
  if (token !== '') writeToken(token)
  return token
}
