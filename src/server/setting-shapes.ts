import { z } from 'zod'

// The kinds of values that settings have, each with the sentence of what is wrong.

export const port = z.coerce.number('a port is a whole number').int('a port is a whole number').min(0).max(65_535)
export const flag = z.enum(['true', 'false'], "only 'true' or 'false'").transform((text) => text === 'true')
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== ''),
)
export const origin = z
  .string()
  .refine(isOrigin, 'an origin is scheme and host without a path, as in https://www.example.com')
export const smtpUrl = z.string().refine(isSmtpUrl, 'as in smtp://user:password@host:587 or smtps://host:465')
export const secret = z.string().min(32, 'at least 32 characters')
export const hexKey = z.string().regex(/^([0-9a-f]{2}){16,}$/i, 'hexadecimal, at least 16 bytes')

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}
