import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Demo, type OpenWindow, startDemo } from '@latchkey/electron-tools/testing'

let demo: Demo
before(async () => {
  demo = await startDemo()
})
after(() => demo?.close())

async function enter({ window }: OpenWindow, key: string): Promise<void> {
  await window.getByRole('textbox', { name: 'License key' }).fill(key)
  await window.getByRole('button', { name: 'Activate' }).click()
}

test('a valid key opens the product', async () => {
  const app = await demo.open()
  try {
    const errors: string[] = []
    app.window.on('pageerror', (error) => errors.push(error.message))
    await enter(app, demo.key('valid'))
    await app.window.waitForURL('app://product/')
    await app.window.waitForLoadState('networkidle')
    assert.deepEqual(errors, [])
  } finally {
    await app.close()
  }
})

test('an expired key does not', async () => {
  const app = await demo.open()
  try {
    await enter(app, demo.key('expired'))
    await app.window.locator('[data-code=KEY_EXPIRED]').waitFor()
    assert.equal(app.window.url(), 'app://gate/')
  } finally {
    await app.close()
  }
})
