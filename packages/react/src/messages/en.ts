import type {
  CheckPhase,
  FailureKind,
  LicenseStop,
  LocalRefusal,
  MoveRefusal,
  OfflineFileProblem,
  OwnerAnswer,
  OwnerRefusal,
  RefusalCode,
  StoredBy,
  TrialRefusal,
} from '@latchkey/client'
import type { HelpTopic, UpdateFailure } from '@latchkey/client/bridge'
import { deviceTexts } from '@latchkey/client/device-texts'

export interface OutcomeTexts {
  readonly title: string
  readonly text: string
}

/**
 * All texts of the windows. A language is one object of this type, listed in `choose-language.ts`;
 * the compiler reports missing texts.
 */
export type Messages = typeof en

const letters = (count: number): string => (count === 1 ? '1 letter' : `${count} letters`)

export const en = {
  /** BCP 47. */
  language: 'en' as 'en' | 'de',
  gate: {
    heading: (product: string) => `Unlock ${product}`,
    lead: 'Paste your license key, or the whole e-mail it came in.',
    /** In an app that takes keys of another form. */
    leadOther: 'Enter your license key as you received it.',
    keyLabel: 'License key',
    activate: 'Activate',
    checkingHeading: 'Checking your license',
    checkingLead: 'This takes only a moment.',
    /** The current step: one of `phases`, or `opening`. */
    inProgress: (step: string) => `${step}…`,
    opening: 'License confirmed. Opening',
    cancel: 'Cancel',
    weakDevice: 'This device is hard to tell from others, so a license may not stay linked to it.',
    released: 'This computer was released. To use the app here again, enter your key.',
    storedKeyUnreadable:
      'The key that is stored on this device can no longer be read. Please enter it again.',
    storeKey: 'Store the key on this device',
    withoutKeyring: 'Encrypted for this device, as it has no keyring.',
    aboutDevice: 'About this device',
    getHelp: 'Get help',
    version: (version: string) => `Version ${version}`,
  },
  entry: {
    count: (count: number, of: number) => `${count} of ${of}`,
    /** The format of a key, shown while the field is empty. */
    shape: '32 letters, upper and lower case.',
    missing: (count: number) => `${letters(count)} to go.`,
    complete: 'The key is complete.',
    surplus: (count: number) => `${letters(count)} too many.`,
    foreign: (character: string) =>
      `“${character}” does not belong in a key: it has only the letters A to Z.`,
    foreignDigit: (character: string) => `“${character}” is a digit: a key has only the letters A to Z.`,
    /** The name of an invisible character. */
    invisible: 'an invisible character',
    found: 'Found the key in the text you pasted.',
    foundSeveral: (nth: number, of: number) => `Key ${nth} of ${of} in the text you pasted.`,
    useNext: 'Use the next one',
    nothingFound: 'There is no license key in the text you pasted.',
    noText: 'There is no text to paste. Copy your key, then paste again.',
    empty: 'Enter your key first.',
    fromLink: 'This key came with a link. Activate it only if you trust the source.',
  },
  phases: {
    identify: 'Identifying this device',
    connect: 'Connecting to the license service',
    check: 'Checking the key',
  } satisfies Record<CheckPhase, string>,
  outcomes: {
    /** In the place of `KEY_INVALID` in an app that takes keys of another form. */
    otherKeyInvalid: {
      title: 'This is not a license key',
      text: 'It is too short or too long. Compare it with the one you were sent.',
    },
    refusals: {
      KEY_INVALID: {
        title: 'This is not a complete license key',
        text: 'A key is exactly 32 letters, without digits or other signs. Compare it with the one you were sent.',
      },
      KEY_INCORRECT: {
        title: 'There is no license with this key',
        text: 'One letter may be wrong; upper and lower case matter. It is safest to copy it from the e-mail.',
      },
      KEY_HWID_LOCKED: {
        title: 'This key is in use on another device',
        text: 'A key works on one device at a time. If you no longer use the other one, ask the vendor to free the key.',
      },
      KEY_EXPIRED: {
        title: 'This license has expired',
        text: 'Once it is renewed, this key works again. Nothing on this device is lost.',
      },
      KEY_BANNED: {
        title: 'This license has been blocked',
        text: 'Only the vendor can say why, or unblock it.',
      },
      INVALID_EXECUTOR: {
        title: 'The license service did not accept this device',
        text: 'It could not use the ID of this device. “About this device” shows how the ID is made.',
      },
      TIME_ERROR: {
        title: 'The time did not match',
        text: 'To the service this check looked too old or too new. Make sure that this computer’s clock is right, then try again.',
      },
      SECURITY_ERROR: {
        title: 'The license service did not trust this request',
        text: 'This copy of the app may be outdated or changed. Install the latest version from the vendor.',
      },
      APP_NOT_APPROVED: {
        title: 'The license service does not know this app',
        text: 'This copy may be outdated, or not yet set up by its vendor. Your key is not the problem.',
      },
      USER_AGENT_NOT_ALLOWED: {
        title: 'This version is no longer accepted',
        text: 'Install the latest version from the vendor. Your key is not the problem.',
      },
      RATE_LIMITED: {
        title: 'Too many tries in a short time',
        text: 'The license service asks for a pause. Your key was not checked.',
      },
      UNKNOWN_ERROR: {
        title: 'The license service could not decide',
        text: 'Something went wrong on its side. Try again in a moment.',
      },
      MOVE_DISABLED: {
        title: 'You cannot change the computer of this key',
        text: 'Only the vendor can. Ask them to free the key.',
      },
      MOVE_ON_COOLDOWN: {
        title: 'Too soon after the last change of computers',
        text: 'You can do this again later.',
      },
      MOVE_LIMIT_REACHED: {
        title: 'No moves are left',
        text: 'The computers of this key were changed as often as the vendor allows in a year.',
      },
      OFFLINE_LICENSE_ACTIVE: {
        title: 'The other computer is licensed without internet',
        text: 'It has a license file. The key stays on it until that file ends.',
      },
      DEVICE_NOT_FOUND: {
        title: 'This computer is not linked to the key',
        text: 'It was released in the meantime.',
      },
      VERSION_NOT_COVERED: {
        title: 'This version is newer than your license',
        text: 'Install the version that you had before, or renew the license to use this one.',
      },
      TRIAL_NOT_OFFERED: {
        title: 'There is no trial at the moment',
        text: 'To use the app, enter a license key.',
      },
      TRIAL_USED: {
        title: 'The trial on this computer is over',
        text: 'Each computer has one trial. With a license key, you can go on.',
      },
      TRIAL_LIMIT_REACHED: {
        title: 'No more trials today',
        text: 'As many were started as a day allows. Try again tomorrow.',
      },
      TRIAL_DEVICE_WEAK: {
        title: 'This device cannot have a trial',
        text: 'It is hard to tell from others. Ask the vendor how you can try the app.',
      },
    } satisfies Record<RefusalCode | MoveRefusal | TrialRefusal | LocalRefusal, OutcomeTexts>,
    /** `KEY_BANNED`, for the computer and not for the key that was entered. */
    deviceBanned: {
      title: 'This computer has been blocked',
      text: 'The vendor has blocked it because of another license key. Only they can say why, or unblock it.',
    },
    /** `KEY_BANNED`, for a license that is stopped and not banned. */
    stops: {
      refunded: {
        title: 'This purchase was refunded',
        text: 'Its key has stopped working. Enter another key, or contact the vendor if this is a mistake.',
      },
      'charged-back': {
        title: 'The payment for this key was charged back',
        text: 'The key has stopped working. Enter another key, or contact the vendor if this is a mistake.',
      },
      replaced: {
        title: 'This key was replaced by a new one',
        text: 'Enter the new key. The vendor can send it to you again.',
      },
    } satisfies Record<LicenseStop, OutcomeTexts>,
    /** For a code that this version does not know. */
    unknownRefusal: {
      title: 'The license service refused this key',
      text: 'It gave a reason that this version of the app does not know.',
    },
    failures: {
      offline: {
        title: 'This computer is offline',
        text: 'Your key could not be checked. Connect to a network, then try again.',
      },
      'name-not-found': {
        title: 'The license service was not found',
        text: 'Your network could not find its address. A firewall or a name server may be in the way.',
      },
      'connection-refused': {
        title: 'The license service is not answering',
        text: 'Nothing answers at its address. It may be back in a few minutes.',
      },
      proxy: {
        title: 'The proxy did not let the check through',
        text: 'Your network’s proxy refused it, changed the answer, or wants a sign-in. Check the proxy settings.',
      },
      'captive-portal': {
        title: 'This network wants you to sign in first',
        text: 'A login page answered in place of the license service. Sign in to the network, then try again.',
      },
      tls: {
        title: 'No secure connection to the license service',
        text: 'An antivirus, a company proxy or a wrong clock on this computer may be in the way.',
      },
      'timed-out': {
        title: 'The license service took too long',
        text: 'The check was never sent, so trying again costs nothing.',
      },
      'outcome-unknown': {
        title: 'The answer did not arrive',
        text: 'The check may have reached the service and been counted. Trying again is safe; it may count once more.',
      },
      'too-many-requests': {
        title: 'The license service asks for a pause',
        text: 'Too many checks came from this network. Your key was not checked.',
      },
      'service-unwell': {
        title: 'The license service has a problem',
        text: 'It reported an error of its own. Your key was not checked.',
      },
      'answer-malformed': {
        title: 'The answer could not be read',
        text: 'It is not an answer of a license service. Your key was not checked.',
      },
      'answer-not-authentic': {
        title: 'The answer could not be trusted',
        text: 'It is not signed by the license service, so it was not used. It may have been changed on its way, or this version of the app is too old.',
      },
      'no-usable-node': {
        title: 'No license server is available',
        text: 'The service named no server that this app can use. It may be back in a few minutes.',
      },
      clock: {
        title: 'This computer’s clock is not right',
        text: 'It was set back, or is too far off for a secure check. Set the date and time, then try again.',
      },
      'device-unsure': {
        title: 'This computer was not recognized',
        text: 'Too few facts could be read to identify this device, so no key was sent. Restart the computer, then try again. You can also go on as a new device; a key in use must then be freed by the vendor.',
      },
      'not-configured': {
        title: 'This copy of the app is not set up',
        text: 'Its licensing settings are missing, so no key can be checked. Only the vendor can set it up.',
      },
    } satisfies Record<FailureKind, OutcomeTexts>,
    /** Before the text of `VERSION_NOT_COVERED`. */
    versionsUntil: (date: string) => `Your license includes versions until ${date}.`,
    serviceSays: 'The license service says:',
    certificateFrom: (issuer: string) => `The certificate was issued by “${issuer}”.`,
    details: 'Details',
  },
  actions: {
    retry: 'Try again',
    /** An action that is not possible yet. */
    inSeconds: (action: string, seconds: number) => `${action} in ${seconds} s`,
    acceptDevice: 'Use as a new device',
    moveHere: 'Use it on this computer instead',
    useAgain: 'Use it on this computer again',
    releaseOne: 'Choose a computer to release',
    askOwner: 'Ask the owner to free a computer',
    copyReport: 'Copy support report',
    copied: 'Copied',
    copyFailed: 'Could not copy',
    close: 'Close',
    help: {
      support: 'Contact support',
      renew: 'Renew license',
      shop: 'Buy a license',
      'network-settings': 'Open network settings',
      'clock-settings': 'Open clock settings',
      'network-login': 'Sign in to the network',
    } satisfies Record<HelpTopic, string>,
  },
  license: {
    heading: 'License',
    note: 'Note',
    noNote: 'None',
    wholeNote: 'Show all',
    shortNote: 'Show less',
    expires: 'Expires',
    never: 'Never',
    /** For a license that goes on after the end of its key. */
    neverForThisVersion: 'Never for this version',
    updatesUntil: 'Updates until',
    timeLeft: (time: string) => `${time} left`,
    lessThanAnHour: 'less than an hour',
    ended: 'has run out',
    executions: 'Executions',
    lastChecked: 'Last checked',
    online: 'Confirmed by the license service',
    /** The license is unchanged, and a new key was not accepted. */
    unchanged: 'Still valid. The new key was not confirmed.',
    grace: 'Not confirmed lately',
    file: 'Licensed by a file, without internet',
    offlineUntil: 'License file ends',
    lost: 'No longer valid. Save your work now: this app is about to lock.',
    graceText: (end: string) =>
      `The license service cannot be reached. You can go on working until ${end}. Check again once you are online.`,
    /** For a grace period without a known end. */
    graceTextOpen: 'The license service cannot be reached. You can go on working for a while.',
    endsIn: (time: string) => `This license ends in ${time}.`,
    storedKey: 'Key',
    storedBy: {
      keyring: 'Stored in this computer’s keyring',
      device: 'Stored on this device, without a keyring',
      nothing: 'Not stored: asked for at every start',
    } satisfies Record<StoredBy, string>,
    aboutKey: 'About this key',
    /** Explains each kind of storage. */
    storedByText: {
      keyring: 'Your operating system stores it encrypted, and decrypts it only for you.',
      device:
        'This computer has no keyring, the safe place for passwords. The key is encrypted for this device instead: a copy is useless on another computer, but a program that you run on this one could read it.',
      nothing: 'The app does not store it, and asks for it when it starts.',
    } satisfies Record<StoredBy, string>,
    askEveryTime: 'Ask for it every time',
    remember: 'Store it on this device',
    copyKeyEnding: 'Copy last 4 letters',
    checkAgain: 'Check again',
    checking: 'Checking…',
    changeKey: 'Change key',
    changeKeyText: 'Enter the new key. Until it is confirmed, the present one stays.',
    forget: 'Remove key',
    forgetHeading: 'Remove the key from this device?',
    forgetText: [
      'This app locks, and asks for a key the next time you use it.',
      'Your license stays as it is, and stays linked to this device. To use it on another one, ask the vendor to free it first.',
      'Make sure that you still have the key: it cannot be shown again.',
    ],
    /** Replaces the second text of `forgetText` where users can release a computer. */
    forgetOrRelease:
      'Your license stays as it is, and stays linked to this device. To use it on another one, release this computer under “Your computers” instead.',
    forgetConfirm: 'Remove key',
    forgetKeep: 'Keep it',
  },
  trial: {
    question: 'No key yet?',
    start: (days: number) => `Start ${/^(8|11$|18$)/.test(String(days)) ? 'an' : 'a'} ${days}-day trial`,
    /** Only in an app that is not packaged. */
    noneInDevelopment:
      'Development: trials are not offered on this computer, because its device ID is weak. To allow it: latchkey project update --trial-weak-devices yes',
    /** Replaces `phases.check` while a trial starts. */
    starting: 'Starting the trial',
    left: (time: string) => `Trial: ${time} left`,
    ended: 'Trial: no time left',
    enterKey: 'Enter license key',
    enterKeyText: 'Enter the key that you bought. The app stays open, and your work stays as it is.',
    over: {
      title: 'Your trial is over',
      text: 'Nothing on this computer is lost. With a license key, you can go on where you stopped.',
    },
    /** Replace texts that mention a key. */
    failures: {
      offline: 'No trial was started. Connect to a network, then try again.',
      'outcome-unknown': 'The trial may have started. Trying again is safe: you get the same trial.',
      'too-many-requests': 'Too many requests came from this network. No trial was started.',
      'service-unwell': 'It reported an error of its own. Trying again is safe: you get the same trial.',
      'answer-malformed': 'It is not an answer of a license service. No trial was started.',
    } satisfies Partial<Record<FailureKind, string>>,
    forgetText: [
      'This app locks. The days of the trial go on.',
      'Until the trial ends, you can start it here again, with the days that are left.',
    ],
  },
  offline: {
    button: 'This computer has no internet',
    heading: 'License without internet',
    requestHeading: '1. Send this request to the seller',
    requestText:
      'Scan it with your phone, or take the text or the file to a computer with internet. It contains your license key.',
    request: 'Activation request',
    code: 'The activation request as a QR code',
    copy: 'Copy request',
    save: 'Save request',
    fileHeading: '2. Use the license file that you get back',
    fileText: 'Paste its text, drop the file here, or open it.',
    file: 'License file',
    use: 'Use license file',
    open: 'Open file',
    renew: 'Request a new file',
    endsAt: (end: string) => `The license file ends on ${end}. Request a new one before that.`,
    problems: {
      'no-key': {
        title: 'There is no license key yet',
        text: 'Enter your license key first, and then open this again.',
      },
      'device-unsure': {
        title: 'This device was not recognized',
        text: 'Too little could be read to recognize this device. Restart the computer and try again.',
      },
      busy: { title: 'A check is in progress', text: 'Wait until it has ended, and use the file again.' },
      'not-a-license': {
        title: 'This is not a license file',
        text: 'Use the file that the seller sent you, from its first to its last character.',
      },
      altered: {
        title: 'This file was changed on its way',
        text: 'Ask the seller to send it again as an attachment.',
      },
      'unknown-key': {
        title: 'This version of the app cannot verify the file',
        text: 'Install the newest version of the app, and use the file again.',
      },
      'other-app': {
        title: 'This file is for another app',
        text: 'Send the request above to the seller of this app.',
      },
      'other-key': {
        title: 'This file is for another license key',
        text: 'Enter the key that you requested the file for, or send the request above to the seller.',
      },
      'other-device': {
        title: 'This file is for another computer',
        text: 'Send the request above to the seller: it is for this computer.',
      },
      expired: {
        title: 'This license file has ended',
        text: 'Send the request above to the seller to get a new one.',
      },
      'not-yet-valid': {
        title: 'This license file is not valid yet',
        text: 'Set the date of this computer right, and use the file again.',
      },
      'clock-set-back': {
        title: 'The date of this computer was set back',
        text: 'Set the date and time right, then start the app again and use the file.',
      },
      ended: {
        title: 'The seller has withdrawn this license',
        text: 'Contact the seller. A license file that is issued later works again.',
      },
      'version-not-covered': {
        title: 'This license file is for earlier versions of the app',
        text: 'Install the version that you had before, or ask the seller for a new file.',
      },
    } satisfies Record<OfflineFileProblem, OutcomeTexts>,
  },
  /** The request to the owner of a license to free a computer. */
  askOwner: {
    heading: 'Ask the owner',
    lead: [
      'The owner of the license gets a mail, and can free one of the computers for this one.',
      'This computer then shows two words. Tell them to the owner, for example by phone: the mail does not have them.',
    ],
    nameHint: 'The owner sees it, the time, and the network you are in. It can stay empty.',
    send: 'Send the mail',
    sending: 'The mail is being sent …',
    words: 'Tell the owner these two words:',
    waiting: 'Waiting for the owner. When a computer is free, this app opens by itself.',
    late: 'The owner has not answered yet, and has a day to do so. When the owner tells you that a computer is free, press “Look again”.',
    lookAgain: 'Look again',
    stop: 'Stop waiting',
    ends: {
      OWNER_DENIED: 'The owner has refused. You can ask again tomorrow, or contact the vendor.',
      OWNER_REQUEST_OVER:
        'The request has ended: it was not answered in time, or the words were wrong three times.',
      ASK_LIMIT_REACHED:
        'The owner was asked already, or has refused, within the last day. You can ask again tomorrow.',
      ASK_NOT_OFFERED: 'The owner cannot be asked from here at the moment. Ask the vendor.',
    } satisfies Partial<Record<OwnerAnswer | OwnerRefusal, string>>,
    failed: 'The owner could not be asked:',
  },
  computers: {
    heading: 'Your computers',
    inUse: (linked: number, most: number) => `This key is in use on ${linked} of ${most} computers`,
    movedOn: (date: string) => `This license was moved to another computer on ${date}`,
    releasedOn: (date: string) => `This computer was released on ${date}`,
    /** A computer that was released, where the key has room for it. */
    useAgain: 'You can use the key here again. The other computers stay unlocked.',
    askVendor: 'If you no longer use it there, ask the vendor to free the key.',
    askOwner: 'The owner of the license can free a computer, too.',
    otherLocks: 'If you use it here, the other computer locks at its next check.',
    /** Several computers have the key. */
    oldestLocks: 'If you use it here, the computer that was used longest ago locks at its next check.',
    releaseOne: 'Release one of them to use the key here.',
    left: (count: number) => (count === 1 ? 'You have 1 move left.' : `You have ${count} moves left.`),
    /** Why no computer can be moved or released yet. */
    waits: {
      cooldown: 'The computers of this key were changed a short time ago.',
      limit: 'No moves are left.',
      offline: 'The other computer has a license file for use without internet.',
    } satisfies Record<'cooldown' | 'limit' | 'offline', string>,
    usableFrom: (moment: string) => `You can use the key here from ${moment}.`,
    releasableFrom: (moment: string) => `You can release a computer from ${moment}.`,
    onlyVendor: 'Only the vendor can release a computer.',
    loading: 'Loading the list…',
    thisComputer: 'This computer',
    lastUsed: (date: string) => `Last used on ${date}`,
    linkedOn: (date: string) => `In use since ${date}`,
    unknown: 'A computer without a name',
    release: 'Release',
    releaseNamed: (name: string) => `Release: ${name}`,
    releaseHeading: (name: string) => `Release “${name}”?`,
    releaseOther: 'The app locks on that computer at its next check. Nothing else changes there.',
    releaseThis: [
      'The app locks on this computer, and the key is removed from it.',
      'Make sure that you still have the key: it cannot be shown again.',
    ],
    keep: 'Keep it',
    name: 'Name of this computer',
    nameHint: 'Shown on the other computers that have this key.',
    saveName: 'Save name',
    nameSaved: 'Name saved',
  },
  device: {
    heading: 'About this device',
    lead: 'A license is linked to one device. This is how yours is recognized. Only the ID is sent to the license service, never the facts behind it.',
    id: 'Device ID',
    copyId: 'Copy ID',
    strength: { strong: 'Strong', medium: 'Fair', weak: 'Weak' },
    strengthText: {
      strong: 'This device is recognized reliably, also after everyday changes.',
      medium: 'This device is recognized, but less reliably than others.',
      weak: 'This device may not be recognized again. The license must then be freed first.',
    },
    facts: 'Where the ID comes from',
    counted: 'Counted',
    notCounted: 'Not counted',
    noFacts: 'Nothing could be read from this device.',
    unreadable: 'The device ID could not be read.',
    ...deviceTexts,
  },
  update: {
    /** The update will be installed when the app is closed. */
    ready: (version: string) => `Version ${version} will be installed when you close the app.`,
    /** The app cannot install the update by itself. */
    offered: (version: string) => `Version ${version} is out. You get it where you got this one.`,
    notCovered: (version: string, date: string) =>
      `Version ${version} is out. Your license covers versions until ${date}.`,
    restart: 'Restart now',
    downloading: (version: string, percent: number) => `Version ${version} is being downloaded: ${percent} %`,
    failures: {
      'not-signed': 'A newer version was offered that its maker has not signed. It was not installed.',
      'wrong-file': 'The file of the newer version is not the one that its maker has signed. It was deleted.',
      incomplete: 'The newer version could not be downloaded completely. The app tries it again tomorrow.',
      'no-space': 'There is not enough space on the disk for the newer version.',
      'wrong-clock': 'The clock of this computer is wrong, so newer versions cannot be verified. Set it.',
    } satisfies Record<UpdateFailure, string>,
  },
}
