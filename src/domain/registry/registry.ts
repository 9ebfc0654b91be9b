/** Pieces of one sku that a registry can ask for, as in a cart (VALID-05). */
export const wantedLimits = { min: 1, max: 99 } as const

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

/** What a listType is called: 1 is a registry, any other value a list (REG-17). */
export function listTypeName(listType: number): 'Registry' | 'List' {
  return listType === 1 ? 'Registry' : 'List'
}

/** Whether 'View Checklist' shows and the checklist page exists, for a registry type of the wire (ROUTE-18). */
export function hasChecklist(registryType: string, isInteractiveChecklistEnabled: boolean): boolean {
  return isInteractiveChecklistEnabled && isRegistryType(registryType) && registryTypes[registryType].hasChecklist
}

/** Where registries are looked at and made (ROUTE-15, ROUTE-16, ROUTE-17, OPEN-101). */
export const registryAddresses = {
  list: '/gift-registry/registrant-list',
  create: '/gift-registry/create',
  view: (grId: number) => `/gift-registry/registrant-list/${grId}`,
  checklist: (grId: number) => `/gift-registry/checklist/${grId}`,
} as const

/** '{eventType} on {shortEventDate}' (REG-08). */
export function registryTitle(registry: { readonly eventType: string; readonly shortEventDate: string }): string {
  return `${registry.eventType} on ${registry.shortEventDate}`
}
