import { app, type WebPreferences } from 'electron'

/**
 * SECURITY: whether the pages may have developer tools, which show and change everything in them. Only
 * `developerTools` makes this value, so a `true` in its place is a type error, and release:check refuses it.
 */
export type DeveloperTools = boolean & { readonly brand: 'DeveloperTools' }

export const developerTools = (): DeveloperTools => !app.isPackaged as DeveloperTools

export interface PagePreferences extends WebPreferences {
  readonly devTools: DeveloperTools
}
