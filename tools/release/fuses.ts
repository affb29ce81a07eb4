import { type FuseV1Config, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/** The switches inside the Electron binary, as a package ships them. Every one is written out. */
export const SHIPPED_FUSES: Readonly<Record<FuseV1Options, boolean>> = {
  // SECURITY: with it, ELECTRON_RUN_AS_NODE would turn the signed app into a Node that runs anything.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // SECURITY: NODE_OPTIONS and NODE_EXTRA_CA_CERTS could load code, and certificates, into the main process.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // SECURITY: --inspect would hand the main process, and with it the shared secrets, to any debugger.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // SECURITY: a changed app.asar does not start. Electron checks it on Windows and macOS.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // SECURITY: a folder `resources/app` beside the archive is not run in its place.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // There is no heap image of our own.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // SECURITY: the pages live on app://, so file:// needs no privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Out-of-bounds accesses of WebAssembly are caught by the processor: fast, and Electron's default.
  [FuseV1Options.WasmTrapHandlers]: true,
}

export const FUSE_NAMES = Object.keys(SHIPPED_FUSES).map(Number) as FuseV1Options[]

/** What to write into a binary: an older Electron has a shorter row of fuses. */
export async function fuseConfig(binaryPath: string): Promise<FuseV1Config> {
  const wire = await getCurrentFuseWire(binaryPath)
  const known = FUSE_NAMES.filter((fuse) => wire[fuse] !== undefined)
  return {
    version: FuseVersion.V1,
    // Flipping a fuse breaks the signature that every binary needs on Apple's own processors.
    resetAdHocDarwinSignature: process.platform === 'darwin',
    ...Object.fromEntries(known.map((fuse) => [fuse, SHIPPED_FUSES[fuse]])),
  }
}
