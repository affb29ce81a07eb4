import type { GeneratedAlways } from 'kysely'
import type { ScriptUpdateStage, ScriptUpdateState } from '../../domain/scripts.ts'

/** SQLite has no booleans, and both engines hold the same rows. */
type Flag = 0 | 1

export interface Tables {
  accounts: {
    id: GeneratedAlways<number>
    public_id: string
    email: string
    chat_id: string
    plan: string
    registered_at: number
    expires_at: number
    enabled: Flag
    api_key_hash: Uint8Array
    /** JSON, an array of strings. */
    allow_list: string
  }
  projects: {
    id: GeneratedAlways<number>
    public_id: string
    account_id: number
    name: string
    platform: string
    app_name: string
    executor: string
    approved: Flag
    /** JSON, an array of strings. */
    user_agents: string
    /** JSON, an array of three strings, sealed. */
    sealed_secrets: Uint8Array
    reset_cooldown_seconds: number
    chat_public_key: string
    created_at: number
    /** Kept by triggers, because counting a million rows at every creation would not do. */
    user_count: GeneratedAlways<number>
  }
  scripts: {
    id: GeneratedAlways<number>
    public_id: string
    project_id: number
    name: string
    version: string
    ffa: Flag
    silent: Flag
    heartbeat: Flag
    lightning: Flag
    is_v4_loader: Flag
  }
  script_sources: {
    script_id: number
    source: string
  }
  script_updates: {
    id: GeneratedAlways<number>
    public_id: string
    script_id: number
    started_at: number
    alive_at: number
    state: ScriptUpdateState
    stage: ScriptUpdateStage
    message: string
    /** A row of `accounts`; 0 in rows of earlier versions. */
    account_id: number
    /** Of the source in UTF-8, while it waits and afterwards. */
    source_bytes: number
  }
  waiting_sources: {
    update_id: number
    /** UTF-8. */
    source: Uint8Array
  }
  users: {
    id: GeneratedAlways<number>
    project_id: number
    user_key: string
    identifier: string
    identifier_type: '' | 'HWID'
    chat_id: string
    status: 'active' | 'reset' | 'banned'
    last_reset: number
    total_resets: number
    auth_expire: number
    key_days: number
    banned: Flag
    ban_reason: string
    ban_expire: number
    unban_token: string
    ban_ip: string
    total_executions: number
    note: string
  }
  nonces: {
    project_id: number
    nonce: string
    refused_until: number
  }
  project_hours: {
    project_id: number
    hour: number
    executions: number
    attacks_blocked: number
  }
  audit_notes: {
    id: GeneratedAlways<number>
    account_id: number
    project_id: number
    at: number
    actor: 'api-key' | 'command-line' | 'chat'
    address: string
    action: string
    subject: string
    /** JSON, an array of strings. */
    fields: string
  }
  nodes: {
    id: string
    url: string
    alive_until: number
  }
  shared_counts: {
    name: string
    count: number
    counted_until: number
  }
  spent_tokens: {
    token: string
    good_until: number
  }
  service_key_proof: {
    only_row: 1
    sealed: Uint8Array
  }
}
