declare module 'opentype.js' {
  /** Coordinates of a point, in the units of the size asked for; y grows downwards. */
  export type PathCommand =
    | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
    | { readonly type: 'Q'; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
    | {
        readonly type: 'C'
        readonly x1: number
        readonly y1: number
        readonly x2: number
        readonly y2: number
        readonly x: number
        readonly y: number
      }
    | { readonly type: 'Z' }
  export type Glyph = {
    readonly index: number
    readonly advanceWidth: number
    getPath(x: number, y: number, fontSize: number): { readonly commands: readonly PathCommand[] }
  }
  export type Font = {
    readonly unitsPerEm: number
    charToGlyphIndex(character: string): number
    readonly glyphs: { get(index: number): Glyph }
    getKerningValue(left: Glyph, right: Glyph): number
  }
  const opentype: { readonly parse: (buffer: ArrayBuffer) => Font }
  // the package is CommonJS, which has no other export
  // biome-ignore lint/style/noDefaultExport: as the package has it
  export default opentype
}
