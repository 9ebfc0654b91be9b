import { type Sql, statement } from '#server/db/database.ts'

export type MessageRow = {
  readonly key: string
  readonly brand: string
  readonly locale: string
  readonly text: string
}

const readAll = statement<MessageRow>(
  'message.read-all',
  'select key, brand, locale, text from message order by key, brand, locale',
)

export function readMessages(sql: Sql): Promise<MessageRow[]> {
  return sql.rows(readAll)
}
