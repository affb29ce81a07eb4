import { javascript } from './javascript/javascript.ts'
import type { ScriptPlatform } from './platform.ts'

/** By the `platform` of a project. */
const PLATFORMS: Readonly<Record<string, ScriptPlatform>> = { desktop: javascript }

export const platformOf = (name: string): ScriptPlatform | undefined =>
  Object.hasOwn(PLATFORMS, name) ? PLATFORMS[name] : undefined
