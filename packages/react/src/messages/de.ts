import type { DeviceReason, FactName } from '@latchkey/client'
import type { Messages } from './en.ts'

const buchstaben = (count: number): string => (count === 1 ? '1 Buchstabe' : `${count} Buchstaben`)

const factNames: Messages['device']['factNames'] = {
  'OS installation ID': 'Installations-ID des Systems',
  'System UUID': 'UUID des Computers',
  'Board serial number': 'Seriennummer der Hauptplatine',
  'Hardware UUID': 'UUID der Hardware',
  'Serial number': 'Seriennummer',
}

const names = (facts: readonly FactName[]): string => facts.map((fact) => factNames[fact]).join(', ')

function describeReason(reason: DeviceReason): string {
  switch (reason.code) {
    case 'nothing-known':
      return 'Nichts, was diesen Computer kennzeichnet, ließ sich lesen. Die ID ist eine Zufallszahl in einer Datei und nur so beständig wie diese Datei.'
    case 'one-fact':
      return `Nur ein Merkmal kennzeichnet diesen Computer (${names(reason.facts)}). Ändert es sich, ändert sich auch die ID.`
    case 'two-facts':
      return `Zwei Merkmale kennzeichnen diesen Computer (${names(reason.facts)}). Ändert sich eines, ändert sich auch die ID.`
    case 'container':
      return 'Dies ist ein Container: Was ihn kennzeichnet, gehört zum Image oder zum Host und gilt auch für andere.'
    case 'virtual-machine':
      return `Dies ist eine virtuelle Maschine${reason.product === '' ? '' : ` (${reason.product})`}: Sie lässt sich mit allem kopieren, was sie kennzeichnet.`
    case 'timed-out':
      return `Einiges, was diesen Computer kennzeichnet, war nicht rechtzeitig lesbar (${names(reason.facts)}).`
    case 'another-id-stored':
      return 'Auf diesem Computer ist eine andere ID gespeichert, doch diesmal war zu wenig lesbar, um sie zu bestätigen.'
    case 'not-written':
      return 'Die Datei mit der ID ließ sich nicht schreiben.'
  }
}

export const de: Messages = {
  language: 'de',
  gate: {
    heading: (product) => `${product} freischalten`,
    lead: 'Fügen Sie Ihren Lizenzschlüssel oder die ganze E‑Mail ein.',
    leadOther: 'Geben Sie Ihren Lizenzschlüssel so ein, wie Sie ihn erhalten haben.',
    keyLabel: 'Lizenzschlüssel',
    activate: 'Aktivieren',
    checkingHeading: 'Ihre Lizenz wird geprüft',
    checkingLead: 'Das dauert nur einen Augenblick.',
    inProgress: (step) => `${step} …`,
    opening: 'Lizenz bestätigt, das Programm wird geöffnet',
    cancel: 'Abbrechen',
    weakDevice:
      'Dieses Gerät ist schwer von anderen zu unterscheiden; die Lizenzbindung könnte verloren gehen.',
    released:
      'Dieser Computer wurde freigegeben. Geben Sie Ihren Schlüssel ein, um das Programm hier wieder zu nutzen.',
    storedKeyUnreadable:
      'Der auf diesem Gerät gespeicherte Schlüssel ist nicht mehr lesbar. Bitte geben Sie ihn erneut ein.',
    storeKey: 'Schlüssel auf diesem Gerät speichern',
    withoutKeyring: 'Für dieses Gerät verschlüsselt, da ein Schlüsselbund fehlt.',
    aboutDevice: 'Über dieses Gerät',
    getHelp: 'Hilfe',
    version: (version) => `Version ${version}`,
  },
  entry: {
    count: (count, of) => `${count} von ${of}`,
    shape: '32 Groß- und Kleinbuchstaben.',
    missing: (count) => (count === 1 ? 'Es fehlt noch 1 Buchstabe.' : `Es fehlen noch ${count} Buchstaben.`),
    complete: 'Der Schlüssel ist vollständig.',
    surplus: (count) => `${buchstaben(count)} zu viel.`,
    foreign: (character) => `„${character}“ gehört nicht in einen Schlüssel, nur Buchstaben von A bis Z.`,
    foreignDigit: (character) =>
      `„${character}“ ist eine Ziffer: Ein Schlüssel hat nur Buchstaben von A bis Z.`,
    invisible: 'ein unsichtbares Zeichen',
    found: 'Der Schlüssel wurde im eingefügten Text gefunden.',
    foundSeveral: (nth, of) => `Schlüssel ${nth} von ${of} im eingefügten Text.`,
    useNext: 'Den nächsten verwenden',
    nothingFound: 'Im eingefügten Text steht kein Lizenzschlüssel.',
    noText: 'Es gibt keinen Text zum Einfügen. Kopieren Sie zuerst Ihren Schlüssel.',
    empty: 'Geben Sie zuerst Ihren Schlüssel ein.',
    fromLink: 'Der Schlüssel kam mit einem Link. Aktivieren Sie ihn nur, wenn Sie der Quelle vertrauen.',
  },
  phases: {
    identify: 'Gerät wird erkannt',
    connect: 'Verbindung zum Lizenzdienst wird aufgebaut',
    check: 'Schlüssel wird geprüft',
  },
  outcomes: {
    otherKeyInvalid: {
      title: 'Das ist kein Lizenzschlüssel',
      text: 'Er ist zu kurz oder zu lang. Vergleichen Sie ihn mit dem, den Sie erhalten haben.',
    },
    refusals: {
      KEY_INVALID: {
        title: 'Das ist kein vollständiger Lizenzschlüssel',
        text: 'Er hat genau 32 Buchstaben, keine Ziffern oder Sonderzeichen. Vergleichen Sie ihn mit dem, den Sie erhalten haben.',
      },
      KEY_INCORRECT: {
        title: 'Zu diesem Schlüssel gibt es keine Lizenz',
        text: 'Prüfen Sie jeden Buchstaben, auch Groß- und Kleinschreibung. Am besten kopieren Sie ihn aus der E‑Mail.',
      },
      KEY_HWID_LOCKED: {
        title: 'Der Schlüssel gehört zu einem anderen Gerät',
        text: 'Er gilt für jeweils ein Gerät. Nutzen Sie das andere nicht mehr? Dann kann der Anbieter ihn freigeben.',
      },
      KEY_EXPIRED: {
        title: 'Diese Lizenz ist abgelaufen',
        text: 'Nach einer Verlängerung gilt der Schlüssel wieder. Auf diesem Gerät geht nichts verloren.',
      },
      KEY_BANNED: {
        title: 'Diese Lizenz wurde gesperrt',
        text: 'Nur der Anbieter kann Ihnen den Grund nennen und die Sperre aufheben.',
      },
      INVALID_EXECUTOR: {
        title: 'Der Lizenzdienst lehnt dieses Gerät ab',
        text: 'Er kann mit der Geräte-ID nichts anfangen. „Über dieses Gerät“ zeigt, woraus sie entsteht.',
      },
      TIME_ERROR: {
        title: 'Die Uhrzeiten weichen voneinander ab',
        text: 'Dem Dienst erschien die Anfrage zu alt oder zu neu. Stellen Sie die Uhr dieses Computers und versuchen Sie es erneut.',
      },
      SECURITY_ERROR: {
        title: 'Der Lizenzdienst vertraut der Anfrage nicht',
        text: 'Diese Programmkopie ist vielleicht veraltet oder verändert. Installieren Sie die neueste Version vom Anbieter.',
      },
      APP_NOT_APPROVED: {
        title: 'Der Lizenzdienst kennt dieses Programm nicht',
        text: 'Diese Kopie ist vielleicht veraltet oder vom Anbieter noch nicht eingerichtet. An Ihrem Schlüssel liegt es nicht.',
      },
      USER_AGENT_NOT_ALLOWED: {
        title: 'Diese Version wird nicht mehr unterstützt',
        text: 'Installieren Sie die neueste Version vom Anbieter. An Ihrem Schlüssel liegt es nicht.',
      },
      RATE_LIMITED: {
        title: 'Zu viele Versuche in kurzer Zeit',
        text: 'Der Lizenzdienst bittet um eine Pause. Ihr Schlüssel wurde nicht geprüft.',
      },
      UNKNOWN_ERROR: {
        title: 'Der Lizenzdienst konnte nicht entscheiden',
        text: 'Auf seiner Seite ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
      },
      MOVE_DISABLED: {
        title: 'Sie können den Computer dieses Schlüssels nicht wechseln',
        text: 'Das kann nur der Anbieter. Bitten Sie ihn, den Schlüssel freizugeben.',
      },
      MOVE_ON_COOLDOWN: {
        title: 'Der letzte Wechsel ist noch nicht lange her',
        text: 'Sie können das später wieder tun.',
      },
      MOVE_LIMIT_REACHED: {
        title: 'Kein Umzug ist mehr übrig',
        text: 'Die Computer dieses Schlüssels wurden so oft gewechselt, wie der Anbieter es in einem Jahr erlaubt.',
      },
      OFFLINE_LICENSE_ACTIVE: {
        title: 'Der andere Computer hat eine Lizenz ohne Internet',
        text: 'Er hat eine Lizenzdatei. Bis zu ihrem Ende bleibt der Schlüssel dort.',
      },
      DEVICE_NOT_FOUND: {
        title: 'Dieser Computer ist nicht mit dem Schlüssel verbunden',
        text: 'Er wurde inzwischen freigegeben.',
      },
      VERSION_NOT_COVERED: {
        title: 'Diese Version ist neuer als Ihre Lizenz',
        text: 'Installieren Sie die Version, die Sie vorher hatten, oder verlängern Sie die Lizenz.',
      },
      TRIAL_NOT_OFFERED: {
        title: 'Zurzeit gibt es keine Testzeit',
        text: 'Geben Sie einen Lizenzschlüssel ein, um das Programm zu nutzen.',
      },
      TRIAL_USED: {
        title: 'Die Testzeit auf diesem Computer ist vorbei',
        text: 'Jeder Computer hat eine Testzeit. Mit einem Lizenzschlüssel können Sie weitermachen.',
      },
      TRIAL_LIMIT_REACHED: {
        title: 'Heute sind keine Tests mehr möglich',
        text: 'Es wurden so viele gestartet, wie an einem Tag erlaubt sind. Versuchen Sie es morgen wieder.',
      },
      TRIAL_DEVICE_WEAK: {
        title: 'Auf diesem Gerät ist kein Test möglich',
        text: 'Es ist schwer von anderen zu unterscheiden. Fragen Sie den Anbieter, wie Sie das Programm testen können.',
      },
    },
    deviceBanned: {
      title: 'Dieser Computer wurde gesperrt',
      text: 'Der Anbieter hat ihn wegen eines anderen Lizenzschlüssels gesperrt. Nur er kann Ihnen den Grund nennen und die Sperre aufheben.',
    },
    stops: {
      refunded: {
        title: 'Dieser Kauf wurde erstattet',
        text: 'Der Schlüssel gilt nicht mehr. Geben Sie einen anderen ein, oder schreiben Sie dem Anbieter, wenn das ein Irrtum ist.',
      },
      'charged-back': {
        title: 'Die Zahlung für diesen Schlüssel wurde zurückgebucht',
        text: 'Der Schlüssel gilt nicht mehr. Geben Sie einen anderen ein, oder schreiben Sie dem Anbieter, wenn das ein Irrtum ist.',
      },
      replaced: {
        title: 'Dieser Schlüssel wurde durch einen neuen ersetzt',
        text: 'Geben Sie den neuen Schlüssel ein. Der Anbieter kann ihn noch einmal senden.',
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
        text: 'Ihr Netzwerk kennt seine Adresse nicht. Vielleicht liegt es an einer Firewall oder am DNS-Server.',
      },
      'connection-refused': {
        title: 'Der Lizenzdienst antwortet nicht',
        text: 'Unter seiner Adresse meldet sich niemand. Vielleicht ist er in einigen Minuten wieder erreichbar.',
      },
      proxy: {
        title: 'Der Proxy hat die Anfrage nicht durchgelassen',
        text: 'Der Proxy Ihres Netzwerks hat sie abgelehnt, die Antwort verändert oder verlangt eine Anmeldung. Prüfen Sie die Proxyeinstellungen.',
      },
      'captive-portal': {
        title: 'Dieses Netzwerk verlangt zuerst eine Anmeldung',
        text: 'Statt des Lizenzdienstes antwortet eine Anmeldeseite. Melden Sie sich an und versuchen Sie es erneut.',
      },
      tls: {
        title: 'Keine sichere Verbindung zum Lizenzdienst',
        text: 'Möglicherweise liegt es an einem Virenschutz, einem Firmenproxy oder einer falsch gehenden Uhr.',
      },
      'timed-out': {
        title: 'Der Lizenzdienst hat zu lange gebraucht',
        text: 'Die Anfrage wurde nicht gesendet; ein neuer Versuch kostet nichts.',
      },
      'outcome-unknown': {
        title: 'Die Antwort ist nicht angekommen',
        text: 'Vielleicht hat die Anfrage den Dienst erreicht und wurde gezählt. Ein neuer Versuch ist unbedenklich, zählt aber womöglich noch einmal.',
      },
      'too-many-requests': {
        title: 'Der Lizenzdienst bittet um eine Pause',
        text: 'Aus diesem Netzwerk kamen zu viele Anfragen. Ihr Schlüssel wurde nicht geprüft.',
      },
      'service-unwell': {
        title: 'Der Lizenzdienst hat eine Störung',
        text: 'Er hat einen internen Fehler gemeldet. Ihr Schlüssel wurde nicht geprüft.',
      },
      'answer-malformed': {
        title: 'Die Antwort war unverständlich',
        text: 'Was zurückkam, ist keine Antwort eines Lizenzdienstes. Ihr Schlüssel wurde nicht geprüft.',
      },
      'answer-not-authentic': {
        title: 'Die Antwort ist nicht vertrauenswürdig',
        text: 'Ihr fehlt die Signatur des Lizenzdienstes, deshalb wurde sie verworfen. Vielleicht wurde sie unterwegs verändert, oder diese Version der App ist zu alt.',
      },
      'no-usable-node': {
        title: 'Kein Lizenzserver verfügbar',
        text: 'Der Dienst hat keinen passenden Server genannt. Vielleicht geht es in einigen Minuten wieder.',
      },
      clock: {
        title: 'Die Uhr dieses Computers geht falsch',
        text: 'Sie wurde zurückgestellt oder weicht zu stark ab. Stellen Sie sie richtig und versuchen Sie es erneut.',
      },
      'device-unsure': {
        title: 'Dieser Computer wurde nicht wiedererkannt',
        text: 'Zu wenig war lesbar, um das Gerät sicher zu erkennen; darum wurde kein Schlüssel gesendet. Starten Sie den Computer neu und versuchen Sie es erneut. Sie können ihn auch als neues Gerät nutzen; einen bereits verwendeten Schlüssel muss der Anbieter dann freigeben.',
      },
      'not-configured': {
        title: 'Diese Programmkopie ist nicht eingerichtet',
        text: 'Ihr fehlen die Lizenzeinstellungen, deshalb lässt sich kein Schlüssel prüfen. Das kann nur der Anbieter beheben.',
      },
    },
    versionsUntil: (date) => `Ihre Lizenz gilt für Versionen bis zum ${date}.`,
    serviceSays: 'Der Lizenzdienst meldet:',
    certificateFrom: (issuer) => `Das Zertifikat stammt von „${issuer}“.`,
    details: 'Mehr',
  },
  actions: {
    retry: 'Erneut versuchen',
    inSeconds: (action, seconds) => `${action} in ${seconds} s`,
    acceptDevice: 'Als neues Gerät nutzen',
    moveHere: 'Stattdessen auf diesem Computer nutzen',
    useAgain: 'Auf diesem Computer wieder nutzen',
    releaseOne: 'Computer zum Freigeben wählen',
    askOwner: 'Besitzer um einen Computer bitten',
    copyReport: 'Bericht kopieren',
    copied: 'Kopiert',
    copyFailed: 'Kopieren fehlgeschlagen',
    close: 'Schließen',
    help: {
      support: 'Support kontaktieren',
      renew: 'Lizenz verlängern',
      shop: 'Lizenz kaufen',
      'network-settings': 'Netzwerkeinstellungen',
      'clock-settings': 'Uhr einstellen',
      'network-login': 'Im Netzwerk anmelden',
    },
  },
  license: {
    heading: 'Lizenz',
    note: 'Vermerk',
    noNote: 'Keiner',
    wholeNote: 'Alles zeigen',
    shortNote: 'Weniger zeigen',
    expires: 'Läuft ab',
    never: 'Nie',
    neverForThisVersion: 'Nie für diese Version',
    updatesUntil: 'Updates bis',
    timeLeft: (time) => `noch ${time}`,
    lessThanAnHour: 'weniger als eine Stunde',
    ended: 'abgelaufen',
    executions: 'Ausführungen',
    lastChecked: 'Zuletzt geprüft',
    online: 'Vom Lizenzdienst bestätigt',
    unchanged: 'Weiterhin gültig. Der neue Schlüssel wurde nicht bestätigt.',
    grace: 'Zuletzt nicht bestätigt',
    file: 'Lizenziert durch eine Datei, ohne Internet',
    offlineUntil: 'Lizenzdatei endet',
    lost: 'Nicht mehr gültig. Speichern Sie jetzt: Das Programm wird gleich gesperrt.',
    graceText: (end) =>
      `Der Lizenzdienst ist nicht erreichbar. Sie können bis ${end} weiterarbeiten. Prüfen Sie erneut, sobald Sie online sind.`,
    graceTextOpen: 'Der Lizenzdienst ist nicht erreichbar. Sie können noch eine Weile weiterarbeiten.',
    endsIn: (time) => `Diese Lizenz gilt noch ${time}.`,
    storedKey: 'Schlüssel',
    storedBy: {
      keyring: 'Im Schlüsselbund gespeichert',
      device: 'Auf diesem Gerät, ohne Schlüsselbund',
      nothing: 'Nicht gespeichert: Eingabe bei jedem Start',
    },
    aboutKey: 'Über den Schlüssel',
    storedByText: {
      keyring: 'Ihr Betriebssystem speichert ihn verschlüsselt und gibt ihn nur Ihnen heraus.',
      device:
        'Dieser Computer bietet keinen Schlüsselbund, den sicheren Ort für Passwörter. Der Schlüssel wird stattdessen für dieses Gerät verschlüsselt: Eine Kopie ist auf einem anderen Computer nutzlos, aber ein Programm, das Sie auf diesem ausführen, könnte ihn lesen.',
      nothing: 'Das Programm vergisst ihn beim Beenden und fragt beim nächsten Start danach.',
    },
    askEveryTime: 'Jedes Mal fragen',
    remember: 'Schlüssel speichern',
    copyKeyEnding: 'Letzte 4 Buchstaben kopieren',
    checkAgain: 'Erneut prüfen',
    checking: 'Wird geprüft …',
    changeKey: 'Schlüssel wechseln',
    changeKeyText: 'Der bisherige Schlüssel gilt, bis der neue bestätigt ist.',
    forget: 'Schlüssel entfernen',
    forgetHeading: 'Schlüssel von diesem Gerät entfernen?',
    forgetText: [
      'Das Programm wird gesperrt und fragt beim nächsten Mal nach einem Schlüssel.',
      'Ihre Lizenz bleibt bestehen und mit diesem Gerät verbunden. Um sie auf einem anderen zu nutzen, bitten Sie vorher den Anbieter, sie freizugeben.',
      'Vergewissern Sie sich, dass Sie den Schlüssel noch haben: Er lässt sich nicht wieder anzeigen.',
    ],
    forgetOrRelease:
      'Ihre Lizenz bleibt unverändert und mit diesem Gerät verbunden. Um sie auf einem anderen zu nutzen, geben Sie stattdessen diesen Computer unter „Ihre Computer“ frei.',
    forgetConfirm: 'Schlüssel entfernen',
    forgetKeep: 'Behalten',
  },
  trial: {
    question: 'Noch kein Schlüssel?',
    start: (days) => (days === 1 ? '1 Tag lang testen' : `${days} Tage lang testen`),
    noneInDevelopment:
      'Entwicklung: Dieser Computer bekommt keine Testzeit, weil seine Geräte-ID unsicher ist. Erlauben: latchkey project update --trial-weak-devices yes',
    starting: 'Testzeit wird gestartet',
    left: (time) => `Testzeit: noch ${time}`,
    ended: 'Testzeit: abgelaufen',
    enterKey: 'Schlüssel eingeben',
    enterKeyText:
      'Geben Sie den gekauften Schlüssel ein. Das Programm bleibt offen, und Ihre Arbeit bleibt, wie sie ist.',
    over: {
      title: 'Ihre Testzeit ist vorbei',
      text: 'Auf diesem Computer geht nichts verloren. Mit einem Lizenzschlüssel machen Sie dort weiter, wo Sie aufgehört haben.',
    },
    failures: {
      offline:
        'Es wurde kein Test gestartet. Stellen Sie eine Netzwerkverbindung her und versuchen Sie es erneut.',
      'outcome-unknown':
        'Vielleicht hat der Test begonnen. Ein neuer Versuch ist unbedenklich: Sie erhalten denselben Test.',
      'too-many-requests': 'Aus diesem Netzwerk kamen zu viele Anfragen. Es wurde kein Test gestartet.',
      'service-unwell':
        'Er meldet selbst einen Fehler. Ein neuer Versuch ist unbedenklich: Sie erhalten denselben Test.',
      'answer-malformed': 'Das ist keine Antwort eines Lizenzdienstes. Es wurde kein Test gestartet.',
    },
    forgetText: [
      'Das Programm wird gesperrt. Die Tage der Testzeit laufen weiter.',
      'Bis zum Ende der Testzeit können Sie sie hier wieder starten, mit den übrigen Tagen.',
    ],
  },
  offline: {
    button: 'Dieser Computer hat kein Internet',
    heading: 'Lizenz ohne Internet',
    requestHeading: '1. Senden Sie diese Anfrage an den Anbieter',
    requestText:
      'Scannen Sie sie mit dem Telefon, oder bringen Sie den Text oder die Datei zu einem Computer mit Internet. Sie enthält Ihren Lizenzschlüssel.',
    request: 'Aktivierungsanfrage',
    code: 'Die Aktivierungsanfrage als QR-Code',
    copy: 'Anfrage kopieren',
    save: 'Anfrage speichern',
    fileHeading: '2. Nutzen Sie die Lizenzdatei, die Sie erhalten',
    fileText: 'Fügen Sie ihren Text ein, ziehen Sie die Datei hierher oder öffnen Sie sie.',
    file: 'Lizenzdatei',
    use: 'Lizenzdatei nutzen',
    open: 'Datei öffnen',
    renew: 'Neue Datei anfordern',
    endsAt: (end) => `Die Lizenzdatei endet am ${end}. Fordern Sie vorher eine neue an.`,
    problems: {
      'no-key': {
        title: 'Es gibt noch keinen Lizenzschlüssel',
        text: 'Geben Sie zuerst Ihren Lizenzschlüssel ein, und öffnen Sie dies dann noch einmal.',
      },
      'device-unsure': {
        title: 'Dieses Gerät wurde nicht erkannt',
        text: 'Zu wenig war lesbar, um das Gerät zu erkennen. Starten Sie den Computer neu und versuchen Sie es erneut.',
      },
      busy: {
        title: 'Eine Prüfung läuft',
        text: 'Warten Sie, bis sie beendet ist, und nutzen Sie die Datei noch einmal.',
      },
      'not-a-license': {
        title: 'Das ist keine Lizenzdatei',
        text: 'Nutzen Sie die Datei des Anbieters, vom ersten bis zum letzten Zeichen.',
      },
      altered: {
        title: 'Diese Datei wurde unterwegs verändert',
        text: 'Bitten Sie den Anbieter, sie noch einmal als Anhang zu senden.',
      },
      'unknown-key': {
        title: 'Diese Version des Programms kann die Datei nicht prüfen',
        text: 'Installieren Sie die neueste Version, und nutzen Sie die Datei noch einmal.',
      },
      'other-app': {
        title: 'Diese Datei ist für ein anderes Programm',
        text: 'Senden Sie die Anfrage oben an den Anbieter dieses Programms.',
      },
      'other-key': {
        title: 'Diese Datei ist für einen anderen Lizenzschlüssel',
        text: 'Geben Sie den Schlüssel ein, für den Sie die Datei angefordert haben, oder senden Sie die Anfrage oben an den Anbieter.',
      },
      'other-device': {
        title: 'Diese Datei ist für einen anderen Computer',
        text: 'Senden Sie die Anfrage oben an den Anbieter: Sie ist für diesen Computer.',
      },
      expired: {
        title: 'Diese Lizenzdatei ist abgelaufen',
        text: 'Senden Sie die Anfrage oben an den Anbieter, um eine neue zu erhalten.',
      },
      'not-yet-valid': {
        title: 'Diese Lizenzdatei gilt noch nicht',
        text: 'Stellen Sie das Datum dieses Computers richtig, und nutzen Sie die Datei noch einmal.',
      },
      'clock-set-back': {
        title: 'Das Datum dieses Computers wurde zurückgestellt',
        text: 'Stellen Sie Datum und Uhrzeit richtig, starten Sie das Programm neu, und nutzen Sie die Datei noch einmal.',
      },
      ended: {
        title: 'Der Anbieter hat diese Lizenz zurückgezogen',
        text: 'Wenden Sie sich an den Anbieter. Eine später ausgestellte Lizenzdatei gilt wieder.',
      },
      'version-not-covered': {
        title: 'Diese Lizenzdatei ist für frühere Versionen des Programms',
        text: 'Installieren Sie die Version, die Sie vorher hatten, oder bitten Sie den Anbieter um eine neue Datei.',
      },
    },
  },
  askOwner: {
    heading: 'Den Besitzer bitten',
    lead: [
      'Der Besitzer der Lizenz bekommt eine Mail und kann einen der Computer für diesen freigeben.',
      'Dieser Computer zeigt danach zwei Wörter. Sagen Sie sie dem Besitzer, zum Beispiel am Telefon: In der Mail stehen sie nicht.',
    ],
    nameHint: 'Der Besitzer sieht ihn, die Uhrzeit und Ihr Netzwerk. Er kann leer bleiben.',
    send: 'Mail senden',
    sending: 'Die Mail wird gesendet …',
    words: 'Sagen Sie dem Besitzer diese zwei Wörter:',
    waiting: 'Es wird auf den Besitzer gewartet. Ist ein Computer frei, öffnet sich das Programm von selbst.',
    late: 'Der Besitzer hat noch nicht geantwortet; er hat einen Tag Zeit. Wenn er Ihnen sagt, dass ein Computer frei ist, drücken Sie „Nachsehen“.',
    lookAgain: 'Nachsehen',
    stop: 'Nicht mehr warten',
    ends: {
      OWNER_DENIED:
        'Der Besitzer hat abgelehnt. Morgen können Sie wieder fragen, oder wenden Sie sich an den Anbieter.',
      OWNER_REQUEST_OVER:
        'Die Bitte ist beendet: Niemand hat rechtzeitig geantwortet, oder die Wörter waren dreimal falsch.',
      ASK_LIMIT_REACHED:
        'Der Besitzer wurde innerhalb des letzten Tages schon gefragt, oder er hat abgelehnt. Morgen können Sie wieder fragen.',
      ASK_NOT_OFFERED: 'Der Besitzer kann von hier aus gerade nicht gefragt werden. Fragen Sie den Anbieter.',
    },
    failed: 'Der Besitzer konnte nicht gefragt werden:',
  },
  computers: {
    heading: 'Ihre Computer',
    inUse: (linked, most) => `Der Schlüssel wird auf ${linked} von ${most} Computern genutzt`,
    movedOn: (date) => `Diese Lizenz ist am ${date} auf einen anderen Computer umgezogen`,
    releasedOn: (date) => `Dieser Computer wurde am ${date} freigegeben`,
    useAgain: 'Sie können den Schlüssel hier wieder nutzen. Kein anderer Computer wird dafür gesperrt.',
    askVendor: 'Nutzen Sie ihn dort nicht mehr? Dann kann der Anbieter den Schlüssel freigeben.',
    askOwner: 'Auch der Besitzer der Lizenz kann einen Computer freigeben.',
    otherLocks: 'Nutzen Sie ihn hier, dann sperrt sich der andere Computer bei seiner nächsten Prüfung.',
    oldestLocks:
      'Nutzen Sie ihn hier, dann sperrt sich der am längsten ungenutzte Computer bei seiner nächsten Prüfung.',
    releaseOne: 'Geben Sie einen davon frei, um den Schlüssel hier zu nutzen.',
    left: (count) => (count === 1 ? 'Ein Umzug ist noch möglich.' : `${count} Umzüge sind noch möglich.`),
    waits: {
      cooldown: 'Die Computer dieses Schlüssels wurden erst vor Kurzem gewechselt.',
      limit: 'Kein Umzug ist mehr übrig.',
      offline: 'Der andere Computer hat eine Lizenzdatei für die Nutzung ohne Internet.',
    },
    usableFrom: (moment) => `Hier nutzen können Sie den Schlüssel ab ${moment}.`,
    releasableFrom: (moment) => `Einen Computer freigeben können Sie ab ${moment}.`,
    onlyVendor: 'Nur der Anbieter kann einen Computer freigeben.',
    loading: 'Die Liste wird geladen …',
    thisComputer: 'Dieser Computer',
    lastUsed: (date) => `Zuletzt genutzt am ${date}`,
    linkedOn: (date) => `In Nutzung seit ${date}`,
    unknown: 'Ein Computer ohne Namen',
    release: 'Freigeben',
    releaseNamed: (name) => `Freigeben: ${name}`,
    releaseHeading: (name) => `„${name}“ freigeben?`,
    releaseOther:
      'Das Programm sperrt sich auf jenem Computer bei seiner nächsten Prüfung. Sonst ändert sich dort nichts.',
    releaseThis: [
      'Das Programm sperrt sich auf diesem Computer, und der Schlüssel wird von ihm entfernt.',
      'Stellen Sie sicher, dass Sie den Schlüssel noch haben: Er kann nicht wieder angezeigt werden.',
    ],
    keep: 'Behalten',
    name: 'Name dieses Computers',
    nameHint: 'Erscheint auf den anderen Computern mit diesem Schlüssel.',
    saveName: 'Namen speichern',
    nameSaved: 'Name gespeichert',
  },
  device: {
    heading: 'Über dieses Gerät',
    lead: 'Eine Lizenz ist mit einem Gerät verbunden, und so wird Ihres erkannt. Nur die ID verlässt das Gerät, nie das, woraus sie entsteht.',
    id: 'Geräte-ID',
    copyId: 'ID kopieren',
    strength: { strong: 'Sicher', medium: 'Mittel', weak: 'Unsicher' },
    strengthText: {
      strong: 'Dieses Gerät wird zuverlässig erkannt, auch nach alltäglichen Änderungen.',
      medium: 'Dieses Gerät wird erkannt, aber weniger zuverlässig als andere.',
      weak: 'Dieses Gerät wird vielleicht nicht wiedererkannt. Dann muss die Lizenz erst freigegeben werden.',
    },
    facts: 'Woraus die ID entsteht',
    counted: 'Zählt',
    notCounted: 'Zählt nicht',
    noFacts: 'Von diesem Gerät ließ sich nichts lesen.',
    unreadable: 'Die Geräte-ID ließ sich nicht lesen.',
    factNames,
    describeReason,
    why: {
      'set-at-installation': 'Bei der Installation des Betriebssystems vergeben.',
      'set-by-apple': 'Von Apple für diesen Computer vergeben.',
      'set-by-computer-maker': 'Vom Hersteller des Computers vergeben.',
      'set-by-board-maker': 'Vom Hersteller der Hauptplatine vergeben.',
      'timed-out': 'Hat nicht rechtzeitig geantwortet.',
      'not-shown': 'Nicht vorhanden oder nur für Administratoren sichtbar.',
      'none-on-macos': 'macOS hat keine.',
      'no-value': 'Der Computer gab keinen Wert an.',
      placeholder: 'Ein Platzhalter, den viele Computer haben.',
      'wrong-form': 'Nicht in der Form einer solchen ID.',
      'too-short': 'Zu kurz, um Computer zu unterscheiden.',
      words: 'Worte, keine Seriennummer.',
    },
    twin: (of) => `Derselbe Wert wie „${of}“.`,
    changed: 'Er hat sich geändert; die anderen stimmen noch, deshalb bleibt die ID.',
  },
  update: {
    ready: (version) => `Version ${version} wird installiert, wenn Sie das Programm schließen.`,
    offered: (version) => `Version ${version} ist verfügbar: dort, wo Sie diese erhalten haben.`,
    notCovered: (version, date) =>
      `Version ${version} ist verfügbar. Ihre Lizenz gilt für Versionen bis zum ${date}.`,
    restart: 'Jetzt neu starten',
    downloading: (version, percent) => `Version ${version} wird geladen: ${percent} %`,
    failures: {
      'not-signed':
        'Eine neuere Version ist verfügbar, die ihr Hersteller nicht signiert hat. Sie wurde nicht installiert.',
      'wrong-file':
        'Die Datei der neueren Version ist nicht die, die ihr Hersteller signiert hat. Sie wurde gelöscht.',
      incomplete:
        'Die neuere Version konnte nicht vollständig geladen werden. Das Programm versucht es morgen wieder.',
      'no-space': 'Für die neuere Version ist nicht genug Platz auf der Festplatte.',
      'wrong-clock':
        'Die Uhr dieses Computers geht falsch, deshalb lassen sich neuere Versionen nicht prüfen. Stellen Sie sie.',
    },
  },
}
