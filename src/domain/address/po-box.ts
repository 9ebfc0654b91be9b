const box = /\b(p\.?\s*o\.?\s*b(ox)?|post office box|postal box|case postale|c\.?\s?p)\.?\s*(#|no\.?)?\s*\d/i

/** Whether a line of an address names a post office box: nobody is there to whom furniture could be handed. */
export function isPostOfficeBox(line: string): boolean {
  return box.test(line)
}
