/**
 * Enters every demo key in a new window and prints a table of the outcomes. Then takes a picture of
 * every state of the window: light, dark and German. The pictures are in artifacts/tour/. Exits
 * with code 1 if an outcome is not the expected one. Without a display it starts a virtual one.
 * Usage: npm run tour [-- [--docs] [--large]]
 *   --docs   also replace the pictures in docs/pictures/
 *   --large  also take every picture with text at twice its size
 */
import { join } from 'node:path'
import { buildWhenStale } from './build.js'
import { nodePath, rootDir } from './set-up/places.js'
import { runToEnd } from './set-up/run.js'
import { runMain } from './set-up/setup-error.js'
import { setUp } from './set-up.js'

await runMain(async () => {
  await setUp()
  await buildWhenStale()
  // A child process, because TypeScript needs the Node from set-up.
  const script = join(rootDir, 'tools', 'tour', 'run.ts')
  return (await runToEnd(nodePath, [script, ...process.argv.slice(2)], { cwd: rootDir })) ? 0 : 1
})
