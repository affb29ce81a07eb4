import type { LicenseView } from '@latchkey/client'
import type { LatchkeyBridge } from '@latchkey/client/bridge'

/** What the license opens beyond the app itself. `Feature`: the names in the app's list. */
export interface FeaturesBridge<Feature extends string = string> {
  /**
   * Whether the license has the feature now. For display: what must not run without it is a call
   * with `feature` in its schema line, which the main process checks.
   */
  has(name: Feature): boolean
  /**
   * Calls `listener` with the features of the license when one has come or gone, and when they are
   * known for the first time. Returns a function that removes the listener.
   */
  onChange(listener: (features: readonly Feature[]) => void): () => void
}

/** The type of `window.license`, in the product. */
export interface LicenseBridge<Feature extends string = string> {
  readonly features: FeaturesBridge<Feature>
}

/** Follows the features of the license. @param names those of the app */
export function createFeatures(
  { view, onChange }: Pick<LatchkeyBridge['license'], 'view' | 'onChange'>,
  names: readonly string[],
): FeaturesBridge {
  let current: readonly string[] = []
  let isPushed = false
  const listeners = new Set<(features: readonly string[]) => void>()

  function follow(license: LicenseView): void {
    // The product still saves with the features of a license that has ended.
    if (license.kind !== 'licensed') return
    const next = names.filter((name) => license.features?.includes(name))
    if (next.join() === current.join()) return
    current = next
    for (const listener of listeners) listener(current)
  }

  if (names.length > 0) {
    onChange((license) => {
      isPushed = true
      follow(license)
    })
    // A license that was pushed since the request is newer.
    void view().then((license) => isPushed || follow(license))
  }
  return {
    has: (name) => current.includes(name),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
