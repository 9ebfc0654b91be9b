import pg from 'pg'

type Parse = (text: string) => unknown

const { builtins } = pg.types

/** An int8 as a number; outside ±2^53 it throws rather than lose a digit. */
export function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database answered ${text}, which is no safe whole number`)
  return value
}

/** sum(bigint) is numeric in SQL: whole numbers are read, a fraction asks for a cast. */
function parseNumeric(text: string): number {
  if (!/^-?\d+$/.test(text))
    throw new RangeError(`The database answered numeric ${text}: cast it to text or float8 in SQL`)
  return parseInteger(text)
}

const asText: Parse = (text) => text

/** For types whose text needs no quotes in an array; one dimension. */
function arrayOf(parse: Parse): Parse {
  return (text) => {
    const inside = text.slice(1, -1)
    return inside === '' ? [] : inside.split(',').map((entry) => (entry === 'NULL' ? null : parse(entry)))
  }
}

const parsers = new Map<number, Parse>([
  [builtins.INT8, parseInteger],
  [builtins.NUMERIC, parseNumeric],
  [builtins.DATE, asText],
  [1016, arrayOf(parseInteger)],
  [1231, arrayOf(parseNumeric)],
  [1182, arrayOf(asText)],
])

/**
 * How columns become values: int8 and whole numeric a number, date the text 'YYYY-MM-DD', timestamptz a Date, json and
 * jsonb parsed, the rest as the driver does.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const own = format === 'binary' ? undefined : parsers.get(oid)
    return own ?? pg.types.getTypeParser(oid, format)
  },
}
