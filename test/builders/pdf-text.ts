import { inflateSync } from 'node:zlib'

/** The text of a PDF as a reader would copy it, one line per piece of text: by the fonts' own maps to characters. */
export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const maps = new Map<string, Map<number, string>>()
  for (const [id, { head }] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
    if (map !== undefined) maps.set(id, characterMap(objects.get(map)?.stream ?? ''))
  }
  const lines: string[] = []
  for (const { head } of objects.values()) {
    const contents = /\/Type \/Page\b[\s\S]*?\/Contents (\d+) 0 R/.exec(head)?.[1]
    const resources = /\/Resources (\d+) 0 R/.exec(head)?.[1]
    if (contents === undefined) continue
    const names = objects.get(resources ?? '')?.head ?? head
    const fonts = new Map(
      [...names.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, maps.get(id)]),
    )
    lines.push(...shown(objects.get(contents)?.stream ?? '', fonts))
  }
  return lines.join('\n')
}

type PdfObject = { readonly head: string; readonly stream: string }

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match
    const at = body.indexOf('stream\n')
    const head = at < 0 ? body : body.slice(0, at)
    const raw = at < 0 ? '' : body.slice(at + 7, body.lastIndexOf('\nendstream'))
    const isPacked = head.includes('/FlateDecode')
    const isText = at >= 0 && !head.includes('/Length1') && !head.includes('/Subtype /CIDFontType0C')
    const stream = isText && isPacked ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw
    objects.set(id, { head, stream })
  }
  return objects
}

function characterMap(cmap: string): Map<number, string> {
  const map = new Map<number, string>()
  for (const [, from = '', to = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    const characters = [...list.matchAll(/<([0-9a-f ]+)>/gi)].map(([, hex = '']) => utf16(hex))
    for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++) {
      map.set(code, characters[code - Number.parseInt(from, 16)] ?? '')
    }
  }
  return map
}

function utf16(hex: string): string {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  return bytes.swap16().toString('utf16le')
}

function* shown(content: string, fonts: ReadonlyMap<string, Map<number, string> | undefined>): Generator<string> {
  let map: Map<number, string> | undefined
  for (const [, font, pieces] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) map = fonts.get(font)
    if (pieces === undefined) continue
    const codes = [...pieces.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    yield codes.map((code) => map?.get(Number.parseInt(code, 16)) ?? '?').join('')
  }
}
