/** Providers whose mailboxes are the same with and without dots, by the name that they all go by. */
const withoutDots = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * One form for all ways to write the address of one mailbox (SAFE-57): case, spaces, a '+tag', and dots where the provider
 * does not look at them. For counting people, never for finding an account: whose mail it is, only a mail can tell.
 */
export function mailboxKey(email: string): string {
  const plain = email.normalize('NFKC').replace(/\s/g, '').toLowerCase()
  const at = plain.lastIndexOf('@')
  if (at < 1) return plain
  const domain = plain.slice(at + 1)
  const untagged = plain.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const provider = withoutDots.get(domain)
  return provider === undefined ? `${untagged}@${domain}` : `${untagged.replaceAll('.', '')}@${provider}`
}
