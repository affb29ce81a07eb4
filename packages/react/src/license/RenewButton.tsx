import { useApp } from '../app-context.ts'
import { Button } from '../design/Button.tsx'

/** Opens the shop. Renders nothing if the vendor has set no address of one. */
export function RenewButton() {
  const { bridge, info, messages } = useApp()
  if (!info.helpTopics.includes('renew')) return null
  return (
    <Button look="quiet" onClick={() => void bridge.app.openHelp('renew')}>
      {messages.actions.help.renew}
    </Button>
  )
}
