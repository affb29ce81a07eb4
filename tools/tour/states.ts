import type { Page } from 'playwright-core'
import type { UpdateView } from '../../packages/client/src/bridge/update-view.ts'
import type { DeviceView } from '../../packages/client/src/device/device-view.ts'
import type {
  AskView,
  DevicesView,
  FailureKind,
  FailureView,
  LicensedView,
  LicenseView,
  RefusedView,
  UnreachableView,
} from '../../packages/client/src/license/license-view.ts'
import { FAILURE_KINDS, REFUSAL_CODES } from '../../packages/react/src/gate/outcomes.ts'
import type { Messages } from '../../packages/react/src/messages/en.ts'
import {
  DEVICES,
  type FakeBridgeState,
  LICENSED,
  SERVICE_TIME,
  STRONG_DEVICE,
} from '../../packages/react/src/testing/fake-bridge.ts'

/** A state of the window, for pictures and for accessibility and layout tests. */
export interface State {
  /** The name of the state and of its picture. */
  readonly name: string
  readonly page: 'gate' | 'product'
  /** The initial results of the fake bridge. */
  readonly bridge: FakeBridgeState
  /** Simulates user actions and events of the main process. */
  readonly act?: (actions: Actions) => Promise<void>
}

export interface Actions {
  readonly page: Page
  readonly messages: Messages
  readonly paste: (text: string) => Promise<void>
  /** Pastes a clipboard that contains only an image. */
  readonly pastePicture: () => Promise<void>
  /** Emits `license.onChange`, as the main process does. */
  readonly push: (view: LicenseView) => Promise<void>
}

const KEY = 'kJdLwPqAzXmNbVcRtYuIoPaSdFgHjKlQ'
const OTHER_KEY = 'QlKjHgFdSaPoIuYtRcVbNmXzAqPwLdJk'

const E_MAIL = `Hello Ada,

thank you for your order 2026-11-0417. Your license key:

    ${KEY}

Paste it into the app when it asks for one.`

/** The longest message of a service, with words of different lengths. */
const LONG_MESSAGE =
  `${'The license was paused by the accounting department of the Consolidated Instruments Company. '.repeat(10)}See https://consolidated-instruments.example/licenses/paused/${'kJdLwPqAzXmNbVcR'.repeat(4)}`.slice(
    0,
    1000,
  )
/** A note of 1 kB, with a word that is wider than any window. */
const LONG_NOTE = `${'Floating license of the third floor, to be renewed by the accounting department. '.repeat(9)}${'Donaudampfschifffahrtsgesellschaft'.repeat(9)}`

const CERTIFICATE_ISSUER = 'Consolidated Instruments Traffic Inspection CA 7'

const MESSAGES: Readonly<Record<string, string>> = {
  KEY_EXPIRED: 'Your license ran out on 3 November. Renew it in the shop.',
  KEY_BANNED: 'This key is blocked. Reason: The payment was taken back.',
  KEY_HWID_LOCKED: 'This key is in use on another device.',
}

const FAILURE_DETAILS: Partial<Record<FailureKind, Partial<FailureView>>> = {
  'too-many-requests': { retryAfterSeconds: 45 },
  tls: { certificateIssuer: CERTIFICATE_ISSUER },
}

/** The end of updates, which has passed. */
const ENDED = SERVICE_TIME - 30 * 86_400

const UPDATE: UpdateView = { kind: 'ready', version: '0.2.0', notes: 'Faster at the start.\nA calmer gate.' }

const WEAK_DEVICE: DeviceView = {
  ...STRONG_DEVICE,
  strength: 'weak',
  reasons: [{ code: 'one-fact', facts: ['OS installation ID'] }, { code: 'container' }],
}

/** A text on the sample product's page. */
const PAGE: Readonly<Record<string, string>> = {
  en: 'The first rehearsal went well.\n\nMove the piano to the left, and the lamp behind it. Ask Ines for the second score.',
  de: 'Die erste Probe lief gut.\n\nDas Klavier nach links rücken, die Lampe dahinter. Ines nach der zweiten Partitur fragen.',
}

const type =
  (text: string) =>
  async ({ page, messages }: Actions) => {
    await page.getByRole('textbox', { name: messages.gate.keyLabel }).pressSequentially(text)
  }

const press = async ({ page }: Actions, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).first().click()
  // Removes the hover state of elements that appear under the pointer.
  await page.mouse.move(0, 0)
}

/** Enters a text, submits it, and emits views. */
const sendText =
  (text: string, ...views: LicenseView[]) =>
  async (actions: Actions) => {
    await actions.page.getByRole('textbox', { name: actions.messages.gate.keyLabel }).fill(text)
    await actions.page.keyboard.press('Enter')
    for (const view of views) await actions.push(view)
  }

const send = (...views: LicenseView[]) => sendText(KEY, ...views)

const checking = (phase: 'identify' | 'connect' | 'check'): LicenseView => ({ kind: 'checking', phase })

const gate = (name: string, act?: State['act'], bridge: FakeBridgeState = {}): State => ({
  name,
  page: 'gate',
  bridge,
  ...(act && { act }),
})

const product = (name: string, bridge: FakeBridgeState = {}, act?: State['act']): State => ({
  name,
  page: 'product',
  bridge: { view: LICENSED, ...bridge },
  ...(act && { act }),
})

/** The product, with a license that differs. */
const licensed = (name: string, more: Partial<LicensedView>, act?: State['act']): State =>
  product(name, { view: { ...LICENSED, ...more } }, act)

const failure = (kind: FailureKind): UnreachableView => ({
  kind: 'unreachable',
  failure: {
    kind,
    details: ['sync at licenses.example', 'ERR_FAILED'],
    ...FAILURE_DETAILS[kind],
  },
})

const OTHER_KEYS = { info: { takesOtherKeys: true } } as const

const ENTRY: readonly State[] = [
  gate('empty'),
  gate('typing', type(KEY.slice(0, 13))),
  gate('wrong-digit', type(`${KEY.slice(0, 13)}7`)),
  gate('wrong-character', type(`${KEY.slice(0, 20)}ü`)),
  gate('too-long', type(`${KEY}abc`)),
  gate('whole-key', type(KEY)),
  gate('pasted-e-mail', ({ paste }) => paste(E_MAIL)),
  gate('pasted-two-keys', ({ paste }) => paste(`${KEY}\n${OTHER_KEY}`)),
  gate('pasted-no-key', ({ paste }) => paste('A text as long as a letter, without a key in it. '.repeat(8))),
  gate('pasted-picture', ({ pastePicture }) => pastePicture()),
  gate('pasted-nothing', ({ paste }) => paste('')),
  gate('sent-empty', ({ page }) => page.keyboard.press('Enter')),
  gate('from-a-link', undefined, { link: KEY }),
  gate('no-keyring', undefined, { wouldBeStoredBy: 'device' }),
  gate('no-keyring-not-stored', undefined, { wouldBeStoredBy: 'nothing' }),
  gate('newer-version', undefined, { update: UPDATE }),
  gate('newer-version-failed', undefined, { update: { kind: 'failed', failure: 'wrong-file' } }),
  gate('other-keys', undefined, OTHER_KEYS),
  gate('other-key-typed', type('PRO-7f3k-99ab-2027'), OTHER_KEYS),
  gate('other-key-too-short', send({ kind: 'refused', code: 'KEY_INVALID', message: '' }), OTHER_KEYS),
  gate('weak-device', undefined, { device: WEAK_DEVICE }),
  gate('stored-key-unreadable', undefined, { view: { kind: 'locked', isStoredKeyUnreadable: true } }),
]

const CHECKING: readonly State[] = [
  gate('checking-identify', send(checking('identify'))),
  gate('checking-connect', send(checking('connect'))),
  gate('checking-check', send(checking('check'))),
  gate('checking-stored-key', undefined, { view: checking('connect') }),
  gate('unlocked', send(checking('check'), LICENSED)),
]

const OUTCOMES: readonly State[] = [
  ...REFUSAL_CODES.map((code) =>
    gate(
      `refused-${code}`,
      sendText(code === 'KEY_INVALID' ? KEY.slice(0, 29) : KEY, checking('check'), {
        kind: 'refused',
        code,
        message: MESSAGES[code] ?? '',
        ...(code === 'VERSION_NOT_COVERED' && { updatesUntil: ENDED }),
      }),
    ),
  ),
  gate(
    'refused-unknown-code',
    send(checking('check'), { kind: 'refused', code: 'KEY_PAUSED', message: LONG_MESSAGE }),
  ),
  ...FAILURE_KINDS.map((kind) => gate(`failed-${kind}`, send(checking('connect'), failure(kind)))),
  gate('failed-stored-key', undefined, { view: failure('offline') }),
  gate('details-for-support', async (actions) => {
    await send(checking('connect'), failure('name-not-found'))(actions)
    await actions.page.getByText(actions.messages.outcomes.details).click()
  }),
  // This app has no support addresses, and runs on a platform without settings pages.
  gate('refused-without-help', send({ kind: 'refused', code: 'KEY_EXPIRED', message: '' }), {
    info: { helpTopics: [] },
  }),
]

const openDevice = (actions: Actions) => press(actions, actions.messages.gate.aboutDevice)

const DEVICE: readonly State[] = [
  gate('device', openDevice),
  gate('device-weak', openDevice, { device: WEAK_DEVICE }),
  gate('device-without-facts', openDevice, {
    device: { ...STRONG_DEVICE, strength: 'weak', reasons: [], facts: [] },
  }),
]

const openChangeKey = (actions: Actions) => press(actions, actions.messages.license.changeKey)
const changeKey =
  (...views: LicenseView[]) =>
  async (actions: Actions) => {
    await openChangeKey(actions)
    await send(...views)(actions)
  }
const openStoredKey = (actions: Actions) => press(actions, actions.messages.license.aboutKey)

const PRODUCT: readonly State[] = [
  product('licensed', {}, async ({ page, messages }) => {
    await page.getByRole('textbox').fill(PAGE[messages.language] ?? '')
  }),
  licensed('licensed-for-good', { expiresAt: 'never', note: '' }),
  licensed('ends-soon', { expiresAt: SERVICE_TIME + 3 * 86_400 - 60, reminder: 3 }),
  licensed('ends-today', { expiresAt: SERVICE_TIME + 1800, reminder: 1 }),
  licensed('offline-grace', {
    source: 'grace',
    checkedAt: SERVICE_TIME - 86_400,
    graceEndsAt: SERVICE_TIME + 2 * 86_400,
  }),
  licensed('opened-at-once', { source: 'stored', isChecking: true }),
  licensed('checking-again', { isChecking: true }),
  // The dialog was closed before the answer arrived.
  licensed('new-key-not-confirmed', {
    notice: { kind: 'unreachable', failure: { kind: 'timed-out', details: [] } },
  }),
  product('license-lost', {}, ({ push }) => push({ kind: 'refused', code: 'KEY_BANNED', message: '' })),
  product('newer-version-of-product', { update: UPDATE }),
  product('newer-version-comes', { update: { kind: 'downloading', version: '0.2.0', percent: 42 } }),
  product('perpetual', {
    view: { ...LICENSED, expiresAt: ENDED, updatesUntil: ENDED, isPerpetual: true, features: ['export'] },
    update: { kind: 'not-covered', version: '2.0.0', updatesUntil: ENDED },
  }),
  licensed('long-note', { note: LONG_NOTE }),
  licensed('long-note-shown', { note: LONG_NOTE }, (actions) =>
    press(actions, actions.messages.license.wholeNote),
  ),
  product('change-key', {}, openChangeKey),
  product('change-key-checking', {}, changeKey({ ...LICENSED, isChecking: true })),
  product(
    'change-key-refused',
    {},
    changeKey(
      { ...LICENSED, isChecking: true },
      { ...LICENSED, notice: { kind: 'refused', code: 'KEY_INCORRECT', message: '' } },
    ),
  ),
  product('key-in-keyring', {}, openStoredKey),
  licensed('key-without-keyring', { storedBy: 'device' }, openStoredKey),
  licensed('key-not-stored', { storedBy: 'nothing' }, openStoredKey),
  product('remove-key', {}, (actions) => press(actions, actions.messages.license.forget)),
  product('device-from-product', {}, openDevice),
]

const TAKES_FILES = { info: { takesFiles: true } } as const
const IN_FILE = {
  ...LICENSED,
  source: 'file',
  offlineUntil: SERVICE_TIME + 20 * 86_400,
  isRenewalDue: false,
} as const

const openOffline = async (actions: Actions) => {
  await press(actions, actions.messages.offline.button)
  await actions.page.getByRole('textbox', { name: actions.messages.offline.request }).waitFor()
}
const useFile = async (actions: Actions) => {
  await openOffline(actions)
  const { file, use } = actions.messages.offline
  await actions.page.getByRole('textbox', { name: file }).fill('eyJhbGciOiJFZERTQSJ9.e30.AAAA')
  await press(actions, use)
  await actions.page.getByRole('alert').waitFor()
}

const OFFLINE: readonly State[] = [
  gate('offline-request', openOffline, TAKES_FILES),
  gate('offline-other-device', useFile, { ...TAKES_FILES, file: { kind: 'other-device' } }),
  gate('offline-altered', useFile, { ...TAKES_FILES, file: { kind: 'altered' } }),
  gate(
    'offline-no-key',
    async (actions) => {
      await press(actions, actions.messages.offline.button)
      await actions.page.getByRole('alert').waitFor()
    },
    { ...TAKES_FILES, request: { kind: 'no-key' } },
  ),
  product('license-file', { ...TAKES_FILES, view: IN_FILE }),
  product('license-file-ends-soon', { ...TAKES_FILES, view: { ...IN_FILE, isRenewalDue: true } }),
]

const elsewhere = (more: Partial<RefusedView>): LicenseView => ({
  kind: 'refused',
  code: 'KEY_HWID_LOCKED',
  message: MESSAGES['KEY_HWID_LOCKED'] ?? '',
  devices: { linked: 1, most: 1 },
  ...more,
})
const COMPUTER_BANNED: RefusedView = {
  kind: 'refused',
  code: 'KEY_BANNED',
  message:
    'This device is blocked, because of another license key. The reason given for that key: Charged back.',
  isDeviceBanned: true,
}
const waitFor = (reason: 'cooldown' | 'limit' | 'offline') => ({
  move: { left: reason === 'limit' ? 0 : 2, wait: { until: SERVICE_TIME + 12 * 86_400, for: reason } },
})
const ON_THREE = { devices: { linked: 3, most: 3 } }

/** A name of 64 characters without a space. */
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänskajütencomputerbüro64'
const WITH_COMPUTERS = { view: { ...LICENSED, hasDevices: true } } as const

const openComputers = async (actions: Actions) => {
  await press(actions, actions.messages.computers.heading)
  await actions.page.getByRole('dialog').getByRole('listitem').first().waitFor()
}
const chooseComputer = async (actions: Actions) => {
  await press(actions, actions.messages.actions.releaseOne)
  await actions.page.getByRole('dialog').getByRole('listitem').first().waitFor()
}
const release = (name: string) => async (actions: Actions) => {
  await openComputers(actions)
  await press(actions, actions.messages.computers.releaseNamed(name))
}

const OFFER = { trial: { days: 14 } } as const
const OFFERED = { view: { kind: 'locked', ...OFFER } } as const
const trial = (seconds: number): FakeBridgeState => ({
  view: { ...LICENSED, note: '', isTrial: true, expiresAt: SERVICE_TIME + seconds },
})
/** Presses the button that starts a trial, and emits views. */
const tryIt =
  (...views: LicenseView[]) =>
  async (actions: Actions) => {
    await press(actions, actions.messages.trial.start(OFFER.trial.days))
    for (const view of views) await actions.push(view)
  }

const TRIALS: readonly State[] = [
  gate('trial-offered', undefined, { view: { kind: 'locked', ...OFFER }, wouldBeStoredBy: 'device' }),
  gate(
    'trial-offered-after-a-wrong-key',
    send({ kind: 'refused', code: 'KEY_INCORRECT', message: '', ...OFFER }),
    OFFERED,
  ),
  gate('trial-offered-on-a-banned-computer', send({ ...COMPUTER_BANNED, ...OFFER }), OFFERED),
  gate('no-trial-in-development', undefined, {
    view: { kind: 'locked', noTrial: 'weak-device' },
    device: WEAK_DEVICE,
    info: { isDevelopment: true },
  }),
  gate('trial-starting', tryIt(checking('check')), OFFERED),
  gate('trial-lost-answer', tryIt(checking('check'), { ...failure('outcome-unknown'), ...OFFER }), OFFERED),
  gate('trial-over', undefined, {
    view: { kind: 'refused', code: 'KEY_EXPIRED', message: '', isTrialOver: true },
  }),
  gate('trial-over-offline', undefined, { view: { ...failure('offline'), isTrialOver: true } }),
  product('trial', trial(12 * 86_400)),
  product('trial-last-day', trial(7_200)),
  product('trial-without-network', {
    view: {
      ...{ ...LICENSED, isTrial: true, expiresAt: SERVICE_TIME + 12 * 86_400 },
      ...{ source: 'grace', graceEndsAt: SERVICE_TIME + 2 * 86_400 },
    },
  }),
  product('trial-enter-key', trial(12 * 86_400), (actions) =>
    press(actions, actions.messages.trial.enterKey),
  ),
  product('trial-remove-key', trial(12 * 86_400), (actions) =>
    press(actions, actions.messages.license.forget),
  ),
]

const MOVES: readonly State[] = [
  gate('move-offered', send(checking('check'), elsewhere({ move: { left: 2 } }))),
  gate('move-on-cooldown', send(checking('check'), elsewhere(waitFor('cooldown')))),
  gate('move-limit-reached', send(checking('check'), elsewhere(waitFor('limit')))),
  gate('move-offline-license', send(checking('check'), elsewhere(waitFor('offline')))),
  gate('computer-banned', send(checking('check'), COMPUTER_BANNED)),
  gate('moved-away', undefined, {
    view: elsewhere({ movedAt: SERVICE_TIME - 86_400, move: { left: 1 } }),
  }),
  gate('released-elsewhere', undefined, {
    view: elsewhere({
      devices: { linked: 2, most: 3 },
      movedAt: SERVICE_TIME - 86_400,
      move: { left: 1 },
    }),
  }),
  gate('on-three-computers', send(checking('check'), elsewhere({ ...ON_THREE, move: { left: 2 } }))),
  gate('on-three-computers-no-move', send(checking('check'), elsewhere(ON_THREE))),
  gate('choose-computer', chooseComputer, {
    view: elsewhere({ ...ON_THREE, move: { left: 2 } }),
    devices: { ...DEVICES, devices: DEVICES.devices.map((device) => ({ ...device, isThis: false })) },
  }),
  gate('released', undefined, { view: { kind: 'locked', isReleased: true } }),
  product('license-moved', {}, ({ push }) => push(elsewhere({ movedAt: SERVICE_TIME, move: { left: 1 } }))),
  product('computers', WITH_COMPUTERS, openComputers),
  product(
    'computers-on-cooldown',
    { ...WITH_COMPUTERS, devices: { ...DEVICES, ...waitFor('cooldown') } },
    openComputers,
  ),
  product(
    'computers-long-name',
    {
      ...WITH_COMPUTERS,
      devices: {
        kind: 'devices',
        devices: [{ id: 'd1', name: LONG_NAME, usedAt: SERVICE_TIME, isThis: true }],
        most: 1,
        move: { left: 1 },
      },
    },
    openComputers,
  ),
  product('computers-failed', { ...WITH_COMPUTERS, devices: failure('offline') as DevicesView }, (actions) =>
    press(actions, actions.messages.computers.heading),
  ),
  product('release-this', WITH_COMPUTERS, release('Studio')),
  product('release-other', WITH_COMPUTERS, release('Ada’s laptop')),
]

const asked = (asking: AskView) => ({ view: elsewhere({ mayAskOwner: true, asking }) })
const OWNER: readonly State[] = [
  gate('owner-may-be-asked', undefined, { view: elsewhere({ mayAskOwner: true }) }),
  gate('owner-may-be-asked-or-move', undefined, {
    view: elsewhere({ mayAskOwner: true, move: { left: 1 } }),
  }),
  gate('owner-no-move-left', undefined, { view: elsewhere({ mayAskOwner: true, ...waitFor('limit') }) }),
  gate(
    'owner-asking',
    async (actions) => {
      await press(actions, actions.messages.actions.askOwner)
      const { name } = actions.messages.computers
      await actions.page.getByRole('textbox', { name }).fill(LONG_NAME)
    },
    { view: elsewhere({ mayAskOwner: true }) },
  ),
  gate('owner-sending', undefined, asked({ kind: 'sending' })),
  gate('owner-waiting', undefined, asked({ kind: 'waiting', words: ['umbrella', 'elephant'] })),
  gate('owner-late', undefined, asked({ kind: 'late', words: ['tiger', 'lamp'] })),
  gate('owner-refused', undefined, asked({ kind: 'ended', code: 'OWNER_DENIED' })),
  gate('owner-limit', undefined, asked({ kind: 'ended', code: 'ASK_LIMIT_REACHED' })),
  gate('owner-not-reached', undefined, asked({ kind: 'ended', code: 'offline' })),
]

export const STATES: readonly State[] = [
  ...ENTRY,
  ...CHECKING,
  ...OUTCOMES,
  ...DEVICE,
  ...PRODUCT,
  ...OFFLINE,
  ...MOVES,
  ...OWNER,
  ...TRIALS,
]
