/** Where the database layer reports what it survived. A pino logger fits. */
export type DatabaseLog = {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
}
