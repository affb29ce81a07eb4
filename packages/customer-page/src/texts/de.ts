import type { Texts } from './en.ts'

/** The texts of the page in German. */
export const de: Texts = {
  title: 'Ihre Lizenzen',
  seller: 'den Verkäufer',
  questions: (support) => `Fragen? Schreiben Sie an ${support}.`,
  cancel: 'Abbrechen',
  working: 'Einen Moment …',
  copied: 'Kopiert',
  copyFailed: 'Nicht kopiert: Markieren Sie den Text',
  signIn: {
    lead: 'Geben Sie die Adresse ein, an die Ihre Lizenz geschickt wurde. Sie bekommen eine Mail, die Sie anmeldet.',
    email: 'E-Mail-Adresse',
    send: 'Mail schicken',
    sent: (email) =>
      `Wenn es Lizenzen für ${email} gibt, ist eine Mail mit Link und Code unterwegs. Das kann eine Minute dauern. Sehen Sie auch im Spam-Ordner nach.`,
    code: 'Code aus der Mail',
    codeHint: 'Oder öffnen Sie den Link der Mail in diesem Browser, und machen Sie dann hier weiter.',
    go: 'Weiter',
    again: 'Noch eine Mail schicken',
    other: 'Andere Adresse verwenden',
  },
  link: {
    in: { title: 'Anmelden', lead: 'Mit dem Knopf sehen Sie Ihre Lizenzen.', go: 'Anmelden' },
    offer: {
      title: 'Eine Lizenz für Sie',
      lead: 'Jemand gibt eine Lizenz an Sie weiter. Wenn Sie sie annehmen, gehört sie Ihnen, mit den Computern, die sie nutzen.',
      go: 'Lizenz annehmen',
    },
    address: {
      title: 'Ihre neue Adresse',
      lead: 'Mit dem Knopf gehören Ihre Lizenzen von jetzt an zu dieser Adresse.',
      go: 'Adresse bestätigen',
    },
    request: {
      title: 'Ein Computer bittet um Zugang',
      lead: 'Mit dem Knopf sehen Sie, welcher es ist. Noch wird nichts freigegeben.',
      go: 'Anfrage ansehen',
    },
    toSignIn: 'Zur Anmeldung',
  },
  proof: {
    title: 'Sind Sie es?',
    lead: (email) => `Beweisen Sie zuerst, dass ${email} Ihnen gehört. Ihre Eingaben bleiben hier.`,
    endedTitle: 'Sie wurden abgemeldet',
    ended: (email) =>
      `Melden Sie sich wieder als ${email} an, dann geht es weiter. Ihre Eingaben bleiben hier.`,
    sent: (email) => `Eine Mail mit Link und Code ist unterwegs an ${email}. Das kann eine Minute dauern.`,
  },
  states: {
    active: 'Aktiv',
    unused: 'Noch nicht benutzt',
    expired: 'Abgelaufen',
    stopped: 'Angehalten',
    banned: 'Gesperrt',
  },
  license: {
    search: 'In Ihren Lizenzen suchen',
    none: 'Für diese Adresse gibt es keine Lizenzen.',
    noneText: (support) =>
      `Haben Sie mit einer anderen Adresse gekauft? Melden Sie sich ab, und melden Sie sich mit jener an. Sonst schreiben Sie an ${support}.`,
    noMatch: 'Keine Lizenz passt dazu.',
    newest: (most) => `Nur die neuesten ${most} werden gezeigt.`,
    key: 'Lizenzschlüssel',
    ends: 'Gültig bis',
    never: 'unbegrenzt',
    days: (days) => (days === 1 ? 'ein Tag ab der ersten Nutzung' : `${days} Tage ab der ersten Nutzung`),
    perpetual: 'Versionen von davor laufen weiter.',
    updates: 'Updates bis',
    allUpdates: 'Jede Version',
    features: 'Enthält',
    computers: (used, most) => `Computer: ${used} von ${most}`,
    noComputers: 'Kein Computer nutzt sie.',
    unnamed: 'Ein Computer ohne Namen',
    used: (at) => `zuletzt benutzt ${at}`,
    held: (until) => `hat eine Lizenzdatei bis ${until}`,
    stoppedText: (support) => `Sie öffnet im Moment nichts. Schreiben Sie an ${support}.`,
    copy: 'Schlüssel kopieren',
    open: 'App öffnen',
    freeFrom: (at) => `Ab ${at} kann wieder ein Computer freigegeben werden.`,
    freeNot: (support) => `Auf dieser Seite werden keine Computer freigegeben. Schreiben Sie an ${support}.`,
    offered: (email) => `Angeboten an ${email}. Bis zur Annahme gehört sie Ihnen.`,
    takeBack: 'Angebot zurücknehmen',
    tookBack: 'Das Angebot gilt nicht mehr.',
  },
  free: {
    action: 'Freigeben',
    label: (name) => `${name} freigeben`,
    title: (name) => `${name} freigeben?`,
    lead: 'Die App schließt sich dort, und ein anderer Computer kann die Lizenz nutzen.',
    left: (moves) =>
      `Danach ${moves === 1 ? 'kann ein Computer' : `können ${moves} Computer`} innerhalb eines Jahres freigegeben werden.`,
    go: 'Diesen Computer freigeben',
    done: 'Der Computer ist freigegeben.',
  },
  replace: {
    action: 'Schlüssel ersetzen',
    title: 'Schlüssel ersetzen?',
    lead: 'Sie bekommen einen neuen Schlüssel, und der alte wird für immer abgelehnt. Geben Sie den neuen auf jedem Ihrer Computer ein. Was die Lizenz enthält und bis wann, bleibt gleich.',
    left: (times) => `Der Schlüssel kann innerhalb eines Jahres noch ${times}-mal ersetzt werden.`,
    go: 'Neuen Schlüssel ausstellen',
    done: 'Die Lizenz hat einen neuen Schlüssel.',
  },
  handOver: {
    action: 'Weitergeben',
    title: 'Lizenz weitergeben',
    lead: 'Die andere Person bekommt eine Mail, und kann die Lizenz innerhalb von sieben Tagen annehmen. Dann gehört sie ihr, mit ihren Computern, und nicht mehr Ihnen.',
    email: 'E-Mail-Adresse der Person',
    go: 'Angebot schicken',
    done: 'Das Angebot ist unterwegs.',
  },
  file: {
    action: 'Lizenzdatei',
    title: 'Eine Lizenzdatei für einen Computer ohne Internet',
    lead: 'Auf jenem Computer speichert oder zeigt die App eine Anfrage. Ziehen Sie die Datei hierher, wählen Sie sie aus, oder fügen Sie den Text ein.',
    request: 'Anfrage der App',
    choose: 'Datei wählen',
    go: 'Lizenzdatei erstellen',
    done: 'Die Lizenzdatei wurde gespeichert. Öffnen Sie sie mit der App auf jenem Computer.',
  },
  request: {
    title: 'Ein Computer bittet um Zugang',
    at: 'Wann',
    network: 'Netz',
    computer: 'Name',
    lead: 'Ist es Ihrer? Dann tippen Sie die beiden Wörter ein, die er zeigt, und wählen Sie, welcher Computer für ihn freigegeben wird.',
    words: 'Die beiden Wörter auf dem wartenden Computer',
    which: 'Freizugebender Computer',
    go: 'Für den neuen freigeben',
    done: 'Der wartende Computer öffnet sich in einigen Sekunden.',
    notMe: 'Das war ich nicht: neuen Schlüssel ausstellen',
    deniedOnly: (support) =>
      `Der Computer wurde abgelehnt. Für einen neuen Schlüssel schreiben Sie an ${support}.`,
    over: 'Die Anfrage wurde schon beantwortet, oder sie ist abgelaufen. Fragen Sie auf dem wartenden Computer noch einmal.',
    until: (at) => `Antworten Sie bis ${at}.`,
  },
  orders: {
    title: 'Bestellungen',
    order: (id) => `Bestellung ${id}`,
    page: (shop) => `Rechnung und Kündigung${shop === '' ? '' : ` bei ${shop}`}`,
    states: {
      waiting: 'In Bearbeitung',
      paid: 'Bezahlt',
      'past-due': 'Zahlung überfällig',
      ended: 'Beendet',
      refunded: 'Erstattet',
      'charged-back': 'Zurückgebucht',
    },
  },
  account: {
    title: 'Ihre Adresse',
    mailKeys: 'Schlüssel zuschicken',
    mailed: 'Eine Mail mit Ihren Schlüsseln ist unterwegs.',
    change: 'Adresse ändern',
    changeLead:
      'Eine Mail mit einem Link geht an die neue Adresse. Ihre Adresse ändert sich, wenn Sie ihn öffnen und dort den Knopf drücken.',
    email: 'Neue E-Mail-Adresse',
    changeGo: 'Link schicken',
    changeDone: 'Sehen Sie in die Mails der neuen Adresse.',
    erase: 'Löschung beantragen',
    eraseTitle: 'Löschung von Name und Adresse beantragen?',
    eraseLead:
      'Der Verkäufer bestätigt sie. Ihre Lizenzen laufen weiter, aber niemand kann Ihnen danach einen Schlüssel schicken.',
    eraseGo: 'Löschung beantragen',
    eraseDone: 'Der Antrag ist beim Verkäufer.',
    asked: (at) => `Sie haben am ${at} die Löschung beantragt.`,
    signOut: 'Abmelden',
  },
  problems: {
    lost: 'Der Dienst hat nicht geantwortet. Vielleicht ist es geschehen: Laden Sie die Seite neu, bevor Sie es noch einmal versuchen.',
    notNow:
      'Der Dienst kann gerade nicht antworten. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    cancelled: 'Nichts wurde geändert.',
    tooMany: (minutes) =>
      `Zu viele Versuche. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
    unreadable:
      'Diese Datei ist zu groß für eine Anfrage. Wählen Sie die Datei, die die App gespeichert hat.',
    other: (support) => `Das ist nicht möglich. Laden Sie die Seite neu, oder schreiben Sie an ${support}.`,
    reload: 'Neu laden',
  },
  codes: (support) => ({
    NO_SUCH_PAGE: `Diese Seite ist abgeschaltet. Schreiben Sie an ${support}.`,
    LINK_OVER:
      'Dieser Link wurde benutzt, ist abgelaufen oder durch einen neueren ersetzt. Melden Sie sich an, oder lassen Sie sich eine neue Mail schicken.',
    SIGN_IN_NEEDED: 'Sie sind nicht angemeldet. Lassen Sie sich eine Mail schicken.',
    NO_COOKIES:
      'Ihr Browser speichert keine Cookies. Erlauben Sie sie für diese Seite, und laden Sie sie neu.',
    NO_CODE: 'Geben Sie den Code aus der Mail ein, oder öffnen Sie zuerst ihren Link in diesem Browser.',
    CODE_WRONG:
      'Der Code ist falsch oder abgelaufen. Sehen Sie in die neueste Mail, oder lassen Sie sich noch eine schicken.',
    OTHER_BROWSER:
      'Ein Code gilt nur in dem Browser, der ihn angefordert hat. Öffnen Sie den Link der Mail, oder lassen Sie sich von hier eine schicken.',
    NOT_ALLOWED: `Das ist auf dieser Seite nicht möglich. Schreiben Sie an ${support}.`,
    NO_SUCH_LICENSE: 'Diese Lizenz gehört Ihnen nicht mehr. Laden Sie die Seite neu.',
    NO_SUCH_COMPUTER: 'Dieser Computer wurde schon freigegeben. Laden Sie die Seite neu.',
    NO_MOVE:
      'Im Moment kann kein Computer freigegeben werden. Laden Sie die Seite neu, dann sehen Sie, ab wann.',
    NOT_WORKING: `Die Lizenz ist gesperrt oder angehalten. Schreiben Sie an ${support}.`,
    HELD_BY_FILE: 'Ein Computer hat eine Lizenzdatei, die noch läuft. Warten Sie ihr Ende ab.',
    NO_REPLACEMENT: `Der Schlüssel wurde innerhalb eines Jahres zweimal ersetzt. Schreiben Sie an ${support}.`,
    OWN_ADDRESS: 'Das ist Ihre eigene Adresse. Geben Sie eine andere ein.',
    INVALID_EMAIL: 'An diese Adresse kann keine Mail geschickt werden. Berichtigen Sie sie.',
    ADDRESS_TAKEN: `Die Adresse hat inzwischen eigene Lizenzen. Melden Sie sich mit ihr an, oder schreiben Sie an ${support}.`,
    WRONG_REQUEST:
      'Das ist keine Anfrage dieser App mit diesem Schlüssel. Erstellen Sie in der App eine neue, mit diesem Schlüssel.',
    NO_SUCH_REQUEST:
      'Die Anfrage wurde schon beantwortet, oder sie ist abgelaufen. Fragen Sie auf dem wartenden Computer noch einmal.',
    WORDS_WRONG:
      'Das sind nicht die Wörter. Sehen Sie noch einmal auf den wartenden Computer: Der dritte falsche Versuch beendet die Anfrage.',
    REQUEST_OVER:
      'Die Wörter waren dreimal falsch, darum ist die Anfrage beendet. Morgen ist eine neue möglich.',
  }),
}
