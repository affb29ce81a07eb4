import type {
  CheckPhase,
  DeviceReason,
  FactReasonCode,
  FailureKind,
  KeptBy,
  RefusalCode,
} from '@latchkey/client'
import type { HelpTopic } from '@latchkey/electron/ipc'

/** The title and the explanation of a refusal or failure. */
export interface OutcomeTexts {
  readonly title: string
  readonly text: string
}

/** The available languages. */
export type LanguageTag = 'en' | 'de'

/**
 * All texts of the windows. A language is one object of this type, listed in `choose-language.ts`;
 * the compiler reports missing texts.
 */
export interface Messages {
  /** BCP 47. */
  readonly language: LanguageTag
  readonly gate: {
    readonly heading: (product: string) => string
    readonly lead: string
    readonly keyLabel: string
    readonly activate: string
    readonly checkingHeading: string
    readonly checkingLead: string
    /** The current step: one of `phases`, or `opening`. */
    readonly inProgress: (step: string) => string
    readonly opening: string
    readonly cancel: string
    readonly weakDevice: string
    readonly keptKeyUnreadable: string
    readonly keepKey: string
    readonly aboutDevice: string
    readonly getHelp: string
    readonly version: (version: string) => string
  }
  readonly entry: {
    readonly count: (letters: number, of: number) => string
    /** The format of a key, shown while the field is empty. */
    readonly shape: string
    readonly missing: (letters: number) => string
    readonly complete: string
    readonly surplus: (letters: number) => string
    readonly foreign: (character: string) => string
    readonly foreignDigit: (character: string) => string
    /** The name of an invisible character. */
    readonly invisible: string
    readonly found: string
    readonly foundSeveral: (nth: number, of: number) => string
    readonly useNext: string
    readonly nothingFound: string
    readonly noText: string
    readonly empty: string
    readonly fromLink: string
  }
  readonly phases: Readonly<Record<CheckPhase, string>>
  readonly outcomes: {
    readonly refusals: Readonly<Record<RefusalCode, OutcomeTexts>>
    /** For a code that this version does not know. */
    readonly unknownRefusal: OutcomeTexts
    readonly failures: Readonly<Record<FailureKind, OutcomeTexts>>
    readonly serviceSays: string
    readonly certificateFrom: (issuer: string) => string
    readonly details: string
  }
  readonly actions: {
    readonly retry: string
    readonly retryIn: (seconds: number) => string
    readonly editKey: string
    readonly showDevice: string
    readonly acceptDevice: string
    readonly copyReport: string
    readonly copied: string
    readonly copyFailed: string
    readonly close: string
    readonly help: Readonly<Record<HelpTopic, string>>
  }
  readonly license: {
    readonly heading: string
    readonly note: string
    readonly noNote: string
    readonly wholeNote: string
    readonly shortNote: string
    readonly expires: string
    readonly never: string
    readonly timeLeft: (time: string) => string
    readonly lessThanAnHour: string
    readonly ended: string
    readonly executions: string
    readonly lastChecked: string
    readonly online: string
    /** The license is unchanged, and a new key was not accepted. */
    readonly unchanged: string
    readonly grace: string
    readonly lost: string
    readonly graceText: (end: string) => string
    /** For a grace period without a known end. */
    readonly graceTextOpen: string
    readonly endsIn: (time: string) => string
    readonly kept: string
    readonly keptBy: Readonly<Record<KeptBy, string>>
    readonly aboutKey: string
    /** Explains each kind of storage. */
    readonly keptByText: Readonly<Record<KeptBy, string>>
    readonly askEveryTime: string
    readonly remember: string
    readonly copyKeyEnding: string
    readonly checkAgain: string
    readonly checking: string
    readonly changeKey: string
    readonly changeKeyText: string
    readonly forget: string
    readonly forgetHeading: string
    readonly forgetText: readonly string[]
    readonly forgetConfirm: string
    readonly forgetKeep: string
  }
  readonly device: {
    readonly heading: string
    readonly lead: string
    readonly id: string
    readonly copyId: string
    readonly strength: Readonly<Record<'strong' | 'medium' | 'weak', string>>
    readonly strengthText: Readonly<Record<'strong' | 'medium' | 'weak', string>>
    readonly facts: string
    readonly counted: string
    readonly notCounted: string
    readonly noFacts: string
    readonly unreadable: string
    readonly describeReason: (reason: DeviceReason) => string
    readonly why: Readonly<Record<FactReasonCode, string>>
    readonly twin: (of: string) => string
    readonly changed: string
  }
  readonly update: {
    /** The update will be installed when the app is closed. */
    readonly ready: (version: string) => string
    /** The app cannot install the update by itself. */
    readonly offered: (version: string) => string
  }
}
