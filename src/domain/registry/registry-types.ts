/** Kinds of registries by their codes (OPEN-101), with the event they are for. */
export const registryTypes = {
  br: { eventType: 'Wedding', listType: 1, hasChecklist: true },
  bb: { eventType: 'Baby Shower', listType: 1, hasChecklist: true },
  hw: { eventType: 'Housewarming', listType: 1, hasChecklist: true },
  ot: { eventType: 'Celebration', listType: 1, hasChecklist: true },
  gl: { eventType: 'Gift List', listType: 2, hasChecklist: false },
} as const

export type RegistryType = keyof typeof registryTypes

/** Whether a text is the code of a kind of registry (OPEN-101). */
export function isRegistryType(text: string): text is RegistryType {
  return Object.hasOwn(registryTypes, text)
}

/** Whether 'View Checklist' shows and the checklist page exists, for a registry type of the wire (ROUTE-18). */
export function hasChecklist(registryType: string, isInteractiveChecklistEnabled: boolean): boolean {
  return isInteractiveChecklistEnabled && isRegistryType(registryType) && registryTypes[registryType].hasChecklist
}
