/** The names of the checks of `doctor`. */
export const CHECKS_DE: Readonly<Record<string, string>> = {
  database: 'Datenbank',
  tables: 'Tabellen',
  'service key': 'Schlüssel des Dienstes',
  clock: 'Uhr',
  servers: 'Datenbankserver',
  nodes: 'Knoten',
  readiness: 'Bereitschaft',
  'disk space': 'Speicherplatz',
  backup: 'Sicherung',
  'public URL': 'Öffentliche Adresse',
  'node list': 'Liste der Knoten',
  'proxy headers': 'Kopfzeilen des Proxys',
  'console URL': 'Adresse der Konsole',
  metrics: 'Messwerte',
  outbox: 'Postausgang',
  'given up': 'Aufgegeben',
  mail: 'E-Mail',
}

const CHECK_NAME = 'Prüfen Sie den Namen in --database.'
const RUN_BACKUP = 'Machen Sie jetzt eine Sicherung, und sehen Sie nach, warum sie nicht von selbst lief.'
const RUN_NTP = 'Sorgen Sie dafür, dass NTP auf beiden Rechnern läuft.'
const NO_ANSWER = '{url} antwortet nicht: {failure}'
const CORRECT = 'Berichtigen Sie den DNS-Eintrag, den Proxy oder --database.'
const NAME_URL = 'Starten Sie jeden Prozess mit --public-url und seiner https-Adresse.'

/** What `doctor` finds, by its code: what was found, and what to do about a problem. */
export const FINDINGS_DE: Readonly<Record<string, readonly string[]>> = {
  DATABASE_IN_MEMORY: ['Sie ist im Arbeitsspeicher und endet mit dem Dienst.'],
  DATABASE_READABLE: ['{database} lässt sich lesen.'],
  SQLITE_UNREADABLE: [
    '{database} lässt sich nicht lesen: {failure}',
    'Berichtigen Sie den Pfad in --database, oder spielen Sie eine Sicherung ein.',
  ],
  POSTGRES_UNREADABLE: [
    '{database} lässt sich nicht lesen: {failure}',
    'Prüfen Sie, ob der Server läuft und Verbindungen von hier annimmt, und ob Adresse, Benutzer und Passwort stimmen.',
  ],
  DATABASE_NEEDED: ['Die Datenbank lässt sich nicht lesen.'],

  TABLES_NEWER: [
    'Die Datenbank hat Version {version}, dieser Dienst kennt Versionen bis {known}.',
    'Starten Sie den neueren Dienst, der sie geschrieben hat, oder spielen Sie eine Sicherung ein.',
  ],
  DATABASE_EMPTY: [
    'Die Datenbank ist leer.',
    `${CHECK_NAME} Stimmt er, dann starten Sie den Dienst einmal: Er legt die Tabellen an.`,
  ],
  TABLES_OLDER: [
    'Die Datenbank hat Version {version} von {known}.',
    `${CHECK_NAME} Stimmt er, dann starten Sie den Dienst einmal: Er bringt die Tabellen auf den Stand.`,
  ],
  TABLES_PRESENT: ['Die Tabellen haben Version {version}.'],
  NO_ACCOUNT: ['Es gibt kein Konto.', `${CHECK_NAME} Oder legen Sie eines an: account create.`],

  DATABASE_UNUSED: ['Noch hat kein Dienst diese Datenbank benutzt.'],
  SERVICE_KEY_OPENS: ['Er öffnet die Geheimnisse der Datenbank.'],
  NO_SERVICE_KEY: ['Es gibt keinen brauchbaren Schlüssel des Dienstes.', 'Auf Englisch: {failure}'],
  OTHER_SERVICE_KEY: [
    'Mit diesem Schlüssel wurden die Geheimnisse der Datenbank nicht versiegelt.',
    'Geben Sie den ursprünglichen an: in {variable} oder in der Datei neben der Datenbank.',
  ],

  NO_OTHER_CLOCK: ['SQLite hat keine eigene Uhr.'],
  CLOCK_AGREES: ['Sie stimmt mit der des Datenbankservers überein.'],
  CLOCK_AHEAD: ['Sie geht {seconds} s vor, verglichen mit der des Datenbankservers.', RUN_NTP],
  CLOCK_BEHIND: ['Sie geht {seconds} s nach, verglichen mit der des Datenbankservers.', RUN_NTP],

  ONE_SERVER: ['Es gibt eine Datenbank und keinen Ersatz.'],
  SERVER_DOWN: [
    'Keine Antwort von {servers}.',
    'Starten Sie ihn. Bis dahin fehlt ein Server, der einspringen könnte.',
  ],
  SEVERAL_PRIMARIES: [
    'Mehrere lassen sich beschreiben: {servers}.',
    'Halten Sie sofort alle bis auf den gültigen an, und setzen Sie sie als seinen Ersatz neu auf.',
  ],
  OTHER_DATABASES: [
    'Kein Ersatz des Servers, der sich beschreiben lässt, sondern andere Datenbanken: {servers}.',
    'Berichtigen Sie die Liste der Server in --database.',
  ],
  STANDBYS_FOLLOW: [
    'Einer lässt sich beschreiben, die anderen folgen ihm, und Änderungen warten auf einen von ihnen.',
  ],
  NO_SYNCHRONOUS_STANDBY: [
    'Änderungen warten auf keinen Ersatz: Die letzten gehen mit dem ersten Server verloren.',
    'Setzen Sie synchronous_standby_names, oder synchronous_mode in Patroni.',
  ],

  NODES_RUN: ['Es laufen: {nodes}'],
  NO_NODE: ['Auf dieser Datenbank läuft kein Dienst.', 'Starten Sie ihn mit demselben --database.'],

  READINESS_UNKNOWN: ['Kein Dienst ist bekannt, der antwortet. Nennen Sie seine --public-url.'],
  READY: ['Der Dienst kann Schlüssel prüfen.'],
  NOT_READY: [
    'Der Dienst kann keine Schlüssel prüfen. Zustand seiner Datenbank: {database}.',
    'Der Grund steht in seinem Protokoll.',
  ],
  DATABASE_REPLACED: [
    'Die Datei der Datenbank wurde gelöscht oder ersetzt, während der Dienst sie geöffnet hatte.',
    'Stellen Sie sie zurück, oder halten Sie den Dienst an und spielen Sie eine Sicherung ein.',
  ],

  DISK_OF_POSTGRES: ['Die Platte von PostgreSQL ist auf seinem eigenen Rechner.'],
  NO_DISK: ['Die Datenbank ist im Arbeitsspeicher.'],
  NO_FOLDER: ['Es gibt keinen Ordner {folder}.'],
  DISK_FREE: ['{mb} MB sind frei in {folder}.'],
  DISK_NEARLY_FULL: [
    '{mb} MB sind frei in {folder}.',
    'Schaffen Sie Platz: Ist die Platte voll, werden Prüfungen von Schlüsseln abgelehnt.',
  ],

  BACKUP_NOT_NAMED: ['Nennen Sie die Datei oder den Ordner mit --backup.'],
  NO_BACKUP: ['Es gibt keine Sicherung in {path}.', RUN_BACKUP],
  BACKUP_RECENT: ['Die neueste Sicherung ist {hours} Stunden alt.'],
  BACKUP_OLD: ['Die neueste Sicherung ist {hours} Stunden alt.', RUN_BACKUP],

  NAME_UNKNOWN: [NO_ANSWER, 'Berichtigen Sie den Namen, oder tragen Sie ihn im DNS ein.'],
  CONNECTION_REFUSED: [NO_ANSWER, 'Starten Sie den Proxy, und öffnen Sie seinen Port in der Firewall.'],
  CERTIFICATE_EXPIRED: [
    NO_ANSWER,
    'Erneuern Sie das Zertifikat, und sehen Sie nach, warum es nicht von selbst erneuert wurde.',
  ],
  CERTIFICATE_OF_OTHER_NAME: [NO_ANSWER, 'Besorgen Sie ein Zertifikat für diesen Namen.'],
  NO_ANSWER: [NO_ANSWER, 'Prüfen Sie die Adresse, die Firewall und die Kette der Zertifikate des Proxys.'],
  SOMETHING_ELSE: [
    'Unter {url} antwortet etwas anderes, mit dem Status {status}.',
    'Lassen Sie den Proxy jeden Pfad an diesen Dienst weitergeben, und prüfen Sie, ob der Dienst läuft.',
  ],

  PUBLIC_URL_NOT_NAMED: ['Nennen Sie sie mit --public-url.'],
  PUBLIC_URL_NEEDED: ['Unter der öffentlichen Adresse ist kein Dienst zu erreichen.'],
  PUBLIC_URL_OPEN: [
    '{url} ist nicht verschlüsselt, und ausgelieferte Apps lehnen es ab.',
    'Stellen Sie einen Proxy mit TLS vor den Dienst, und starten Sie ihn mit dessen Adresse als --public-url.',
  ],
  SERVICE_UNKNOWN: ['Ein Dienst antwortet. Ohne die Datenbank ist nicht bekannt, ob es dieser ist.'],
  SERVICE_REACHED: ['Sie führt zu diesem Dienst, über TLS.'],
  OTHER_SERVICE: ['Unter {url} antwortet ein anderer Dienst, der diese Datenbank nicht benutzt.', CORRECT],

  NODE_LIST_EMPTY: ['Apps werden an keine Adresse geschickt.', NAME_URL],
  NODE_LIST_OPEN: ['Apps werden zu {nodes} geschickt, ohne Verschlüsselung.', NAME_URL],
  NODE_LIST_REACHED: ['Apps werden zu {nodes} geschickt.'],

  NO_PROXY: ['Es gibt keinen Proxy mit TLS.'],
  PROXY_NAMES_NOBODY: [
    'Der Proxy nennt die Adresse des Absenders nicht: Alle Nutzer teilen sich eine Grenze.',
    'Lassen Sie den Proxy X-Forwarded-For setzen.',
  ],
  PROXY_NOT_TRUSTED: [
    'Der Dienst glaubt dem Proxy nicht: Alle Nutzer teilen sich eine Grenze.',
    'Starten Sie den Dienst mit --trust-proxy und der Adresse des Proxys.',
  ],
  SENDERS_INVENTED: [
    'Der Dienst glaubt Adressen, die Absender erfinden: Grenzen und Positivlisten wirken nicht.',
    'Lassen Sie den Proxy X-Forwarded-For ersetzen oder ergänzen, und nennen Sie in --trust-proxy nur ihn.',
  ],
  SENDERS_KNOWN: ['Der Dienst erfährt die Adresse des Absenders und keine erfundene.'],

  CONSOLE_URL_NOT_NAMED: ['Nennen Sie sie mit --console-url.'],
  CONSOLE_URL_OPEN: [
    '{url} ist nicht verschlüsselt: Passwörter und Sitzungen lassen sich unterwegs lesen.',
    'Stellen Sie einen Proxy mit TLS vor die Konsole, und starten Sie den Dienst mit dessen Adresse als --console-url.',
  ],
  CONSOLE_OTHER_NAME: [
    'Die Konsole hält {host} nicht für ihren Namen.',
    'Starten Sie den Dienst mit dieser Adresse als --console-url, und lassen Sie den Proxy die Kopfzeile Host unverändert weitergeben.',
  ],
  CONSOLE_URL_OF_API: [
    'Unter {url} antwortet die API eines Dienstes und nicht seine Konsole.',
    'Lassen Sie den Proxy diesen Namen an den Port von --console-port weitergeben.',
  ],
  CONSOLE_UNKNOWN: [
    'Eine Konsole antwortet. Ohne die Datenbank ist nicht bekannt, ob es die dieses Dienstes ist.',
  ],
  CONSOLE_REACHED: ['Unter {url} ist die Konsole dieses Dienstes.'],
  OTHER_CONSOLE: [
    'Unter {url} antwortet die Konsole eines anderen Dienstes, der diese Datenbank nicht benutzt.',
    CORRECT,
  ],

  METRICS_CLOSED: ['Sie sind nicht öffentlich.'],
  METRICS_PUBLIC: [
    'Alle können {url} lesen.',
    'Lassen Sie den Proxy X-Forwarded-For setzen oder diesen Pfad ablehnen.',
  ],

  TABLES_NEEDED: ['Die Tabellen der Datenbank haben eine andere Version.'],

  OUTBOX_MOVES: ['Nichts wartet seit mehr als einem Tag.'],
  OUTBOX_WAITS: [
    'Wartet seit mehr als einem Tag: {count}, das erste seit {since}.',
    'Sehen Sie in der Liste der Mails (latchkey mail list) die letzten Antworten an, und beheben Sie, was sie nennen.',
  ],
  NONE_GIVEN_UP: ['In den letzten 30 Tagen wurde nichts aufgegeben.'],
  SOME_REFUSED: [
    'Von Empfängern abgelehnt in den letzten 30 Tagen: {count}.',
    'Sehen Sie in der Liste der Mails (latchkey mail list) die Antworten an, und berichtigen Sie die Adressen dieser Kunden.',
  ],
  SOME_GIVEN_UP: [
    'Aufgegeben in den letzten 30 Tagen, weil kein Versuch gelang: {count}.',
    'Sehen Sie in der Liste der Mails (latchkey mail list) die Gründe an, beheben Sie sie, und senden Sie die Mails noch einmal.',
  ],

  MAIL_UNKNOWN: ['In den letzten 30 Tagen wurde keine Mail gesendet.'],
  MAIL_NOT_NEEDED: ['Der Dienst kann keine Mail senden, und es wartet keine.'],
  MAIL_OVER_SMTP: ['Sie wird über SMTP gesendet.'],
  MAIL_IN_FILES: ['Sie wird in Dateien geschrieben. Der Dienst hat keine öffentliche Adresse.'],
  MAIL_HAS_NO_WAY: [
    'Der Dienst kann keine Mail senden. Es warten: {count}.',
    'Starten Sie ihn mit --mail und --mail-from oder mit --mail-folder.',
  ],
  MAIL_REACHES_NOBODY: [
    'Sie wird in Dateien geschrieben, obwohl der Dienst eine öffentliche Adresse hat.',
    'Starten Sie den Dienst mit --mail und --mail-from.',
  ],
}
