#!/usr/bin/env node
/** `latchkey-app`: what an app with Latchkey needs from its first day to a release. */
import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { withDisplay } from '../development/display.ts'
import { initCommand } from './init.ts'
import { CommandError, log, openProject } from './project.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const program = new Command('latchkey-app')
  .description('Commands for the Electron app in the current folder')
  .version(version)
  .addCommand(initCommand())

for (const [name, description] of [
  ['start', 'Open the app with a demo license service; without a display, enter the demo keys'],
  ['dev', 'The same; rebuild and restart the app when its source changes'],
] as const) {
  program
    .command(name)
    .description(description)
    .option('--fresh', 'delete the demo keys and the stored license, and create new keys', false)
    .option('--data <folder>', 'where the demo stores its data, so that several can run')
    .action(async (options) => (await import('./start.ts'))[name](await openProject(), options))
}

program
  .command('app')
  .description('Open the app with its own settings, from .env and the environment')
  .action(async () => (await import('./start.ts')).app(await openProject()))

program
  .command('build')
  .description('Build the app into out/, unless it is up to date')
  .action(async () => (await import('../development/build-when-stale.ts')).buildWhenStale())

program
  .command('icons')
  .description('Create the icons in resources/ from icon.svg, and the small ones from icon-small.svg')
  .action(async () => {
    const { updateIcons } = await import('./icons.ts')
    const project = await openProject()
    await withDisplay(() => updateIcons(project))
  })

program
  .command('package')
  .description('Build the app for release: an unpacked folder and the installers of this platform')
  .option('--targets <names>', "such as dir,tar.gz; default: all of the platform's targets")
  .option('--every', 'exit with code 1 if any target cannot be built', false)
  .option('--output <folder>', 'where to write them', 'dist')
  .action(async (options) => {
    const { packageApp } = await import('./package.ts')
    const project = await openProject()
    // Electron compiles the bytecode.
    await withDisplay(() => packageApp(project, options))
  })

program
  .command('check')
  .description('Print the reasons against a release, and exit with code 1 if there are any')
  .argument('[folder]', 'an unpacked package, or the output folder of `package`', 'dist')
  .option('--runtime <kind>', '`development` accepts another Electron than the official one', 'official')
  .option('--settings <file>', 'of an app without app.json: its shared secrets (default: latchkey.json)')
  .action(async (folder, { runtime, settings }) => {
    if (!existsSync('app.json')) {
      const { checkAnyApp } = await import('./check-any-app.ts')
      await checkAnyApp(folder, settings)
      return
    }
    const { check } = await import('./check.ts')
    await check(await openProject(), folder, runtime === 'development')
  })

program
  .command('release')
  .description('Package, check, sign and publish a version')
  .option('--channel <name>', 'who is offered it; without one, `latchkey releases promote` offers it later')
  .option('--security-fix', 'those whose license has ended, and those without one, may have it', false)
  .option('--output <folder>', 'where to write the package', 'dist')
  .action(async ({ channel, securityFix, output }) => {
    const { packageApp } = await import('./package.ts')
    const { check } = await import('./check.ts')
    const { publishRelease } = await import('./release-package.ts')
    const project = await openProject()
    await withDisplay(() => packageApp(project, { every: true, output }))
    await check(project, output, false)
    // Nothing is published that was not built completely, or that has a reason against a release.
    if (process.exitCode) throw new CommandError('Nothing was published.')
    const options = [...(channel ? ['--channel', channel] : []), ...(securityFix ? ['--security-fix'] : [])]
    publishRelease(project, [output, ...options])
  })

program
  .command('feed')
  .description('Write the update feeds (latest*.yml) for the installers in a folder')
  .argument('<folder>')
  .action(async (folder) => (await import('./update-feed.ts')).writeProjectFeeds(folder))

try {
  await program.parseAsync()
} catch (error) {
  // Any other error is a bug, so its stack is printed.
  log(error instanceof CommandError ? `\n${error.message}` : `\n${(error as Error).stack}`)
  process.exitCode = 1
}
