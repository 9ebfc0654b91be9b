import pg from 'pg'

/** Whether a text leads to one database of one server, in the words of the driver. Nothing is connected. */
export function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.hash !== '') return false
  // without a host or a name the driver takes what its own environment says
  const isWhole = url.pathname.length > 1 && (url.hostname !== '' || url.searchParams.has('host'))
  try {
    return isWhole && new pg.Client({ connectionString: text }).database !== ''
  } catch {
    return false
  }
}
