import { LAST_SECOND } from '../domain/key-expiry.ts'
import { RESETS_DISABLED } from '../domain/reset-device.ts'
import { isChatPublicKey } from '../http/chat-interactions.ts'
import { UsageError, UserError } from '../user-error.ts'
import { DATABASE_OPTION, defineCommand, SERVICE_KEY_NOTE, wholeNumber, withStorage } from './command.ts'

export const projectUpdate = defineCommand({
  name: 'project update',
  summary: "set a project's chat panel and its device resets",
  description:
    'Changes the given settings of a project and prints {"project", "appName", "chatPublicKey", "resetCooldown", "chatEndpoint"}. The last is the path of the endpoint for the chat platform, below the URL of the service.',
  options: {
    'app-name': { value: 'NAME', help: 'of the project', isRequired: true },
    'chat-public-key': {
      value: 'HEX',
      help: `of the chat platform's application: 64 hexadecimal digits; "" closes the panel`,
    },
    'reset-cooldown': {
      value: 'SECONDS',
      help: 'between two device resets of a key; 0 for none, -1 to disable resets',
    },
    ...DATABASE_OPTION,
  },
  notes: SERVICE_KEY_NOTE,

  async run(options, terminal) {
    const appName = options['app-name']
    const chatPublicKey = options['chat-public-key']?.trim().toLowerCase()
    if (chatPublicKey !== undefined && chatPublicKey !== '' && !isChatPublicKey(chatPublicKey)) {
      throw new UsageError('--chat-public-key must be 64 hexadecimal digits.')
    }
    const cooldown = options['reset-cooldown']
    const resetCooldownSeconds =
      cooldown === undefined
        ? undefined
        : wholeNumber(cooldown, '--reset-cooldown', RESETS_DISABLED, LAST_SECOND)

    await withStorage(options.database, terminal, async (storage) => {
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
    })
  },
})
