/** Whether a statement changes nothing: a cut read may be repeated, a cut write may have happened. Locks of rows count as changes. */
export function readsOnly(text: string): boolean {
  return (
    /^[\s(]*(select|with|values)\b/i.test(text) && !/\b(insert|update|delete|merge|nextval|set_config)\b/i.test(text)
  )
}
