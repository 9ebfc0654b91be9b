/** Says which setting names a port that another program has. */
export function portTaken(setting: string, port: number): Error {
  return new Error(`${setting}: port ${port} is taken by another program.`)
}

/** Runs what listens on a port. @throws Error that names the setting, when another program has the port */
export async function listening<T>(setting: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? portTaken(setting, port) : error
  }
}
