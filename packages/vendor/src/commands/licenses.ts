import { writeFile } from 'node:fs/promises'
import { parse } from 'node:path'
import type { IssueLicenseBody, LicenseIssued } from '@latchkey/management'
import type { Outcome } from '../client/outcome.ts'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { EXIT, expectOk } from '../command-line/exit.ts'
import { readTextFile } from '../command-line/files.ts'
import { parseDays } from '../command-line/times.ts'

const issue = defineCommand({
  name: 'licenses issue <REQUEST>',
  summary: 'Makes a license file for a computer without a network.',
  description:
    'REQUEST is a file with the activation request of that computer, such as a saved mail. The license ends with the key at the latest. In a terminal, asks before it moves a key from another device.',
  options: {
    days: { value: 'N', help: 'How long it is valid.', parse: parseDays, isRequired: true },
    move: { help: 'Moves a key that is linked to another device, as a reset does.' },
    force: {
      help: 'Like --move, also on cooldown, where resets are disabled, and while the other device has a license.',
    },
    output: { value: 'FILE', help: 'The license file. Default: REQUEST-license.txt.' },
  },
  async run(tools, { days, move, force, output: wanted }, [path = '']) {
    const { output, times } = tools
    const request = await readTextFile(path)
    const answer = expectOk(
      await askToMove(tools, { request, days, ...given({ move: move ?? force, force }) }),
    )
    const file = wanted ?? `${path.slice(0, path.length - parse(path).ext.length)}-license.txt`
    try {
      await writeFile(file, `${answer.license}\n`)
    } catch {
      // The service has counted the license already, so it must not be lost.
      output.show(answer, [answer.license])
      output.notify(`${file} cannot be written. The license is on standard output.`)
      return EXIT.refused
    }
    output.show({ ...answer, file }, [file])
    output.notify(`${answer.message} It ends: ${times.describe(answer.expires_at)}.`)
    return EXIT.ok
  },
})

/**
 * Asks what to do after status 409: first whether to move the license, then whether to move it
 * although the other computer can still use its license file.
 */
async function askToMove(tools: Tools, body: IssueLicenseBody): Promise<Outcome<LicenseIssued>> {
  const outcome = await tools.client.issueLicense({ body })
  if (outcome.kind !== 'refused' || outcome.status !== 409 || body.force === true) return outcome
  const isMoving = body.move === true
  const question = isMoving ? 'Move the key anyway?' : 'Move the key?'
  if (!(await tools.confirm(`${outcome.message} ${question}`))) return outcome
  return askToMove(tools, { ...body, ...(isMoving ? { force: true } : { move: true }) })
}

export const LICENSE_COMMANDS = [issue]
