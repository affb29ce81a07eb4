/** The scripts of a project. Numbers, sizes and times come formatted. */
const en = {
  title: 'Scripts',
  lead: 'JavaScript that the service protects, and delivers only to people with a valid key.',
  back: 'All scripts',
  columns: { name: 'Script', version: 'Version', update: 'Last update' },
  none: {
    title: 'There is no script yet',
    text: 'A script is made on the machine of the service. Its source is uploaded here.',
  },
  gone: {
    title: 'There is no such script',
    text: 'It is not one of this project.',
  },
  version: (version: string) => `Version ${version}`,
  noVersion: 'No source yet',
  id: 'Script ID',
  updates: {
    none: 'None',
    succeeded: (when: string) => `Succeeded, ${when}`,
    rejected: (when: string) => `Refused, ${when}`,
    failed: (when: string) => `Failed, ${when}`,
    processing: (when: string) => `Under way since ${when}`,
  },
  upload: {
    title: 'Upload a source',
    lead: 'The settings are changed together with the source: the service protects it by them.',
    ownersOnly: 'Only an owner uploads sources and changes settings.',
    drop: 'Drop a JavaScript file here, or choose one.',
    dropNow: 'Let go to choose this file.',
    choose: 'Choose a file',
    chosen: (name: string, size: string) => `${name}, ${size}`,
    name: 'Name',
    settings: 'Settings',
    action: 'Upload',
    cancel: 'Cancel the upload',
    needsFile: 'Choose a file first.',
    oneFile: 'Drop one file, not several.',
    notText: 'This file is not text in UTF-8. Save it as UTF-8, and choose it again.',
    empty: 'This file is empty.',
    tooLarge: (size: string, most: string) =>
      `The file has ${size}, and this service takes at most ${most}. Make it smaller: bundle and minify it, or split it. The operator can raise the limit with serve --max-script-bytes.`,
  },
  switches: {
    ffa: { name: 'Free for all', text: 'Everybody can run the script, without a key.' },
    silent: { name: 'Silent', text: 'The protection prints nothing when the script starts or stops.' },
    heartbeat: {
      name: 'Heartbeat',
      text: 'The running script asks every minute whether its license is still valid. Recommended.',
    },
    lightning: {
      name: 'Lightning',
      text: 'No checks inside of loops: faster, and a little less safe.',
    },
    is_v4_loader: {
      name: 'Encrypted delivery',
      text: 'The script is encrypted for the loader that asks for it. Older loaders are refused.',
    },
  },
  stages: {
    title: 'Progress',
    sending: 'Send',
    sent: (sent: string, of: string) => `${sent} of ${of}`,
    parsing: 'Read',
    obfuscating: 'Protect',
    completed: 'Publish',
    waiting: 'It may wait for a moment until a worker is free.',
    goOn: 'You can leave this page: the service goes on.',
    states: { done: 'done', now: 'under way', later: 'to do', failed: 'failed' },
  },
  done: (before: string, after: string) => `The script was updated: version ${before} became ${after}.`,
  unchanged: (version: string) => `Version ${version} is still delivered.`,
  rejected: 'The service refused the source.',
  place: (line: string, column: string) => `Line ${line}, column ${column}`,
  placeOfLine: (line: string) => `Line ${line}`,
  sourceAround: 'The source around the error',
  fix: 'Correct the file, then choose it again.',
  failed: 'The update failed, through no fault of the source. Upload it again.',
  looking: {
    gateway:
      'A proxy gave up waiting (504), which says nothing about the upload. This page looks whether the service has it.',
    broken: 'The connection broke off. This page looks whether the service has the upload.',
    cancelled: 'Cancelled. This page looks whether the service had the upload already.',
  },
  notArrived: (sent: string, of: string, version: string) =>
    `The upload did not arrive: ${sent} of ${of} were sent, and no update began. Version ${version} is still delivered. You can upload it again.`,
  again: 'Upload again',
  reasons: {
    SCRIPT_TOO_LARGE:
      'The source is too large for this service (413). Trying again does not help. Bundle and minify it, or split it. The operator can raise the limit with serve --max-script-bytes.',
    TOO_LARGE_FOR_PROXY:
      'A proxy in front of the service refused the upload as too large (413). Trying again does not help. The operator has to raise the limit of the proxy, for nginx client_max_body_size.',
    TOO_MANY_WAITING:
      'The queue is full: too many scripts wait to be processed. Nothing was changed. Your file is still chosen.',
    TOO_MANY_OF_ACCOUNT_WAITING:
      'The queue is full: too many scripts of this account wait to be processed. Nothing was changed. Your file is still chosen.',
    TOO_MANY_UPLOADS:
      'Too many scripts are being uploaded at this moment. Nothing was changed. Your file is still chosen.',
    ALLOWANCE_USED_UP:
      'The plan of this account allows no more uploads this month. Nothing was changed. The operator can change the plan.',
    STOPPED: 'The service is stopping. Upload the script again in a moment.',
    NO_SUCH_SCRIPT: 'There is no such script any more.',
  } as Readonly<Record<string, string>>,
  againIn: (seconds: string) => `Try again in ${seconds} seconds.`,
}

const de: typeof en = {
  title: 'Skripte',
  lead: 'JavaScript, das der Dienst schützt und nur mit einem gültigen Schlüssel ausliefert.',
  back: 'Alle Skripte',
  columns: { name: 'Skript', version: 'Version', update: 'Letzte Änderung' },
  none: {
    title: 'Es gibt noch kein Skript',
    text: 'Ein Skript wird auf dem Rechner des Dienstes angelegt. Hier laden Sie seine Quelle hoch.',
  },
  gone: {
    title: 'Dieses Skript gibt es nicht',
    text: 'Es gehört nicht zu diesem Projekt.',
  },
  version: (version) => `Version ${version}`,
  noVersion: 'Noch ohne Quelle',
  id: 'Skript-ID',
  updates: {
    none: 'Keine',
    succeeded: (when) => `Gelungen, ${when}`,
    rejected: (when) => `Abgelehnt, ${when}`,
    failed: (when) => `Gescheitert, ${when}`,
    processing: (when) => `Läuft seit ${when}`,
  },
  upload: {
    title: 'Quelle hochladen',
    lead: 'Einstellungen ändern sich zusammen mit der Quelle: Der Dienst schützt sie danach.',
    ownersOnly: 'Nur ein Inhaber lädt Quellen hoch und ändert Einstellungen.',
    drop: 'Legen Sie eine JavaScript-Datei hier ab, oder wählen Sie eine.',
    dropNow: 'Loslassen, um diese Datei zu wählen.',
    choose: 'Datei wählen',
    chosen: (name, size) => `${name}, ${size}`,
    name: 'Name',
    settings: 'Einstellungen',
    action: 'Hochladen',
    cancel: 'Hochladen abbrechen',
    needsFile: 'Wählen Sie zuerst eine Datei.',
    oneFile: 'Legen Sie eine Datei ab, nicht mehrere.',
    notText:
      'Diese Datei ist kein Text in UTF-8. Speichern Sie sie als UTF-8, und wählen Sie sie noch einmal.',
    empty: 'Diese Datei ist leer.',
    tooLarge: (size, most) =>
      `Die Datei hat ${size}, dieser Dienst nimmt höchstens ${most}. Machen Sie sie kleiner: bündeln und minimieren Sie sie, oder teilen Sie sie. Der Betreiber kann die Grenze mit serve --max-script-bytes anheben.`,
  },
  switches: {
    ffa: { name: 'Frei für alle', text: 'Jeder kann das Skript ausführen, ohne Schlüssel.' },
    silent: { name: 'Still', text: 'Der Schutz gibt nichts aus, wenn das Skript beginnt oder endet.' },
    heartbeat: {
      name: 'Herzschlag',
      text: 'Das laufende Skript fragt jede Minute, ob seine Lizenz noch gilt. Empfohlen.',
    },
    lightning: {
      name: 'Blitz',
      text: 'Keine Prüfungen in Schleifen: schneller und etwas weniger sicher.',
    },
    is_v4_loader: {
      name: 'Verschlüsselte Auslieferung',
      text: 'Das Skript wird für den Loader verschlüsselt, der danach fragt. Ältere Loader werden abgelehnt.',
    },
  },
  stages: {
    title: 'Fortschritt',
    sending: 'Senden',
    sent: (sent, of) => `${sent} von ${of}`,
    parsing: 'Lesen',
    obfuscating: 'Schützen',
    completed: 'Veröffentlichen',
    waiting: 'Vielleicht wartet es einen Moment, bis ein Arbeiter frei ist.',
    goOn: 'Sie können diese Seite verlassen: Der Dienst macht weiter.',
    states: { done: 'fertig', now: 'läuft', later: 'steht aus', failed: 'gescheitert' },
  },
  done: (before, after) => `Das Skript ist aktualisiert: Aus Version ${before} wurde ${after}.`,
  unchanged: (version) => `Weiter ausgeliefert wird Version ${version}.`,
  rejected: 'Der Dienst hat die Quelle abgelehnt.',
  place: (line, column) => `Zeile ${line}, Spalte ${column}`,
  placeOfLine: (line) => `Zeile ${line}`,
  sourceAround: 'Die Quelle um den Fehler',
  fix: 'Berichtigen Sie die Datei, und wählen Sie sie noch einmal.',
  failed: 'Es ist gescheitert, nicht durch die Quelle. Laden Sie sie noch einmal hoch.',
  looking: {
    gateway:
      'Ein Proxy hat nicht länger gewartet (504). Über das Hochladen sagt das nichts. Diese Seite sieht nach, ob der Dienst es hat.',
    broken: 'Die Verbindung ist abgebrochen. Diese Seite sieht nach, ob der Dienst die Quelle hat.',
    cancelled: 'Abgebrochen. Diese Seite sieht nach, ob der Dienst die Quelle schon hatte.',
  },
  notArrived: (sent, of, version) =>
    `Die Quelle ist nicht angekommen: ${sent} von ${of} wurden gesendet, und nichts hat begonnen. Weiter ausgeliefert wird Version ${version}. Sie können es noch einmal versuchen.`,
  again: 'Noch einmal hochladen',
  reasons: {
    SCRIPT_TOO_LARGE:
      'Die Quelle ist zu groß für diesen Dienst (413). Noch ein Versuch hilft nicht. Bündeln und minimieren Sie sie, oder teilen Sie sie. Der Betreiber kann die Grenze mit serve --max-script-bytes anheben.',
    TOO_LARGE_FOR_PROXY:
      'Ein Proxy vor dem Dienst hat die Quelle als zu groß abgelehnt (413). Noch ein Versuch hilft nicht. Der Betreiber muss die Grenze des Proxys anheben, bei nginx client_max_body_size.',
    TOO_MANY_WAITING:
      'Die Warteschlange ist voll: Zu viele Skripte warten auf ihre Verarbeitung. Nichts wurde geändert. Ihre Datei ist noch gewählt.',
    TOO_MANY_OF_ACCOUNT_WAITING:
      'Die Warteschlange ist voll: Zu viele Skripte dieses Kontos warten auf ihre Verarbeitung. Nichts wurde geändert. Ihre Datei ist noch gewählt.',
    TOO_MANY_UPLOADS:
      'In diesem Moment werden zu viele Skripte hochgeladen. Nichts wurde geändert. Ihre Datei ist noch gewählt.',
    ALLOWANCE_USED_UP:
      'Der Tarif dieses Kontos erlaubt in diesem Monat nichts mehr. Nichts wurde geändert. Der Betreiber kann den Tarif ändern.',
    STOPPED: 'Der Dienst wird gerade beendet. Laden Sie das Skript gleich noch einmal hoch.',
    NO_SUCH_SCRIPT: 'Dieses Skript gibt es nicht mehr.',
  },
  againIn: (seconds) => `Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
}

/** The texts of the scripts of a project. */
export const SCRIPTS = { en, de }
