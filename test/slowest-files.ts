import type { Reporter, TestModule } from 'vitest/node'

const howMany = 10

/** Says at the end of a run which files took longest: those to look at when the whole takes too long. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= howMany) return
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return { name: module.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1_000 }
    })
    const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, howMany)
    const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`)
    console.log(`\nThe ${howMany} slowest files:\n${lines.join('\n')}\n`)
  }
}
