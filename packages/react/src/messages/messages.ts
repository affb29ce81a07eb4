import type {
  CheckPhase,
  DeviceReason,
  FactReasonCode,
  FailureKind,
  KeptBy,
  RefusalCode,
} from '@latchkey/client'
import type { HelpTopic } from '@latchkey/electron/ipc'

/** What a refusal or a failure is called, and what it means to the person in front of it. */
export interface OutcomeTexts {
  readonly title: string
  readonly text: string
}

/** The languages that there are texts for. */
export type LanguageTag = 'en' | 'de'

/**
 * Every text of the windows in one shape. A language is one file of this shape, added in `choose-language.ts`;
 * one that lacks a text does not compile.
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
    /** What is going on: one of the phases, or the opening. */
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
    /** What a key looks like, before there is one. */
    readonly shape: string
    readonly missing: (letters: number) => string
    readonly complete: string
    readonly surplus: (letters: number) => string
    readonly foreign: (character: string) => string
    readonly foreignDigit: (character: string) => string
    /** Visible names of characters that cannot be seen. */
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
    /** A code that this version does not know. */
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
    /** The license is as it was, and another key did not take its place. */
    readonly unchanged: string
    readonly grace: string
    readonly lost: string
    readonly graceText: (end: string) => string
    /** When the end of the grace is not known. */
    readonly graceTextOpen: string
    readonly endsIn: (time: string) => string
    readonly kept: string
    readonly keptBy: Readonly<Record<KeptBy, string>>
    readonly aboutKey: string
    /** What it means, for whoever decides whether to keep the key all the same. */
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
    /** Will be installed when the app is closed. */
    readonly ready: (version: string) => string
    /** This copy cannot install it by itself. */
    readonly offered: (version: string) => string
  }
}
