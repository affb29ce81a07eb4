import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'

const run = promisify(execFile)

/** Waits for a message box of that title, which is no page, and closes it as its user would. Linux alone. */
export async function closeMessageBox(title: string): Promise<void> {
  let id = ''
  await expect
    .poll(
      async () => {
        const { stdout } = await run('xdotool', ['search', '--onlyvisible', '--name', `^${title}$`]).catch(
          () => ({ stdout: '' }),
        )
        id = stdout.split('\n')[0] ?? ''
        return id
      },
      { timeout: 20_000, interval: 100 },
    )
    .not.toBe('')
  await run('xdotool', ['windowfocus', '--sync', id])
  await run('xdotool', ['key', 'Return'])
}
