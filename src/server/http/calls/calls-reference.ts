import type { Call } from '#contracts/call.ts'
import { allCalls } from '#contracts/table.ts'

type Named = { readonly name: string; readonly call: Call }

/**
 * The call table as one page of docs/reference: a line for each call. `requirementOf` finds the text of a row by its id,
 * from which a line says what the call does.
 */
export function callsReference(requirementOf: (id: string) => string): string {
  const topics = Map.groupBy(allCalls(), (named) => named.topic)
  const sections = [...topics].map(([topic, calls]) => {
    const lines = calls.map((named) => line(named, requirementOf))
    return `## ${topic}\n\n| call | verb and path | what it does | sent | guards | rows |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n`
  })
  return [
    '# Calls',
    '',
    'Generated from `src/contracts/table.ts` and `docs/requirements/`; do not edit. The shapes of what is sent and answered,',
    'whole, are in `GET /openapi.json` (production: `OPENAPI=true`).',
    '',
    'A POST sends JSON, a GET a query. Guards: **session**, **token** (`RequestVerificationToken`: without them the answer is',
    '`{"IsReset": true}` with 200, and nothing changes), **key** (`Idempotency-Key` makes a retry harmless), **step** (the',
    'step rule, CALL-37). A GET changes nothing. Every call may also answer 400 (malformed, or a card number where none may',
    'be), 403 (sent from a page of another site), 413, 415, 422 (the key was used for another request), 429, 500 or 503, as',
    '`{"isSuccess": false, "errorMessage"}`.',
    '',
    ...sections,
  ].join('\n')
}

function line({ name, call }: Named, requirementOf: (id: string) => string): string {
  const { rules, route } = call
  const guards = [
    ...(rules.session === 'required' ? ['session'] : []),
    ...(rules.token ? ['token'] : []),
    ...(rules.key ? ['key'] : []),
    ...(rules.stepRule ? ['step'] : []),
  ]
  const sent = Object.keys((call.input as { readonly shape?: object }).shape ?? {})
  const does =
    call.rows
      .split(' ')
      .map(requirementOf)
      .map(firstSentence)
      .find((text) => text !== '') ?? ''
  const cells = [
    name,
    `\`${route.method} ${route.path}\``,
    does,
    sent.map((field) => `\`${field}\``).join(' '),
    guards.join(', '),
    call.rows,
  ]
  return `| ${cells.join(' | ')} |`
}

/** Without the row's own title, which stands in bold letters before it. */
function firstSentence(text: string): string {
  const plain = text.replace(/^\*\*[^*]*\*\*\s*/, '')
  return /^.*?[.;](?=\s|$)/.exec(plain)?.[0].replace(/;$/, '.') ?? plain
}
