/** States that PFAS items neither go to nor are picked up in, unless configured otherwise (OPEN-49). */
export const defaultPfasStates: readonly string[] = ['MN', 'ME', 'VT']

/** Whether an item with the PFAS mark may not go to a state (UNAVAIL-26). */
export function isRestricted(
  item: { readonly isPfas: boolean },
  state: string,
  restrictedStates: readonly string[] = defaultPfasStates,
): boolean {
  return item.isPfas && restrictedStates.includes(state)
}
