import postcss, { type Rule } from 'postcss'

/**
 * Of all styles, those that the elements of some CSS modules can need: what a page brings along when it is somebody's
 * first. Modules are named as in class names ('header-module'); rules outside modules stay.
 */
export function firstStylesOf(styles: string, modules: ReadonlySet<string>): string {
  const root = postcss.parse(styles)
  root.walkRules((rule) => {
    if (isStep(rule)) return
    const remaining = rule.selectors.filter((selector) =>
      modulesIn(withoutNegations(selector)).every((name) => modules.has(name)),
    )
    if (remaining.length === 0) rule.remove()
    else if (remaining.length < rule.selectors.length) rule.selectors = remaining
  })
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove()
  })
  return root.toString()
}

/** The modules whose class names stand in a text. */
export function modulesIn(text: string): string[] {
  return [...text.matchAll(/([\w-]+-module)_/g)].map(([, name]) => name ?? '')
}

/** 'from' and '50%' are no selectors. */
function isStep({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && 'name' in parent && parent.name.endsWith('keyframes')
}

/** A rule for all that is not so holds also where nothing is. */
function withoutNegations(selector: string): string {
  const at = selector.indexOf(':not(')
  if (at < 0) return selector
  let depth = 0
  for (let end = at + 4; end < selector.length; end += 1) {
    if (selector[end] === '(') depth += 1
    if (selector[end] === ')') depth -= 1
    if (depth === 0) return withoutNegations(selector.slice(0, at) + selector.slice(end + 1))
  }
  return selector
}
