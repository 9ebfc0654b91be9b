/** A field that its schema lets through and that cannot be meant: answered 400, and nothing of the request is kept (SAFE-16). */
export class WrongFields extends Error {
  override name = 'WrongFields'
}
