import { describe, expect, test } from 'vitest'
import { createDevice, IDENTIFY_LIMIT_MS, LATE_LIMIT_MS } from './device.ts'
import { createMachineReader, type SystemInformation } from './machine-reader.ts'
import { createManualTimer, createMemoryFiles, hangingSystemInformation } from './testing/fakes.ts'

const LAPTOP: SystemInformation = {
  ...hangingSystemInformation,
  uuid: async () => ({
    os: '5f0c9f7e-3f3e-4b0e-9b1c-6a5d2b8e4f10',
    hardware: '4c4c4544-0037-4a10-8052-b7c04f4d5132',
  }),
  baseboard: async () => ({ manufacturer: 'Dell Inc.', model: '0K0XH7', serial: '/7J7RMQ2/CNCMK0093D00AB/' }),
}
const OTHER_LAPTOP: SystemInformation = {
  ...LAPTOP,
  uuid: async () => ({
    os: '0b1d7a52-88b7-45a1-a0a6-2f9d0c0f2a77',
    hardware: 'd2a1f6cc-2e1a-11b2-a85c-9f3cd0e3a4b1',
  }),
  baseboard: async () => ({ manufacturer: 'LENOVO', model: '20XW004AUS', serial: 'L1HF16U01AB' }),
}
const BLANK: SystemInformation = {
  ...LAPTOP,
  uuid: async () => ({ os: '', hardware: '' }),
  baseboard: async () => ({ manufacturer: '', model: '', serial: '-' }),
}

const deviceOn = (si: SystemInformation, files = createMemoryFiles(), { setTimer } = createManualTimer()) =>
  createDevice({
    appName: 'App',
    files,
    setTimer,
    startReading: createMachineReader({ platform: 'win32', load: async () => si }),
  })

/** Waits for pending promises that need no timer. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

/** Identifies after the time limit has passed. */
async function identifyAfterLimit(si: SystemInformation, files = createMemoryFiles()) {
  const timer = createManualTimer()
  const device = deviceOn(si, files, timer)
  const identity = device.identify()
  await settle()
  timer.pass(IDENTIFY_LIMIT_MS)
  return { timer, device, identity: await identity }
}

describe('a machine that does not answer in time', () => {
  test('has a weak ID within the limit when every call hangs', async () => {
    const timer = createManualTimer()
    const files = createMemoryFiles()
    const device = deviceOn(hangingSystemInformation, files, timer)
    let isResolved = false
    const identity = device.identify().then((result) => {
      isResolved = true
      return result
    })
    await settle()
    timer.pass(IDENTIFY_LIMIT_MS - 1)
    await settle()
    expect(isResolved).toBe(false)
    timer.pass(1)
    await settle()
    expect(isResolved).toBe(true)

    const { id, strength, reasons, facts } = await identity
    expect(id).toMatch(/^[0-9a-f]{64}$/)
    expect(strength).toBe('weak')
    expect(reasons.map(({ code }) => code)).toContain('timed-out')
    expect(facts.map(({ counted, reason }) => [counted, reason.code])).toEqual(
      facts.map(() => [false, 'timed-out']),
    )
    expect(files.sealed.text).toBeUndefined()
  })

  test('has a weak ID within the limit of the real clock', async () => {
    const device = createDevice({
      appName: 'App',
      files: createMemoryFiles(),
      startReading: createMachineReader({ platform: 'win32', load: async () => hangingSystemInformation }),
      limitMs: 30,
    })
    expect((await device.identify()).strength).toBe('weak')
  })

  test.each(['win32', 'darwin', 'linux'] as const)('has a weak ID on %s', async (platform) => {
    const timer = createManualTimer()
    const device = createDevice({
      appName: 'App',
      files: createMemoryFiles(),
      setTimer: timer.setTimer,
      startReading: createMachineReader({
        platform,
        load: async () => hangingSystemInformation,
        linuxFiles: { read: async () => '', isReadable: async () => true },
      }),
    })
    const identity = device.identify()
    await settle()
    timer.pass(IDENTIFY_LIMIT_MS)
    expect((await identity).strength).toBe('weak')
  })

  test('has the same weak ID at the next start', async () => {
    const files = createMemoryFiles()
    const { identity } = await identifyAfterLimit(hangingSystemInformation, files)
    expect((await identifyAfterLimit(hangingSystemInformation, files)).identity.id).toBe(identity.id)
  })

  test('keeps its stored ID, and reports that it could not be confirmed', async () => {
    const files = createMemoryFiles()
    const usual = await deviceOn(LAPTOP, files).identify()
    const { identity } = await identifyAfterLimit(hangingSystemInformation, files)
    expect(identity).toMatchObject({ provisional: true, strength: 'weak' })
    expect(identity.id).not.toBe(usual.id)
    expect(identity.reasons).toContainEqual({ code: 'another-id-stored' })
    expect(await deviceOn(LAPTOP, files).identify()).toEqual(usual)
  })

  test('counts the facts that arrived in time', async () => {
    const { identity } = await identifyAfterLimit({
      ...LAPTOP,
      baseboard: hangingSystemInformation.baseboard,
    })
    expect(identity.facts.map(({ counted }) => counted)).toEqual([true, true, false])
    expect(identity.strength).toBe('medium')
  })

  test('is recognised at the next start by facts that arrived late', async () => {
    const answers = Promise.withResolvers<void>()
    const late: SystemInformation = {
      ...LAPTOP,
      uuid: () => answers.promise.then(LAPTOP.uuid),
      baseboard: () => answers.promise.then(LAPTOP.baseboard),
    }
    const files = createMemoryFiles()
    const { device, identity } = await identifyAfterLimit(late, files)
    const key = await device.sealingKey('license')
    answers.resolve()
    await settle()

    expect(await device.identify()).toBe(identity)
    const next = deviceOn(LAPTOP, files)
    expect(await next.identify()).toMatchObject({ id: identity.id, strength: 'strong' })
    expect(await next.sealingKey('license')).toEqual(key)
    expect((await deviceOn(OTHER_LAPTOP, files).identify()).id).not.toBe(identity.id)
  })

  test('does not overwrite the stored ID with a provisional one', async () => {
    const files = createMemoryFiles()
    const usual = await deviceOn(LAPTOP, files).identify()
    const stored = files.sealed.text
    const answers = Promise.withResolvers<void>()
    await identifyAfterLimit({ ...LAPTOP, uuid: () => answers.promise.then(LAPTOP.uuid) }, files)
    answers.resolve()
    await settle()
    expect(files.sealed.text).toBe(stored)
    expect((await deviceOn(LAPTOP, files).identify()).id).toBe(usual.id)
  })

  test('is read again while its ID is provisional, including late facts', async () => {
    const files = createMemoryFiles()
    const usual = await deviceOn(LAPTOP, files).identify()
    const answers = Promise.withResolvers<void>()
    const { device, identity } = await identifyAfterLimit(
      { ...LAPTOP, uuid: () => answers.promise.then(LAPTOP.uuid) },
      files,
    )
    const provisionalKey = await device.sealingKey('license')
    expect(identity.provisional).toBe(true)
    answers.resolve()
    expect(await device.identifyAgain()).toEqual(usual)
    expect(await device.identify()).toEqual(usual)
    expect(await device.sealingKey('license')).not.toEqual(provisionalKey)
    expect(await device.sealingKey('license')).toEqual(await deviceOn(LAPTOP, files).sealingKey('license'))
    // The ID is no longer provisional, so the machine is not read again.
    expect(await device.identifyAgain()).toBe(await device.identify())
  })

  test.each([
    ['with a fact', LAPTOP.uuid],
    ['without any', hangingSystemInformation.uuid],
  ])('stores a provisional ID %s when it is adopted', async (_name, uuid) => {
    const files = createMemoryFiles()
    await deviceOn(LAPTOP, files).identify()
    const reading = { ...hangingSystemInformation, uuid: async () => ({ ...(await uuid()), hardware: '' }) }
    const { device, identity } = await identifyAfterLimit(reading, files)
    expect(identity.provisional).toBe(true)
    await device.adopt()
    expect(await device.identify()).toMatchObject({ id: identity.id, provisional: false })
    const next = await identifyAfterLimit(reading, files)
    expect(next.identity).toMatchObject({ id: identity.id, provisional: false })
    expect(await next.device.sealingKey('license')).toEqual(await device.sealingKey('license'))
  })

  test('has its shell released when late answers are no longer awaited', async () => {
    let releases = 0
    const { timer } = await identifyAfterLimit({
      ...hangingSystemInformation,
      powerShellRelease: () => {
        releases += 1
      },
    })
    await settle()
    expect(releases).toBe(0)
    timer.pass(LATE_LIMIT_MS)
    await settle()
    expect(releases).toBe(1)
  })
})

describe('the device files', () => {
  test('are read once for any number of calls', async () => {
    let calls = 0
    const device = deviceOn({
      ...LAPTOP,
      uuid: () => {
        calls += 1
        return LAPTOP.uuid()
      },
    })
    const identities = await Promise.all([device.identify(), device.identify(), device.identify()])
    await device.sealingKey('license')
    expect(new Set(identities).size).toBe(1)
    expect(calls).toBe(1)
  })

  test('are not rewritten while nothing changes', async () => {
    const files = createMemoryFiles()
    await deviceOn(LAPTOP, files).identify()
    const text = files.sealed.text
    await deviceOn(LAPTOP, files).identify()
    expect(files.sealed.text).toBe(text)
  })

  test('transfer neither the ID nor sealed data to another machine', async () => {
    const files = createMemoryFiles()
    const device = deviceOn(LAPTOP, files)
    const [id, key] = [(await device.identify()).id, await device.sealingKey('license')]
    const copy = deviceOn(OTHER_LAPTOP, createMemoryFiles(files.sealed.text))
    expect((await copy.identify()).id).not.toBe(id)
    expect(await copy.sealingKey('license')).not.toEqual(key)
  })

  test('of a machine without usable facts do not transfer its ID to a machine with facts', async () => {
    const files = createMemoryFiles()
    const blank = await deviceOn(BLANK, files).identify()
    expect((await deviceOn(LAPTOP, files).identify()).id).not.toBe(blank.id)
  })

  test('of a machine without usable facts preserve its ID and sealing keys', async () => {
    const files = createMemoryFiles()
    const device = deviceOn(BLANK, files)
    const [{ id }, key] = [await device.identify(), await device.sealingKey('license')]
    const next = deviceOn(BLANK, files)
    expect((await next.identify()).id).toBe(id)
    expect(await next.sealingKey('license')).toEqual(key)
  })

  test('do not affect the ID when they are lost and the facts are unchanged', async () => {
    const { id } = await deviceOn(LAPTOP).identify()
    expect((await deviceOn(LAPTOP).identify()).id).toBe(id)
  })

  test.each(['', '{"version":99}\n', 'damaged \u0000'])('are replaced when they contain %j', async (text) => {
    const files = createMemoryFiles(text, text)
    const { id, strength } = await deviceOn(LAPTOP, files).identify()
    expect(id).toBe((await deviceOn(LAPTOP).identify()).id)
    expect(strength).toBe('strong')
    expect(files.sealed.text).not.toBe(text)
    const blank = await deviceOn(BLANK, createMemoryFiles(undefined, text)).identify()
    expect(blank.strength).toBe('weak')
  })

  test('are rejected when any byte of the random number was modified', async () => {
    const files = createMemoryFiles()
    const { id } = await deviceOn(BLANK, files).identify()
    const bytes = Buffer.from(files.random.text ?? '')
    expect(bytes.length).toBeGreaterThan(64)
    for (let at = 0; at < bytes.length; at++) {
      for (const flip of [1, 0x20]) {
        const edited = Buffer.from(bytes)
        edited[at] = (bytes[at] ?? 0) ^ flip
        const copy = createMemoryFiles(undefined, edited.toString())
        expect((await deviceOn(BLANK, copy).identify()).id).not.toBe(id)
      }
    }
  })

  test('yield an ID and a reason when they cannot be written', async () => {
    const files = createMemoryFiles()
    files.sealed.isReadOnly = true
    files.random.isReadOnly = true
    const identity = await deviceOn(LAPTOP, files).identify()
    expect(identity.strength).toBe('medium')
    expect(identity.reasons).toEqual([{ code: 'not-written' }])
    expect((await deviceOn(BLANK, files).identify()).reasons).toContainEqual(identity.reasons[0])
  })

  test('report a changed fact once, and the ID stays', async () => {
    const files = createMemoryFiles()
    const { id } = await deviceOn(LAPTOP, files).identify()
    const newBoard = { ...LAPTOP, baseboard: OTHER_LAPTOP.baseboard }
    const identity = await deviceOn(newBoard, files).identify()
    expect(identity.id).toBe(id)
    expect(identity.facts[2]?.changed).toBe(true)
    expect((await deviceOn(newBoard, files).identify()).facts[2]?.changed).toBe(false)
  })
})
