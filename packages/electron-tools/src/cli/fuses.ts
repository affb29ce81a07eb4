import { FuseState, type FuseV1Config, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/** The Electron fuses of a package. All are explicit, even where they are Electron's default. */
const SHIPPED_FUSES: Readonly<Record<FuseV1Options, boolean>> = {
  // SECURITY: with this fuse, ELECTRON_RUN_AS_NODE makes the signed app run any script as Node.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // SECURITY: NODE_OPTIONS and NODE_EXTRA_CA_CERTS can load code and certificates.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // SECURITY: --inspect gives a debugger access to the main process and the shared secrets.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // SECURITY: a modified app.asar does not start. Windows and macOS only.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // SECURITY: Electron ignores a folder `resources/app`.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // The app has no V8 snapshot of its own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // SECURITY: the pages use app://, so file:// needs no privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Hardware checks of WebAssembly memory accesses, which are faster.
  [FuseV1Options.WasmTrapHandlers]: true,
}

/** Returns the fuses to write. An older Electron does not have all of them. */
export async function fuseConfig(binaryPath: string): Promise<FuseV1Config> {
  const wire = await getCurrentFuseWire(binaryPath)
  const known = Object.entries(SHIPPED_FUSES).filter(([fuse]) => fuse in wire)
  return {
    version: FuseVersion.V1,
    // Changing a fuse invalidates the ad-hoc signature, which Apple silicon requires.
    resetAdHocDarwinSignature: process.platform === 'darwin',
    ...Object.fromEntries(known),
  }
}

/** Not derived from `SHIPPED_FUSES`, so that the check detects a wrong value there. */
const MUST_BE_ON: readonly FuseV1Options[] = [
  FuseV1Options.EnableCookieEncryption,
  FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  FuseV1Options.OnlyLoadAppFromAsar,
  FuseV1Options.WasmTrapHandlers,
]

/** Returns one sentence for each wrong fuse of the binary. */
export async function checkFuses(binaryPath: string): Promise<string[]> {
  const wire = Object.entries(await getCurrentFuseWire(binaryPath)).filter(([fuse]) => /^\d+$/.test(fuse))
  return wire.flatMap(([fuse, state]) => {
    const name = FuseV1Options[Number(fuse)]
    if (name === undefined) return [`The binary has a fuse that the check does not know: number ${fuse}.`]
    const mustBeOn = MUST_BE_ON.includes(Number(fuse))
    // REMOVED: this Electron no longer has the fuse.
    if (state === FuseState.REMOVED || (state === FuseState.ENABLE) === mustBeOn) return []
    const [is, must] = mustBeOn ? ['off', 'on'] : ['on', 'off']
    return [`The fuse ${name} is ${is} in the binary, and must be ${must}. Run: npm run package`]
  })
}
