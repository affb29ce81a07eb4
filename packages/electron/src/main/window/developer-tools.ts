import { app, type WebPreferences } from 'electron'

/**
 * SECURITY: whether developer tools are allowed. Only `developerTools` creates this value: a
 * literal `true` is a type error, and `release:check` reports type errors.
 */
export type DeveloperTools = boolean & { readonly brand: 'DeveloperTools' }

export const developerTools = (): DeveloperTools => !app.isPackaged as DeveloperTools

export interface PagePreferences extends WebPreferences {
  readonly devTools: DeveloperTools
}
