import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { OWN_NAMES, PROGRAMS, type Program, REPLACED_GLOBALS } from './testing/programs.ts'
import { runProgram } from './testing/run-program.ts'
import { addScript, updateScript } from './testing/scripts.ts'

const FLAGS = ['ffa', 'silent', 'heartbeat', 'lightning', 'is_v4_loader'] as const
type Settings = Readonly<Record<(typeof FLAGS)[number], boolean>>

const EVERY_SETTINGS: readonly Settings[] = Array.from(
  { length: 2 ** FLAGS.length },
  (_, bits) => Object.fromEntries(FLAGS.map((flag, at) => [flag, (bits & (1 << at)) !== 0])) as Settings,
)
const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
/** In short runs only some of the programs are tried, each with one of the settings. */
const SEED = Number(process.env['LATCHKEY_SEED'] ?? (LONG ? randomInt(EVERY_SETTINGS.length) : 0))
const programs = PROGRAMS.filter(
  (program, at) => LONG || (at + SEED) % (OWN_NAMES.includes(program) ? 2 : 6) === 0,
)

function settingsFor(program: Program, at: number): readonly Settings[] {
  if (LONG) return EVERY_SETTINGS
  const telling = EVERY_SETTINGS.filter(({ heartbeat }) => heartbeat || !REPLACED_GLOBALS.includes(program))
  return telling.slice((at * 7 + SEED) % telling.length).slice(0, 1)
}

const LOOK_EVERY_SECONDS = 0.01
/** When the second answer arrives, the guard has processed the first one. */
const BEATS = 2

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({
    account: { plan: 'unlimited' },
    settings: { checksPerMinute: 0, requestsPerMinute: 0 },
    protectInThread: { lookEverySeconds: LOOK_EVERY_SECONDS },
  })
  key = await service.addLicense()
})
afterAll(() => service.stop())

async function runProtected(id: string, source: string, settings: Settings) {
  const { status, body } = await updateScript(service, { script: source, ...settings }, id)
  expect([status, body.message]).toEqual([200, 'The script was updated.'])
  const loader = await (await fetch(`${service.url}/v3/scripts/${id}/loader.js`)).text()
  const set = `globalThis.script_hwid = '${'d'.repeat(64)}'; var script_key = '${settings.ffa ? '' : key}'`
  return runProgram({
    loader: loader.replace("var script_key = ''", set),
    beats: settings.heartbeat ? BEATS : 0,
  })
}

describe('A protected program does what its source does, with every setting', () => {
  test.each(programs.map((program, at) => [program.title, program, at] as const))(
    '%s',
    { timeout: LONG ? 600_000 : 60_000 },
    async (_, program, at) => {
      const { source } = program
      const expected = await runProgram({ source })
      expect(expected.lines).not.toEqual([])
      const id = await addScript(service, `program-${at}`)
      for (const settings of settingsFor(program, at)) {
        const { lines, notices } = await runProtected(id, source, settings)
        const told = settings.silent ? [] : ['[latchkey] Main is licensed, and runs.']
        expect({ lines, notices, settings, SEED }).toEqual({ ...expected, notices: told, settings, SEED })
      }
    },
  )
})
