import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/**
 * What every release must have, for the reasons given in fuses.ts. Written out again, and not taken from
 * `SHIPPED_FUSES` there, which electron-builder applies: a change of that table alone is found here.
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

/** One sentence for each fuse of the binary that is not as it should be. */
export async function checkFuses(binaryPath: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(binaryPath)
  return Object.entries(wire)
    .filter(([fuse]) => /^\d+$/.test(fuse))
    .flatMap(([fuse, state]) => {
      const wanted = REQUIRED_FUSES[Number(fuse) as FuseV1Options]
      const name = FuseV1Options[Number(fuse)] ?? `number ${fuse}`
      if (wanted === undefined)
        return [
          `The binary has a fuse that nobody decided on: ${name}. Add it to scripts/release/fuses.ts and check-fuses.ts.`,
        ]
      // The binary's makers took the fuse out: there is nothing left to switch.
      if (state === FuseState.REMOVED || (state === FuseState.ENABLE) === wanted) return []
      return [
        `The fuse ${name} is ${wanted ? 'off' : 'on'} in the binary, and must be ${wanted ? 'on' : 'off'}. ` +
          `Set it to ${wanted} in scripts/release/fuses.ts, then: npm run package`,
      ]
    })
}
