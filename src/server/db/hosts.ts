import pg from 'pg'

/** What DATABASE_URL leads to: the same database on one or several servers, of which one may be written to. */
export type DatabaseHosts = {
  /** An address for each server, in the words of the driver; it takes one host at a time. */
  readonly urls: readonly string[]
  /** Only a server that takes writes will do. Of several it is so, unless `target_session_attrs=any` says otherwise. */
  readonly isForWriting: boolean
}

const shape =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<who>[^@/?#]*@)?(?<hosts>[^@/?#]*)(?<name>\/[^/?#]+)(?:\?(?<parameters>[^#]*))?$/
const oneHost = /^(?:(?<name>[\w.%-]+)|\[(?<six>[\da-f:.]+)\])(?::(?<port>\d{1,5}))?$/i
const targets = ['any', 'read-write']

/**
 * Takes apart `postgres://user:password@a:5432,[::1]:5433/name?target_session_attrs=read-write`. A port that is missing is 5432;
 * parameters that are not ours go to the driver unchanged. Nothing is connected.
 * @returns undefined for what leads to no database
 */
export function databaseHosts(text: string): DatabaseHosts | undefined {
  const { scheme, who = '', hosts = '', name, parameters = '' } = shape.exec(text)?.groups ?? {}
  if (scheme === undefined || name === undefined) return undefined
  const asked = parameters.split('&').filter((one) => one !== '')
  const target = asked.filter((one) => one.startsWith('target_session_attrs='))
  const others = asked.filter((one) => !target.includes(one))
  const [, attributes] = target.length > 1 ? [undefined, 'twice'] : (target[0]?.split('=') ?? [])
  if (attributes !== undefined && !targets.includes(attributes)) return undefined
  const urlOf = (host: string, more: readonly string[]) =>
    `${scheme}${who}${host}${name}${more.length > 0 ? `?${more.join('&')}` : ''}`
  // a socket's folder stands among the parameters
  const isNamedThere = hosts === '' && others.some((one) => one.startsWith('host='))
  const urls = isNamedThere
    ? [urlOf('', others)]
    : hosts.split(',').map((host) => {
        const { name: known, six, port = '5432' } = oneHost.exec(host)?.groups ?? {}
        if (Number(port) < 1 || Number(port) > 65_535) return ''
        // the driver would take the brackets for a part of the name
        if (six !== undefined) return urlOf(`[${six}]:${port}`, [...others, `host=${encodeURIComponent(six)}`])
        return known === undefined ? '' : urlOf(`${known}:${port}`, others)
      })
  if (!urls.every(isForDriver)) return undefined
  const isForWriting = attributes === undefined ? urls.length > 1 : attributes === 'read-write'
  return { urls, isForWriting }
}

/**
 * The address of servers of which any will do, as its reader takes them: in the order given from the nth on, and round.
 * @param nth which of them is tried first; beyond the last it begins anew
 */
export function forReading(text: string, nth = 0): string {
  const { scheme = '', who = '', hosts = '', name = '', parameters = '' } = shape.exec(text)?.groups ?? {}
  const all = hosts.split(',')
  const first = nth % all.length
  const others = parameters.split('&').filter((one) => one !== '' && !one.startsWith('target_session_attrs='))
  const asked = [...others, 'target_session_attrs=any'].join('&')
  return `${scheme}${who}${[...all.slice(first), ...all.slice(0, first)].join(',')}${name}?${asked}`
}

/** Whether a text leads to a database that is only read: on one server or several, none of which need take writes. */
export function isReplicaUrl(text: string): boolean {
  return isDatabaseUrl(text) && !/[?&]target_session_attrs=read-write(&|$)/.test(text)
}

/** Whether a text leads to one database, in the words of the driver for each of its servers. */
export function isDatabaseUrl(text: string): boolean {
  return databaseHosts(text) !== undefined
}

function isForDriver(url: string): boolean {
  try {
    return url !== '' && Boolean(new pg.Client({ connectionString: url }).database)
  } catch {
    return false
  }
}
