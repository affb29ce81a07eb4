/** Who did what, when and from where. SECURITY: never a license key, a token or a free text. */
export interface AuditNote {
  readonly at: number
  readonly actor: 'api-key' | 'command-line' | 'chat'
  /** The caller's address; empty on the service's own machine. */
  readonly address: string
  /** The ID of the endpoint, or the command. */
  readonly action: string
  /** Of a user, the fingerprint of its key (`fingerprintOf`); of a script, its ID. */
  readonly subject: string
  /** The names of the fields that were given, without their values. */
  readonly fields: readonly string[]
}

export interface AuditEntry extends AuditNote {
  readonly projectId: string
}
