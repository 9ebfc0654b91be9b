// Loaded before a server (NODE_OPTIONS=--import): its clock is wrong by CLOCK_OFF_MS, its timers are right.
const Right = globalThis.Date
const offMs = Number(process.env.CLOCK_OFF_MS)

globalThis.Date = class extends Right {
  constructor(...given) {
    super(...(given.length === 0 ? [Right.now() + offMs] : given))
  }

  static now() {
    return Right.now() + offMs
  }
}
