import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyHelpers } from './key-support.ts'
import { enterItem, inspectAll, startConsole } from './support.ts'

const console = await startConsole()
const { ask } = createKeyHelpers(console)
const path = `/projects/${console.service.project}/releases`

/** Uploads a file of a version. `sent`: how much of it arrives. */
async function upload(version: string, sent?: number): Promise<void> {
  const content = new Uint8Array(Buffer.from(`installer of ${version}`))
  const release = {
    project: console.service.appName,
    version,
    platform: 'linux',
    arch: 'x64',
    file: `App-${version}.AppImage`,
    sha512: createHash('sha512').update(content).digest('base64'),
    size: content.length,
    covered_since: 1_800_000_000,
    is_security_fix: false,
    key_id: 'key',
    signature: `${'A'.repeat(86)}==`,
  }
  const { upload_id } = await ask('addReleaseFile', { body: { release } })
  const { service } = console
  const url = `${service.url}/v3/projects/${service.project}/uploads/${upload_id}?offset=0`
  const headers = { authorization: service.apiKey, 'content-type': 'application/octet-stream' }
  await fetch(url, { method: 'PUT', headers, body: content.subarray(0, sent) })
  if (sent === undefined) await ask('finishUpload', { params: { upload_id } })
}
const release = async (version: string) =>
  (await ask('listReleases', {})).releases.find((one: { version: string }) => one.version === version)

test('a release is offered, shared, paused and withdrawn, by the keyboard', async () => {
  const page = await console.open(path)
  await page.getByText('latchkey releases publish dist').waitFor()
  await upload('1.0.0')
  await upload('1.1.0-beta.1')
  await upload('1.2.0', 5)
  await page.reload()
  const row = (version: string) => page.getByRole('row', { name: version })
  await row('1.0.0').getByText('Draft').waitFor()
  await row('1.2.0').getByText('Incomplete').waitFor()
  await enterItem(page, 'Change 1.0.0', 'Offer in latest')
  await row('1.0.0').getByText('Offered').waitFor()
  await enterItem(page, 'Change 1.0.0', /^20 %/)
  await row('1.0.0').getByText('20 %').waitFor()
  await enterItem(page, 'Change 1.1.0-beta.1', 'Offer in beta')
  await row('1.1.0-beta.1').getByText('Offered').waitFor()
  expect(await release('1.0.0')).toMatchObject({ state: 'offered', channels: ['latest'], share: 20 })
  await enterItem(page, 'Change 1.1.0-beta.1', 'Pause')
  await row('1.1.0-beta.1').getByText('Paused').waitFor()
  await inspectAll(page, 'releases')
})

test('a withdrawal asks first, and a version that is not whole cannot be offered, by the mouse', async () => {
  await upload('2.0.0')
  await upload('2.1.0', 5)
  const page = await console.open(path)
  const choose = async (version: string, item: string) => {
    await page.getByRole('button', { name: `Change ${version}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('2.1.0', 'Offer in latest')
  await page.getByRole('alert').getByText('No file of this version is whole yet').waitFor()
  await choose('2.0.0', 'Withdraw…')
  await page.getByRole('alertdialog').getByText('never be offered again').waitFor()
  await page.getByRole('button', { name: 'Withdraw version' }).click()
  await page.getByRole('row', { name: '2.0.0' }).getByText('Withdrawn').waitFor()
  expect(await page.getByRole('button', { name: 'Change 2.0.0' }).count()).toBe(0)
  const reader = await console.open(path, { role: 'read-only' })
  await reader.getByRole('row', { name: '2.0.0' }).waitFor()
  expect(await reader.getByRole('button', { name: /Change/ }).count()).toBe(0)
})
