const allowed = /^[\d\s().+-]+$/

/** The ten digits of a US or Canadian number, a leading +1 or 1 aside; null when it is none. */
export function phoneDigits(text: string): string | null {
  const trimmed = text.trim()
  if (!allowed.test(trimmed)) return null
  const digits = trimmed.replace(/\D/g, '')
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return national.length === 10 ? national : null
}

/** Ten digits as people write them: '(312) 555-0100'. */
export function formatPhone(digits: string): string {
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
