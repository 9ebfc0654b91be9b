import type { IncomingHttpHeaders } from 'node:http'

/** Whether a reader takes a coding by its very name, and not with a weight of nothing. */
export function acceptsEncoding(headers: IncomingHttpHeaders, coding: 'br' | 'gzip'): boolean {
  for (const entry of headers['accept-encoding']?.toString().split(',') ?? []) {
    const [name = '', ...parameters] = entry.split(';')
    if (name.trim().toLowerCase() !== coding) continue
    const weight = parameters.map((each) => /^\s*q\s*=(.*)$/i.exec(each)?.[1]).find((each) => each !== undefined)
    return weight === undefined || Number(weight) > 0
  }
  return false
}
