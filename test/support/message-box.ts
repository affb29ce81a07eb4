import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'

const run = promisify(execFile)

/** The window of a message box, which has no page; undefined if there is none. Only on Linux. */
async function findBox(title: string): Promise<string | undefined> {
  const search = ['search', '--onlyvisible', '--name', `^${title}$`]
  const { stdout } = await run('xdotool', search).catch(() => ({ stdout: '' }))
  return stdout.split('\n')[0] || undefined
}

/**
 * Waits for a message box of that title, and closes it as its user would. Presses Return until the
 * box is gone: a key that arrives before the box has the focus is lost.
 */
export async function closeMessageBox(title: string): Promise<void> {
  let hasAppeared = false
  await expect
    .poll(
      async () => {
        const box = await findBox(title)
        if (box === undefined) return hasAppeared ? 'closed' : 'not there yet'
        hasAppeared = true
        // This fails if the box closes at this moment.
        await run('xdotool', ['windowfocus', box, 'key', 'Return'], { timeout: 5_000 }).catch(() => undefined)
        return 'open'
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe('closed')
}
