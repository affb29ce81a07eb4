import type { DeviceReason } from '../../shared/device-view.ts'
import type { Words } from './words.ts'

const buchstaben = (count: number): string => (count === 1 ? '1 Buchstabe' : `${count} Buchstaben`)

function sayReason(reason: DeviceReason): string {
  switch (reason.code) {
    case 'nothing-known':
      return 'Nichts, was diesen Computer kennzeichnet, ließ sich lesen. Die ID ist eine Zufallszahl in einer Datei und nur so viel wert wie diese Datei.'
    case 'one-fact':
      return `Nur ein Merkmal kennzeichnet diesen Computer (${reason.facts.join(', ')}). Ändert es sich, ändert sich auch die ID.`
    case 'two-facts':
      return `Zwei Merkmale kennzeichnen diesen Computer (${reason.facts.join(', ')}). Ändert sich eines, ändert sich auch die ID.`
    case 'container':
      return 'Dies ist ein Container: Was ihn kennzeichnet, gehört seinem Image oder seinem Host und wird geteilt.'
    case 'virtual-machine':
      return `Dies ist eine virtuelle Maschine${reason.product === '' ? '' : ` (${reason.product})`}: Sie lässt sich mit allem kopieren, was sie kennzeichnet.`
    case 'timed-out':
      return `Dieser Computer hat nicht rechtzeitig gesagt, was ihn kennzeichnet (${reason.facts.join(', ')}).`
    case 'another-id-kept':
      return 'Auf diesem Computer wird eine andere ID aufbewahrt, doch diesmal war zu wenig lesbar, um sie zu bestätigen.'
    case 'not-written':
      return 'Die Datei, die die ID aufbewahrt, ließ sich nicht schreiben.'
  }
}

export const de: Words = {
  language: 'de',
  gate: {
    heading: (product) => `${product} freischalten`,
    lead: 'Fügen Sie Ihren Lizenzschlüssel oder die ganze E‑Mail ein.',
    keyLabel: 'Lizenzschlüssel',
    activate: 'Aktivieren',
    checkingHeading: 'Ihre Lizenz wird geprüft',
    checkingLead: 'Das dauert einen Augenblick, einmal je Programmstart.',
    opening: 'Freigeschaltet',
    cancel: 'Abbrechen',
    weakDevice:
      'Dieses Gerät lässt sich schwer von anderen unterscheiden; die Lizenzbindung könnte verloren gehen.',
    keptKeyUnreadable:
      'Der auf diesem Gerät aufbewahrte Schlüssel ist nicht mehr lesbar. Bitte geben Sie ihn erneut ein.',
    keepKey: 'Schlüssel auf diesem Gerät aufbewahren',
    aboutDevice: 'Über dieses Gerät',
    getHelp: 'Hilfe',
    version: (version) => `Version ${version}`,
  },
  entry: {
    count: (count, of) => `${count} von ${of}`,
    shape: '32 Buchstaben, groß und klein.',
    missing: (count) => (count === 1 ? 'Es fehlt noch 1 Buchstabe.' : `Es fehlen noch ${count} Buchstaben.`),
    complete: 'Der Schlüssel ist vollständig.',
    surplus: (count) => `${buchstaben(count)} zu viel.`,
    foreign: (character) => `„${character}“ gehört nicht in einen Schlüssel: nur Buchstaben von A bis Z.`,
    foreignDigit: (character) =>
      `„${character}“ ist eine Ziffer: Ein Schlüssel hat nur Buchstaben von A bis Z.`,
    invisible: 'ein unsichtbares Zeichen',
    found: 'Der Schlüssel wurde im eingefügten Text gefunden.',
    foundSeveral: (keys) => `Im eingefügten Text stehen ${keys} Schlüssel. Das ist einer davon.`,
    useNext: 'Den nächsten nehmen',
    nothingFound: 'Im eingefügten Text steht kein Lizenzschlüssel.',
    noText: 'Das Eingefügte enthält keinen Text.',
    empty: 'Geben Sie zuerst Ihren Schlüssel ein.',
    fromLink: 'Dieser Schlüssel kam mit einem Link. Aktivieren Sie ihn, wenn Sie der Quelle vertrauen.',
  },
  phases: {
    identify: 'Gerät wird bestimmt',
    connect: 'Verbindung zum Lizenzdienst wird aufgebaut',
    check: 'Schlüssel wird geprüft',
  },
  outcomes: {
    refusals: {
      KEY_INVALID: {
        title: 'Das ist kein vollständiger Lizenzschlüssel',
        text: 'Ein Schlüssel hat genau 32 Buchstaben und weder Ziffern noch Zeichen. Vergleichen Sie ihn mit dem, den Sie erhalten haben.',
      },
      KEY_INCORRECT: {
        title: 'Zu diesem Schlüssel gibt es keine Lizenz',
        text: 'Vielleicht stimmt ein Buchstabe nicht; Groß- und Kleinschreibung zählt. Am sichersten ist es, ihn aus der E‑Mail zu kopieren.',
      },
      KEY_HWID_LOCKED: {
        title: 'Der Schlüssel gehört zu einem anderen Gerät',
        text: 'Ein Schlüssel gilt für jeweils ein Gerät. Bitten Sie den Anbieter, ihn freizugeben, falls es das andere nicht mehr gibt.',
      },
      KEY_EXPIRED: {
        title: 'Diese Lizenz ist abgelaufen',
        text: 'Nach einer Verlängerung gilt der Schlüssel wieder. Auf diesem Gerät geht nichts verloren.',
      },
      KEY_BANNED: {
        title: 'Diese Lizenz wurde gesperrt',
        text: 'Der Anbieter hat den Schlüssel gesperrt. Nur er kann Ihnen mehr sagen und die Sperre aufheben.',
      },
      INVALID_EXECUTOR: {
        title: 'Der Lizenzdienst hat dieses Gerät nicht angenommen',
        text: 'Die Geräte-ID war nicht verwendbar. Die Geräteseite zeigt, woraus sie entsteht.',
      },
      TIME_ERROR: {
        title: 'Die Uhrzeit passte nicht',
        text: 'Dem Dienst erschien die Prüfung zu alt oder zu neu. Prüfen Sie die Uhr dieses Computers und versuchen Sie es erneut.',
      },
      SECURITY_ERROR: {
        title: 'Der Lizenzdienst hat der Anfrage nicht vertraut',
        text: 'Diese Programmkopie ist vielleicht veraltet oder verändert. Installieren Sie die neueste Version des Anbieters.',
      },
      APP_NOT_APPROVED: {
        title: 'Der Lizenzdienst kennt dieses Programm nicht',
        text: 'Diese Kopie ist vielleicht veraltet oder vom Anbieter noch nicht eingerichtet. An Ihrem Schlüssel liegt es nicht.',
      },
      USER_AGENT_NOT_ALLOWED: {
        title: 'Diese Version wird nicht mehr angenommen',
        text: 'Der Lizenzdienst nimmt von dieser Programmversion keine Prüfungen an. Installieren Sie die neueste. An Ihrem Schlüssel liegt es nicht.',
      },
      RATE_LIMITED: {
        title: 'Zu viele Versuche in kurzer Zeit',
        text: 'Der Lizenzdienst bittet um eine Pause. Über Ihren Schlüssel wurde nicht entschieden.',
      },
      UNKNOWN_ERROR: {
        title: 'Der Lizenzdienst konnte nicht entscheiden',
        text: 'Auf seiner Seite ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
      },
    },
    unknownRefusal: {
      title: 'Der Lizenzdienst hat den Schlüssel abgelehnt',
      text: 'Er nennt einen Grund, den diese Programmversion nicht kennt.',
    },
    failures: {
      offline: {
        title: 'Dieser Computer ist offline',
        text: 'Ihr Schlüssel konnte nicht geprüft werden. Stellen Sie eine Netzwerkverbindung her und versuchen Sie es erneut.',
      },
      'name-not-found': {
        title: 'Der Lizenzdienst wurde nicht gefunden',
        text: 'Ihr Netzwerk konnte seine Adresse nicht finden. Vielleicht ist eine Firewall oder ein Nameserver im Weg.',
      },
      'connection-refused': {
        title: 'Der Lizenzdienst antwortet nicht',
        text: 'Unter seiner Adresse meldet sich niemand. Vielleicht ist er in ein paar Minuten wieder da.',
      },
      proxy: {
        title: 'Der Proxy hat die Prüfung nicht durchgelassen',
        text: 'Ihr Netzwerk verwendet einen Proxy, der ablehnt oder eine Anmeldung verlangt. Prüfen Sie die Proxyeinstellungen.',
      },
      'captive-portal': {
        title: 'Dieses Netzwerk verlangt zuerst eine Anmeldung',
        text: 'Statt des Lizenzdienstes hat eine Anmeldeseite geantwortet. Melden Sie sich im Netzwerk an und versuchen Sie es erneut.',
      },
      tls: {
        title: 'Keine sichere Verbindung zum Lizenzdienst',
        text: 'Etwas zwischen diesem Computer und dem Dienst steht im Weg: ein Virenschutz, ein Firmenproxy oder eine falsch gehende Uhr.',
      },
      'timed-out': {
        title: 'Der Lizenzdienst hat zu lange gebraucht',
        text: 'Die Prüfung wurde gar nicht erst gesendet; ein neuer Versuch kostet nichts.',
      },
      'outcome-unknown': {
        title: 'Die Antwort ist nicht angekommen',
        text: 'Die Prüfung hat den Dienst vielleicht erreicht und wurde gezählt. Ein neuer Versuch ist unbedenklich, zählt aber womöglich noch einmal.',
      },
      'too-many-requests': {
        title: 'Der Lizenzdienst bittet um eine Pause',
        text: 'Aus diesem Netzwerk kamen zu viele Prüfungen. Über Ihren Schlüssel wurde nicht entschieden.',
      },
      'service-unwell': {
        title: 'Dem Lizenzdienst geht es nicht gut',
        text: 'Er hat einen eigenen Fehler gemeldet. Über Ihren Schlüssel wurde nicht entschieden.',
      },
      'answer-malformed': {
        title: 'Die Antwort war unverständlich',
        text: 'Was zurückkam, ist keine Antwort eines Lizenzdienstes. Über Ihren Schlüssel wurde nicht entschieden.',
      },
      'answer-not-authentic': {
        title: 'Der Antwort war nicht zu trauen',
        text: 'Ihr fehlt die Unterschrift des Lizenzdienstes, deshalb wurde ihr nicht geglaubt. Unterwegs könnte sie verändert worden sein.',
      },
      'no-usable-node': {
        title: 'Kein Lizenzserver ist verfügbar',
        text: 'Der Dienst hat keinen Server genannt, den dieses Programm verwenden kann. Vielleicht ist er in ein paar Minuten wieder da.',
      },
      clock: {
        title: 'Die Uhr dieses Computers geht falsch',
        text: 'Sie wurde zurückgestellt oder geht für eine sichere Prüfung zu falsch. Stellen Sie Datum und Uhrzeit und versuchen Sie es erneut.',
      },
      'device-unsure': {
        title: 'Dieser Computer wurde nicht wiedererkannt',
        text: 'Es war zu wenig von dem lesbar, woran er erkannt wird. Darum wurde kein Schlüssel geprüft: Er wäre vielleicht an das falsche Gerät gebunden worden. Starten Sie den Computer neu und versuchen Sie es dann noch einmal. Als neues Gerät geht es sofort weiter, aber einen bereits benutzten Schlüssel muss der Anbieter dann erst freigeben.',
      },
      'not-configured': {
        title: 'Diese Programmkopie ist nicht eingerichtet',
        text: 'Ihr fehlen die Lizenzeinstellungen, deshalb lässt sich kein Schlüssel prüfen. Das kann nur der Anbieter beheben.',
      },
    },
    serviceSays: 'Der Lizenzdienst meldet:',
    certificateFrom: (issuer) => `Das Zertifikat stammt von „${issuer}“.`,
    details: 'Mehr',
  },
  actions: {
    retry: 'Erneut versuchen',
    retryIn: (seconds) => `Erneut versuchen in ${seconds} s`,
    editKey: 'Schlüssel berichtigen',
    acceptDevice: 'Als neues Gerät verwenden',
    showDevice: 'Dieses Gerät zeigen',
    copyReport: 'Bericht kopieren',
    copied: 'Kopiert',
    copyFailed: 'Kopieren fehlgeschlagen',
    close: 'Schließen',
    help: {
      support: 'Support kontaktieren',
      renew: 'Lizenz verlängern',
      'network-settings': 'Netzwerkeinstellungen öffnen',
      'clock-settings': 'Uhreinstellungen öffnen',
      'network-login': 'Im Netzwerk anmelden',
    },
  },
  license: {
    heading: 'Lizenz',
    note: 'Vermerk',
    noNote: 'Keiner',
    expires: 'Gültig bis',
    never: 'Unbegrenzt',
    timeLeft: (time) => `noch ${time}`,
    lessThanAnHour: 'weniger als eine Stunde',
    ended: 'abgelaufen',
    executions: 'Ausführungen',
    lastChecked: 'Zuletzt geprüft',
    online: 'Vom Lizenzdienst bestätigt',
    grace: 'Länger nicht bestätigt',
    lost: 'Nicht mehr gültig',
    graceText: (end) =>
      `Der Lizenzdienst ist nicht erreichbar. Sie können bis ${end} weiterarbeiten. Prüfen Sie erneut, sobald Sie online sind.`,
    graceTextOpen: 'Der Lizenzdienst ist nicht erreichbar. Sie können noch eine Weile weiterarbeiten.',
    endsIn: (time) => `Diese Lizenz gilt noch ${time}.`,
    kept: 'Schlüssel',
    keptBy: {
      keyring: 'Im Schlüsselbund dieses Computers aufbewahrt',
      device: 'Auf diesem Gerät aufbewahrt, ohne Schlüsselbund',
      nothing: 'Nicht aufbewahrt: wird bei jedem Start erfragt',
    },
    aboutKey: 'Über diesen Schlüssel',
    keptByText: {
      keyring: 'Ihr Betriebssystem bewahrt ihn versiegelt auf und öffnet ihn nur für Sie.',
      device:
        'Dieser Computer bietet keinen Schlüsselbund, den sicheren Ort für Passwörter. Der Schlüssel ist stattdessen für dieses Gerät versiegelt: Eine Kopie auf einem anderen Computer ist nutzlos, aber ein Programm, das hier unter Ihrem Namen läuft, könnte ihn lesen.',
      nothing: 'Das Programm vergisst ihn beim Schließen und fragt beim Start danach.',
    },
    askEveryTime: 'Jedes Mal fragen',
    remember: 'Hier aufbewahren',
    copyKeyEnding: 'Letzte 4 kopieren',
    checkAgain: 'Erneut prüfen',
    checking: 'Wird geprüft …',
    changeKey: 'Schlüssel ändern',
    changeKeyText: 'Geben Sie den neuen Schlüssel ein. Bis er bestätigt ist, bleibt der jetzige.',
    forget: 'Schlüssel entfernen',
    forgetHeading: 'Schlüssel von diesem Gerät entfernen?',
    forgetText: [
      'Das Programm wird gesperrt und fragt beim nächsten Mal nach einem Schlüssel.',
      'Ihre Lizenz bleibt bestehen und mit diesem Gerät verbunden. Um sie auf einem anderen zu verwenden, bitten Sie den Anbieter, sie freizugeben.',
      'Vergewissern Sie sich, dass Sie den Schlüssel noch haben: Er lässt sich nicht wieder anzeigen.',
    ],
    forgetConfirm: 'Schlüssel entfernen',
    forgetKeep: 'Behalten',
  },
  device: {
    heading: 'Über dieses Gerät',
    lead: 'Eine Lizenz ist mit einem Gerät verbunden. So wird dieses erkannt. Nichts, was hier gelesen wird, verlässt das Gerät: nur die ID.',
    id: 'Geräte-ID',
    copyId: 'ID kopieren',
    strength: { strong: 'Stark', medium: 'Mittel', weak: 'Schwach' },
    strengthText: {
      strong: 'Dieses Gerät wird zuverlässig erkannt, auch nach alltäglichen Änderungen.',
      medium: 'Dieses Gerät wird erkannt, mit weniger Sicherheit als andere.',
      weak: 'Dieses Gerät wird vielleicht nicht wiedererkannt; dann muss die Lizenz erst freigegeben werden.',
    },
    facts: 'Woraus die ID entsteht',
    counted: 'Zählt',
    notCounted: 'Zählt nicht',
    noFacts: 'Von diesem Gerät ließ sich nichts lesen.',
    unreadable: 'Die Geräte-ID ließ sich nicht lesen.',
    sayReason,
    why: {
      'set-at-installation': 'Bei der Installation des Betriebssystems vergeben.',
      'set-by-apple': 'Von Apple für diesen Computer vergeben.',
      'set-by-computer-maker': 'Vom Hersteller des Computers vergeben.',
      'set-by-board-maker': 'Vom Hersteller der Hauptplatine vergeben.',
      'timed-out': 'Hat nicht rechtzeitig geantwortet.',
      'not-shown': 'Nicht vorhanden oder nur für Administratoren sichtbar.',
      'none-on-macos': 'macOS hat keine.',
      'no-value': 'Der Computer gab keinen Wert an.',
      placeholder: 'Ein Platzhalter, den viele Computer tragen.',
      'wrong-form': 'Nicht in der Form einer solchen ID.',
      'too-short': 'Zu kurz, um Computer zu unterscheiden.',
      words: 'Worte, keine Seriennummer.',
    },
    twin: (of) => `Derselbe Wert wie „${of}“.`,
    changed: 'Er hat sich geändert; die anderen stimmen noch, deshalb bleibt die ID.',
  },
  update: {
    ready: (version) => `Version ${version} wird installiert, wenn Sie das Programm schließen.`,
    offered: (version) => `Version ${version} ist da. Sie erhalten sie dort, woher Sie diese haben.`,
  },
  sample: {
    heading: 'Heute',
    lead: 'Eine Beispielseite, geöffnet von Ihrer Lizenz. Hier entsteht Ihr eigenes Programm.',
    pageLabel: 'Seite für heute',
    placeholder: 'Was beschäftigt Sie?',
    saveAs: 'Speichern unter …',
    wordCount: (words) => (words === 1 ? '1 Wort' : `${words} Wörter`),
    look: 'Durchsehen',
    looking: 'Wird durchgesehen …',
    looked: ({ sentences, readingSeconds, longestWord }) =>
      `${sentences === 1 ? '1 Satz' : `${sentences} Sätze`}, ${readingSeconds} s Lesezeit, längstes Wort: ${longestWord === '' ? '–' : longestWord}`,
    notLooked: 'Das Skript konnte nicht ausgeführt werden.',
  },
}
