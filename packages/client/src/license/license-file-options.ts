/** Options of electron-store for `license.json` in the app's data folder. */
export const LICENSE_FILE_OPTIONS = {
  name: 'license',
  // Replace an invalid file, so that the app can start.
  clearInvalidConfig: true,
  accessPropertiesByDotNotation: false,
  configFileMode: 0o600,
} as const
