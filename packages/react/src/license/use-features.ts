import { useLicense } from '../app-context.ts'

/**
 * The features of the license. The component renders again when one comes or goes.
 * @param _names the names of the app's features, which the compiler checks
 */
export function useFeatures<const Feature extends string>(
  _names: readonly Feature[],
): { has(name: Feature): boolean } {
  const view = useLicense()
  const features = view.kind === 'licensed' ? view.features : undefined
  return { has: (name) => features?.includes(name) ?? false }
}
