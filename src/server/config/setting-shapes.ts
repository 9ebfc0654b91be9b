import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'

// The kinds of values that settings have, each with the sentence of what is wrong.

/** A whole number as it is written, not whatever JavaScript takes for one. */
export function wholeNumber(min: number, max: number) {
  const text = `a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/, text)
    .transform(Number)
    .refine((number) => number >= min && number <= max, text)
}

const countText = 'auto, or a whole number from 1 to 256'
/** How many processes; auto: as many as the machine has cores for. */
export const processCount = z
  .string()
  .regex(/^(auto|[1-9]\d{0,2})$/, countText)
  .transform((text): number | 'auto' => (text === 'auto' ? text : Number(text)))
  .refine((count) => count === 'auto' || count <= 256, countText)
export const port = wholeNumber(0, 65_535)
export const flag = z.enum(['true', 'false'], "only 'true' or 'false'").transform((text) => text === 'true')
export const list = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  )
  .refine((each) => each.length > 0, 'names nothing: leave it out')
export const origin = z
  .string()
  .refine(
    isOrigin,
    'an origin is scheme and host as browsers write them, without a path, as in https://www.example.com',
  )
export const smtpUrl = z
  .string()
  .refine(isSmtpUrl, 'as in smtp://user:password@host:587 or smtps://host:465; %25 for a %')
/**
 * Marks a setting as a secret: it may be given by a file as `NAME_FILE` (decision 0132), and is never shown. Outermost, as the mark is of this
 * very shape.
 */
export function isSecret<Shape extends z.ZodType>(shape: Shape): Shape {
  return shape.meta({ isSecret: true })
}
/** A name or a key that travels in headers and addresses. */
export const word = z.string().regex(/^[\x21-\x7e]{1,1000}$/, 'at most 1,000 letters, digits and signs, without blanks')
export const secret = z.string().min(32, 'at least 32 characters')
/** A secret that travels in headers. */
export const sentSecret = secret.regex(/^[\x20-\x7e]{0,1000}$/, 'at most 1,000 letters, digits and signs')
/** Secrets by commas, at most three: those that were good before. */
export const oldSecrets = list
  .refine((each) => each.length <= 3, 'at most three, by commas')
  .refine(
    (each) => each.every((one) => one.length >= 32 && !/[\r\n]/.test(one)),
    'at least 32 characters each, without a comma or the end of a line in them',
  )
export const hexKey = z.string().regex(/^([0-9a-f]{2}){16,512}$/i, 'hexadecimal, at least 16 bytes')
export const listenAddress = z
  .string()
  .refine((text) => text === 'localhost' || isIP(text) !== 0, 'an address of this machine, as in 127.0.0.1 or 0.0.0.0')
/** A folder that is there, or that is made when it is needed. */
export const folder = z.string().refine(isFolder, 'a folder')

/** A file that is read without a fault now, long before what is in it is needed. */
export function readableFile(read: (file: string) => unknown) {
  return z.string().superRefine((file, context) => {
    try {
      read(file)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    }
  })
}

/** Whether a secret could have been made by chance; a few characters again and again were typed by somebody. */
export function hasVariety(text: string): boolean {
  return new Set(text.toLowerCase()).size >= 8
}

/** Whether a value still has a placeholder of docs/how-to/run-in-production.md. */
export function hasPlaceholder(text: string): boolean {
  return /^<.*>$/s.test(text) || /<(user|password|mail server|host|key|account|prefix)>/i.test(text)
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text && url.hostname.length <= 253
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || url.hostname.length > 253) return false
  // a # or a / in a password ends the host before it began
  const isPlain = /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '' && url.port !== '0'
  return isPlain && [url.username, url.password].every(isDecodable)
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null
  } catch {
    return false
  }
}

function isFolder(text: string): boolean {
  try {
    return statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? isFolder(dirname(resolve(text)))
  } catch {
    return false
  }
}
