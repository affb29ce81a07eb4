import type { Standing, Trouble } from './standing.ts'

/** What a customer is answered about. */
export const SITUATIONS = [
  'works',
  'unused',
  'free',
  'locked',
  'expired',
  'trial',
  'trial-over',
  'banned',
  'stopped',
  'computer-banned',
  'unknown',
] as const
export type Situation = (typeof SITUATIONS)[number]

/** The situation that the present state of a key suggests. */
export const situationOf = (standing: Standing, trouble: Trouble | undefined): Situation => {
  if ('isTrial' in standing && standing.isTrial) return standing.kind === 'expired' ? 'trial-over' : 'trial'
  if (trouble?.kind === 'other-computer') return 'locked'
  return trouble?.kind === 'banned-computer' ? 'computer-banned' : standing.kind
}

/** The facts that an answer names, formatted. An empty fact is left out. */
export interface AnswerFacts {
  /** The name of the app. */
  readonly app: string
  /** The last letters of the key, with which its owner recognizes it. Empty for a deleted key. */
  readonly ending: string
  /** The day on which the key ends or ended; empty if it never ends, or was not used yet. */
  readonly end: string
  /** The day on which the updates of a perpetual key end or ended; otherwise empty. */
  readonly updates: string
  /** How many days an unused key works from its first use. */
  readonly days: number | undefined
  /** The end of a ban; empty for a permanent one. */
  readonly banEnd: string
  readonly banReason: string
  /** Why its order stopped the key; otherwise empty. */
  readonly stopped: string
  /** How many computers the key allows. */
  readonly most: number
  /** The user can move the key in the app. */
  readonly canMove: boolean
}

/** The texts of an answer in one language. */
export interface AnswerTexts {
  readonly greeting: string
  readonly closing: string
  readonly nameKey: (facts: AnswerFacts) => string
  readonly situations: Readonly<
    Record<Situation, (facts: AnswerFacts & { readonly key: string }) => readonly string[]>
  >
}

/** A whole mail to the customer: short, polite, and with the next step. */
export function answerOf(texts: AnswerTexts, situation: Situation, facts: AnswerFacts): string {
  const sentences = texts.situations[situation]({ ...facts, key: texts.nameKey(facts) })
  return [texts.greeting, sentences.filter((text) => text !== '').join(' '), texts.closing].join('\n\n')
}

/** The last letters of a trial's key, in either language. In parentheses: its user never saw it. */
const nameTrial = (ending: string): string => (ending === '' ? '' : ` (${ending})`)

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const ANSWERS_EN: AnswerTexts = {
  greeting: 'Hello,',
  closing: 'Kind regards',
  nameKey: ({ app, ending }) => `license key for ${app}${ending === '' ? '' : ` that ends in ${ending}`}`,
  situations: {
    works: ({ key, end, updates }) => [
      `Your ${key} works${end === '' ? '' : ` until ${end}`}, and it is linked to your computer.`,
      updates === ''
        ? ''
        : `It is for all versions that were made until ${updates}; for a later one, please renew it.`,
      'Please close the app, start it again, and make sure that the computer is online.',
      'If it still does not open, send us the message that it shows.',
    ],
    unused: ({ key, end, days }) => [
      `Your ${key} is ready, and was not used yet.`,
      days === undefined
        ? end === ''
          ? ''
          : `It works until ${end}.`
        : `Its ${days} days begin with the first use.`,
      'Please copy the whole key, 32 letters, from the mail in which you got it, and paste it into the app.',
    ],
    free: ({ key, end, updates }) => [
      `Your ${key} is free for a new computer now.`,
      updates === ''
        ? ''
        : `It is for all versions that were made until ${updates}; for a later one, please renew it.`,
      'Please start the app on the computer that you want to use, and enter the key there.',
      end === '' ? '' : `It works until ${end}.`,
    ],
    locked: ({ key, most, canMove }) => [
      `Your ${key} is in use on ${most === 1 ? 'another computer' : `${most} other computers, which is as many as it allows`}.`,
      canMove
        ? 'You can move it yourself: start the app on the new computer, enter the key, and press “Use it on this computer instead”.'
        : 'If you no longer use the other computer, please tell us. We will then free the key for the new one.',
    ],
    expired: ({ key, end }) => [
      `Your ${key} expired on ${end}.`,
      'After you renew it, the same key works again. Nothing on your computer is lost.',
      'Please tell us if you want to renew it.',
    ],
    trial: ({ app, ending, end }) => [
      `Your trial of ${app}${nameTrial(ending)} works${end === '' ? '' : ` until ${end}`}, on the computer on which you started it.`,
      'To go on after that, buy a license and enter its key in the app. You do not have to install anything again.',
      'If the app does not open, please send us the message that it shows.',
    ],
    'trial-over': ({ app, ending, end }) => [
      `Your trial of ${app}${nameTrial(ending)} ended${end === '' ? '' : ` on ${end}`}.`,
      'To go on, please buy a license and enter its key in the app. Nothing on your computer is lost.',
      'A computer gets one trial. If you need more time, please tell us.',
    ],
    banned: ({ key, banEnd, banReason }) => [
      `Your ${key} is blocked${banEnd === '' ? '' : ` until ${banEnd}`}.`,
      banReason === '' ? '' : `The reason: ${asSentence(banReason)}`,
      'If you think that this is a mistake, please reply to this mail with your order number.',
    ],
    stopped: ({ key, stopped }) =>
      stopped === 'replaced'
        ? [`Your ${key} was replaced by a new one, so it no longer works.`, 'Please enter the new key.']
        : [
            `Your ${key} was stopped, because ${stopped === 'charged-back' ? 'its payment was charged back' : 'its purchase was refunded'}.`,
            'If you buy again, the new key works on the same computer.',
            'If you think that this is a mistake, please reply to this mail with your order number.',
          ],
    'computer-banned': ({ key }) => [
      `Your ${key} works, but the computer on which you entered it is blocked.`,
      'If you think that this is a mistake, please reply to this mail with your order number.',
    ],
    unknown: ({ app }) => [
      `We have no license key for ${app} like the one that you sent.`,
      'Please copy the whole key, 32 letters, from the mail in which you got it; upper and lower case matter.',
      'If you cannot find that mail, tell us the address with which you bought it.',
    ],
  },
}

const ANSWERS_DE: AnswerTexts = {
  greeting: 'Guten Tag,',
  closing: 'Mit freundlichen Grüßen',
  nameKey: ({ app, ending }) =>
    `Lizenzschlüssel für ${app}${ending === '' ? '' : ` mit der Endung ${ending}`}`,
  situations: {
    works: ({ key, end, updates }) => [
      `Ihr ${key} gilt${end === '' ? '' : ` bis ${end}`} und ist mit Ihrem Computer verknüpft.`,
      updates === ''
        ? ''
        : `Er gilt für alle Versionen, die bis ${updates} entstanden sind; für eine spätere verlängern Sie ihn bitte.`,
      'Bitte schließen Sie das Programm, starten Sie es neu und prüfen Sie, ob der Computer online ist.',
      'Öffnet es sich immer noch nicht? Dann schicken Sie uns die Meldung, die es anzeigt.',
    ],
    unused: ({ key, end, days }) => [
      `Ihr ${key} ist bereit und wurde noch nicht benutzt.`,
      days === undefined
        ? end === ''
          ? ''
          : `Er gilt bis ${end}.`
        : `Seine ${days} Tage beginnen mit der ersten Nutzung.`,
      'Bitte kopieren Sie den ganzen Schlüssel, 32 Buchstaben, aus der E-Mail, mit der Sie ihn erhalten haben, und fügen Sie ihn im Programm ein.',
    ],
    free: ({ key, end, updates }) => [
      `Ihr ${key} ist jetzt für einen neuen Computer frei.`,
      updates === ''
        ? ''
        : `Er gilt für alle Versionen, die bis ${updates} entstanden sind; für eine spätere verlängern Sie ihn bitte.`,
      'Bitte starten Sie das Programm auf dem gewünschten Computer und geben Sie den Schlüssel dort ein.',
      end === '' ? '' : `Er gilt bis ${end}.`,
    ],
    locked: ({ key, most, canMove }) => [
      `Ihr ${key} wird ${most === 1 ? 'auf einem anderen Computer' : `auf ${most} anderen Computern`} benutzt${most === 1 ? '' : '; mehr sind nicht vorgesehen'}.`,
      canMove
        ? 'Sie können ihn selbst umziehen: Starten Sie das Programm auf dem neuen Computer, geben Sie den Schlüssel ein und wählen Sie „Stattdessen auf diesem Computer verwenden“.'
        : 'Benutzen Sie den anderen Computer nicht mehr? Dann schreiben Sie uns, und wir geben den Schlüssel für den neuen frei.',
    ],
    expired: ({ key, end }) => [
      `Ihr ${key} ist am ${end} abgelaufen.`,
      'Nach einer Verlängerung gilt derselbe Schlüssel wieder. Auf Ihrem Computer geht nichts verloren.',
      'Bitte schreiben Sie uns, wenn Sie ihn verlängern möchten.',
    ],
    trial: ({ app, ending, end }) => [
      `Ihre Testzeit für ${app}${nameTrial(ending)} läuft${end === '' ? '' : ` bis ${end}`}, auf dem Computer, auf dem Sie sie begonnen haben.`,
      'Möchten Sie danach weiterarbeiten, kaufen Sie eine Lizenz und geben Sie deren Schlüssel im Programm ein. Neu zu installieren ist nichts.',
      'Öffnet sich das Programm nicht? Dann schicken Sie uns die Meldung, die es anzeigt.',
    ],
    'trial-over': ({ app, ending, end }) => [
      `Ihre Testzeit für ${app}${nameTrial(ending)} ist${end === '' ? ' ' : ` am ${end} `}abgelaufen.`,
      'Möchten Sie weiterarbeiten, kaufen Sie bitte eine Lizenz und geben Sie deren Schlüssel im Programm ein. Auf Ihrem Computer geht nichts verloren.',
      'Ein Computer bekommt eine Testzeit. Brauchen Sie mehr Zeit, schreiben Sie uns.',
    ],
    banned: ({ key, banEnd, banReason }) => [
      `Ihr ${key} ist ${banEnd === '' ? '' : `bis ${banEnd} `}gesperrt.`,
      banReason === '' ? '' : `Der Grund: ${asSentence(banReason)}`,
      'Halten Sie das für einen Irrtum? Dann antworten Sie bitte auf diese E-Mail und nennen Sie Ihre Bestellnummer.',
    ],
    stopped: ({ key, stopped }) =>
      stopped === 'replaced'
        ? [
            `Ihr ${key} wurde durch einen neuen ersetzt und gilt nicht mehr.`,
            'Bitte geben Sie den neuen Schlüssel ein.',
          ]
        : [
            `Ihr ${key} wurde gestoppt, weil ${stopped === 'charged-back' ? 'seine Zahlung zurückgebucht' : 'sein Kauf erstattet'} wurde.`,
            'Wenn Sie neu kaufen, gilt der neue Schlüssel auf demselben Computer.',
            'Halten Sie das für einen Irrtum? Dann antworten Sie bitte auf diese E-Mail und nennen Sie Ihre Bestellnummer.',
          ],
    'computer-banned': ({ key }) => [
      `Ihr ${key} gilt, aber der Computer, auf dem Sie ihn eingegeben haben, ist gesperrt.`,
      'Halten Sie das für einen Irrtum? Dann antworten Sie bitte auf diese E-Mail und nennen Sie Ihre Bestellnummer.',
    ],
    unknown: ({ app }) => [
      `zu dem Lizenzschlüssel, den Sie uns für ${app} geschickt haben, finden wir keine Lizenz.`,
      'Bitte kopieren Sie den ganzen Schlüssel, 32 Buchstaben, aus der E-Mail, mit der Sie ihn erhalten haben; Groß- und Kleinschreibung zählen.',
      'Finden Sie die E-Mail nicht mehr? Dann nennen Sie uns die Adresse, mit der Sie gekauft haben.',
    ],
  },
}

export const ANSWERS = { en: ANSWERS_EN, de: ANSWERS_DE } as const
