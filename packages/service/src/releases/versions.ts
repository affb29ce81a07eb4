/** SemVer without build metadata. Source: semver.org, and the pattern of `ReleaseRecord`. */
const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([\dA-Za-z.-]{1,64}))?$/
const NUMBER = /^\d+$/

export const isVersion = (text: string): boolean => {
  const match = VERSION.exec(text)
  if (match === null) return false
  // An identifier that is a number has no leading zero.
  return match[4]?.split('.').every((part) => part !== '' && !/^0\d+$/.test(part)) ?? true
}

/** Compares two versions as semver.org defines: negative, if the first is earlier. */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [partsOf(first), partsOf(second)]
  for (const at of [0, 1, 2]) {
    const difference = Number(a.numbers[at]) - Number(b.numbers[at])
    if (difference !== 0) return difference
  }
  // A version without a prerelease part is later than one with it.
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length
  for (const [at, part] of a.prerelease.entries()) {
    const other = b.prerelease[at]
    if (other === undefined) return 1
    const difference = compareParts(part, other)
    if (difference !== 0) return difference
  }
  return a.prerelease.length - b.prerelease.length
}

function partsOf(version: string) {
  const [, major, minor, patch, prerelease = ''] = VERSION.exec(version) ?? []
  return { numbers: [major, minor, patch], prerelease: prerelease === '' ? [] : prerelease.split('.') }
}

function compareParts(first: string, second: string): number {
  const [isNumber, isOtherNumber] = [NUMBER.test(first), NUMBER.test(second)]
  if (isNumber && isOtherNumber) return Number(first) - Number(second)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return first === second ? 0 : first < second ? -1 : 1
}
