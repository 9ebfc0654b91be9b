/** Another import is in the way; the message says which, and what to do. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
