import { ROLES, type Role } from './console.ts'
import type { ConsoleEndpointId, ENDPOINTS, EndpointId } from './endpoints.ts'

/** The endpoints that a session may open at the console: its own, and those of an API key. */
export type SessionEndpointId =
  | {
      [Id in EndpointId]: (typeof ENDPOINTS)[Id]['credentials'] extends { kind: 'api-key' } ? Id : never
    }[EndpointId]
  | Exclude<ConsoleEndpointId, 'signIn' | 'signInByLink'>

/** The least role of each endpoint with a session. Without an entry, an endpoint stays closed. */
export const LEAST_ROLES: Readonly<Record<SessionEndpointId, Role>> = {
  getSession: 'read-only',
  signOut: 'read-only',
  listSessions: 'read-only',
  endSession: 'read-only',
  endOtherSessions: 'read-only',
  setPassword: 'read-only',
  startTotp: 'read-only',
  confirmTotp: 'read-only',
  removeTotp: 'read-only',
  listPeople: 'owner',
  invitePerson: 'owner',
  changePerson: 'owner',
  removePerson: 'owner',
  getSecrets: 'owner',
  rotateSecrets: 'owner',
  rotateSigningKey: 'owner',
  getApiAccess: 'owner',
  setAllowList: 'owner',
  replaceApiKey: 'owner',
  getService: 'owner',
  examineService: 'owner',

  getApiKeyDetails: 'read-only',
  getApiKeyStats: 'read-only',
  getEvents: 'read-only',
  getOverview: 'read-only',
  getUsers: 'read-only',
  createUser: 'support',
  updateUser: 'support',
  deleteUser: 'owner',
  resetDevice: 'support',
  issueLicense: 'support',
  linkChat: 'support',
  blacklistUser: 'support',
  unbanUser: 'support',
  listKeys: 'read-only',
  getKey: 'read-only',
  findKeys: 'read-only',
  createKeys: 'support',
  importKeys: 'owner',
  changeKeys: 'support',
  changeKey: 'support',
  deleteKeys: 'owner',
  deleteKey: 'owner',
  getDevices: 'read-only',
  releaseDevice: 'support',
  getProjectSettings: 'read-only',
  updateProjectSettings: 'owner',
  listScripts: 'read-only',
  updateScript: 'owner',
  getUpdateProgress: 'read-only',
}

/** Whether a role includes another one. */
export const mayActAs = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)
