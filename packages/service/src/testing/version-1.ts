import { keyIdOf } from '@latchkey/management'
import { NOW } from './records.ts'

/** Not yet added to the user. */
export const APPENDED_EXECUTIONS = 3
const EXECUTIONS_OF_SQLITE = `
  create table execution_log (
    id integer primary key, user_id integer not null, executions integer not null
  ) strict;
  insert into execution_log (user_id, executions) select id, ${APPENDED_EXECUTIONS} from users;`

/** Until version 12, without the vendor note. Its triggers are of no use to a test. */
const OLD_SEARCH_OF_SQLITE = `
  drop trigger users_search_insert;
  drop trigger users_search_delete;
  drop trigger users_search_update;
  drop table users_search;
  create trigger users_search_insert after insert on users begin select 1; end;
  create trigger users_search_delete after delete on users begin select 1; end;
  create trigger users_search_update after update on users begin select 1; end;
  create virtual table users_search using fts5 (
    identifier, user_key, chat_id, note,
    content = 'users', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0
  );`

/** Takes the tables of a new database back to version 1, in either engine, and adds notes. */
export const toVersion1 = (key: string, onUsers = ''): string => `
  drop table events;
  drop table console_sessions;
  drop table sign_in_links;
  drop table people;
  alter table nodes drop column console_url;
  alter table service_key_proof drop column database_id;
  alter table service_key_proof drop column announcements;
  drop table signing_keys;
  drop index users_of_project;
  drop index users_by_end;
  create index users_of_project on users (project_id);
  alter table users drop column recorded;
  alter table users drop column offline_device;
  alter table users drop column offline_until;
  ${onUsers === '' ? OLD_SEARCH_OF_SQLITE : 'drop index users_vendor_note;'}
  alter table users drop column vendor_note;
  alter table users drop column ban_only_key;
  drop trigger devices_linked${onUsers};
  drop trigger devices_changed${onUsers};
  drop trigger devices_unlinked${onUsers};
  ${onUsers === '' ? '' : 'drop function link_devices;'}
  drop table linked_devices;
  drop trigger trials_counted${onUsers};
  drop trigger trials_recounted${onUsers};
  drop trigger trials_discounted${onUsers};
  ${onUsers === '' ? '' : 'drop function count_trials;'}
  drop table trials;
  drop table trial_counts;
  drop index users_on_trial;
  drop index users_banned;
  create index users_banned on users (project_id, identifier) where banned = 1;
  alter table projects drop column trial_days;
  alter table projects drop column trial_weak_devices;
  alter table projects drop column trials_per_day;
  alter table projects drop column trials_per_address;
  alter table projects drop column trial_kept_days;
  alter table projects drop column trial_count;
  alter table users drop column trial;
  alter table users drop column max_devices;
  alter table users drop column moves_per_year;
  alter table users drop column further_devices;
  alter table users drop column device_use;
  alter table projects drop column max_devices;
  alter table projects drop column moves_per_year;
  alter table projects drop column features;
  alter table users drop column features;
  alter table users drop column updates_until;
  alter table users drop column perpetual;
  drop trigger key_ends_added${onUsers};
  drop trigger key_ends_removed${onUsers};
  drop trigger key_ends_moved${onUsers};
  ${
    onUsers === ''
      ? EXECUTIONS_OF_SQLITE
      : 'drop function add_key_ends; drop function remove_key_ends; drop function move_key_ends;'
  }
  drop table key_ends;
  drop table project_refusals;
  drop table repeated_requests;
  alter table users drop column used_day;
  alter table project_hours drop column active_users;
  create table audit_notes (
    id bigint primary key,
    account_id bigint not null references accounts (id),
    project_id bigint not null references projects (id),
    at bigint not null,
    actor text not null,
    address text not null,
    action text not null,
    subject text not null,
    fields text not null
  );
  insert into audit_notes
    select notes.column1, accounts.id, projects.id, ${NOW}, notes.column2, notes.column3,
      notes.column4, notes.column5, '["note"]'
    from accounts, projects, (values
      (1, 'command-line', '', 'key create', '${keyIdOf(key)}'),
      (2, 'api-key', '203.0.113.7', 'updateUser', '${keyIdOf(key)}'),
      (3, 'chat', '::ffff:203.0.113.7', 'redeem', '${keyIdOf(key)}'),
      (4, 'chat', '2001:db8::1', 'reset', '${keyIdOf(key)}'),
      (5, 'api-key', '2001:db8:1:2:3:4:5:6', 'blacklistUser', '${keyIdOf(key)}'),
      (6, 'api-key', 'unknown', 'unbanUser', 'fingerprint of the token'),
      (7, 'api-key', '::1', 'updateScript', 'script'),
      (8, 'api-key', '', 'deleteUser', '${keyIdOf(key)}')
    ) as notes;`

/** What becomes of the notes. The networks are written in another way by each engine. */
export const eventsOfVersion1 = (key: string, networks: readonly [string, string, string]) => {
  const note = {
    at: NOW,
    subject: 'key',
    subjectId: keyIdOf(key),
    code: '',
    fields: ['note'],
    person: '',
    bulk: '',
    count: 1,
    userKey: '',
    userRow: undefined,
  }
  const [db8, db81, loopback] = networks
  return [
    { ...note, kind: 'created', actor: 'command-line', address: '' },
    { ...note, kind: 'updated', actor: 'api-key', address: '203.0.113.0/24' },
    { ...note, kind: 'linked', actor: 'chat', address: '203.0.113.0/24' },
    { ...note, kind: 'reset', actor: 'chat', address: db8 },
    { ...note, kind: 'banned', actor: 'api-key', address: db81 },
    { ...note, subjectId: '', kind: 'unbanned', actor: 'api-key', address: '' },
    { ...note, subject: 'script', subjectId: 'script', kind: 'updated', actor: 'api-key', address: loopback },
    { ...note, kind: 'deleted', actor: 'api-key', address: '' },
  ].map((event, index) => ({ ...event, row: index + 1 }))
}
