import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/**
 * The required fuses; fuses.ts explains them. This is a separate table, so that the check detects a
 * wrong value in `SHIPPED_FUSES`, which electron-builder applies.
 */
const REQUIRED_FUSES: Readonly<Record<FuseV1Options, boolean>> = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
}

/** Returns one sentence for each wrong fuse of the binary. */
export async function checkFuses(binaryPath: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(binaryPath)
  return Object.entries(wire)
    .filter(([fuse]) => /^\d+$/.test(fuse))
    .flatMap(([fuse, state]) => {
      const wanted = REQUIRED_FUSES[Number(fuse) as FuseV1Options]
      const name = FuseV1Options[Number(fuse)] ?? `number ${fuse}`
      if (wanted === undefined)
        return [
          `The binary has an unknown fuse: ${name}. Add it to tools/release/fuses.ts and check-fuses.ts.`,
        ]
      // This Electron version no longer has the fuse.
      if (state === FuseState.REMOVED || (state === FuseState.ENABLE) === wanted) return []
      return [
        `The fuse ${name} is ${wanted ? 'off' : 'on'} in the binary, and must be ${wanted ? 'on' : 'off'}. ` +
          `Set it to ${wanted} in tools/release/fuses.ts, then: npm run package`,
      ]
    })
}
