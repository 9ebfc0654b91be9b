import { Fragment, type ReactNode } from 'react'

/** Codes, and the store after 'Pick up:'. */
const given = /(\S*\d\S*|(?<=^Pick up: ).+)/

/** The words of a filter follow the case of their brand; codes and stores in them stay as they are (CALM-51). */
export function AsGiven({ text }: { readonly text: string }): ReactNode {
  return text
    .split(given)
    .filter((part) => part !== '')
    .map((part) =>
      given.test(part) || text === `Pick up: ${part}` ? (
        <bdi key={part}>{part}</bdi>
      ) : (
        <Fragment key={part}>{part}</Fragment>
      ),
    )
}
