/** Files by name up to so many bytes, the least lately used out first. */
export function createFileCache(maxBytes: number) {
  const files = new Map<string, Buffer>()
  let bytes = 0
  const drop = (name: string) => {
    bytes -= files.get(name)?.length ?? 0
    files.delete(name)
  }
  return {
    get(name: string): Buffer | undefined {
      const file = files.get(name)
      if (file === undefined) return undefined
      files.delete(name)
      files.set(name, file)
      return file
    },
    put(name: string, file: Buffer): void {
      drop(name)
      files.set(name, file)
      bytes += file.length
      for (const eldest of files.keys()) {
        if (bytes <= maxBytes) break
        drop(eldest)
      }
    },
  }
}
