import { isChatPublicKey } from '../chat-interactions.ts'
import { LAST_SECOND } from '../domain/key-expiry.ts'
import { RESETS_DISABLED } from '../domain/reset-device.ts'
import { openStorage } from '../storage/open.ts'
import { UsageError, UserError } from '../user-error.ts'
import {
  type Command,
  DATABASE_HELP,
  DATABASE_OPTION,
  databaseUrl,
  ENVIRONMENT_HELP,
  parseOptions,
  required,
  wholeNumber,
} from './command.ts'

const OPTIONS = {
  ...DATABASE_OPTION,
  'app-name': { type: 'string' },
  'chat-public-key': { type: 'string' },
  'reset-cooldown': { type: 'string' },
} as const

export const projectUpdate: Command = {
  name: 'project update',
  summary: "set a project's chat panel and its device resets",
  help: `Changes what is given of a project, leaves the rest, and prints {"project", "appName", "chatPublicKey", "resetCooldown",
"chatEndpoint"}. The last is the path that the chat platform is told, below the address of the service.

Usage: latchkey-service project update --app-name NAME [OPTIONS]

  --app-name NAME      of the project
  --chat-public-key HEX  of the chat platform's application: 64 hexadecimal digits; "" closes the panel
  --reset-cooldown SECONDS  between two device resets of a key; 0 for none, -1 to disable resets
${DATABASE_HELP}

${ENVIRONMENT_HELP}`,

  async run(words, terminal) {
    const options = parseOptions(words, OPTIONS)
    const appName = required(options['app-name'], '--app-name')
    const chatPublicKey = options['chat-public-key']?.trim().toLowerCase()
    if (chatPublicKey !== undefined && chatPublicKey !== '' && !isChatPublicKey(chatPublicKey)) {
      throw new UsageError('--chat-public-key must be 64 hexadecimal digits.')
    }
    const cooldown = options['reset-cooldown']
    const resetCooldownSeconds =
      cooldown === undefined
        ? undefined
        : wholeNumber(cooldown, '--reset-cooldown', RESETS_DISABLED, LAST_SECOND)

    const { storage } = await openStorage(databaseUrl(options.database, terminal), terminal.environment)
    try {
      const known = await storage.findProjectByAppName(appName)
      const project =
        known &&
        (await storage.changeProject(known.id, (current) => ({
          ...current,
          ...(chatPublicKey !== undefined && { chatPublicKey }),
          ...(resetCooldownSeconds !== undefined && { resetCooldownSeconds }),
        })))
      if (project === undefined) throw new UserError(`There is no project with the app name ${appName}.`)
      terminal.print({
        project: project.id,
        appName,
        chatPublicKey: project.chatPublicKey,
        resetCooldown: project.resetCooldownSeconds,
        chatEndpoint: `/v3/projects/${project.id}/chat`,
      })
    } finally {
      await storage.close()
    }
  },
}
