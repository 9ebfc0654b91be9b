/** Cookie that turns scan mode on (OPEN-09). */
export const scanModeCookie = 'scan-mode'

/** Scan mode is on exactly when the cookie equals 'true' (PLAT-24). */
export function isScanMode(cookieValue: string | undefined): boolean {
  return cookieValue === 'true'
}
