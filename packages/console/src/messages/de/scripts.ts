import type { ScriptsTexts } from '../en/scripts.ts'

export const scripts: ScriptsTexts = {
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
