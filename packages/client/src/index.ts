export { createDevice, supportReport, toDeviceView } from './device/device.ts'
export type {
  DeviceFactView,
  DeviceReason,
  DeviceView,
  FactName,
  FactReasonCode,
} from './device/device-view.ts'
export { createMachineReader } from './device/machine-reader.ts'
export { cleanText } from './license/clean-text.ts'
export type { Clock, Schedule } from './license/clock.ts'
export type { ExchangeSettings } from './license/exchange-settings.ts'
export { createGate } from './license/gate.ts'
export { createKeyExchange } from './license/key-exchange.ts'
export type {
  AskView,
  CheckPhase,
  DevicesView,
  FailureKind,
  FailureView,
  LicensedView,
  LicenseStop,
  LicenseView,
  LinkedDevice,
  LocalRefusal,
  MoveRefusal,
  OfflineFileProblem,
  OfflineFileView,
  OfflineRequestView,
  OwnerAnswer,
  OwnerRefusal,
  RefusalCode,
  RefusedView,
  StoredBy,
  TrialOffer,
  TrialRefusal,
  UnreachableView,
} from './license/license-view.ts'
export { createOfflineLicensing } from './license/offline-license.ts'
export {
  createScriptDelivery,
  type DeliveredScript,
  type Delivery,
  type ScriptDelivery,
  type ScriptDeliveryParts,
} from './license/script-delivery.ts'
export { createDeviceSealer, type Sealer } from './license/sealer.ts'
export { createLicenseStore } from './license/store.ts'
export type {
  Fault,
  FaultKind,
  GetRequest,
  GetResult,
  PostRequest,
  PostTransport,
  Transport,
  TransportAnswer,
} from './license/transport.ts'
export type { UpdateAccess } from './license/update-access.ts'
export { MAX_FILE_BYTES, openProfile, type Profile, type SmallFile } from './profile.ts'
