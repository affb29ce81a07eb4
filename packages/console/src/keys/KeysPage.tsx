import { Page } from '../components/Page.tsx'
import { keys as de } from '../messages/de/keys.ts'
import { keys as en } from '../messages/en/keys.ts'
import { useTexts } from '../messages/messages.ts'

const KEYS = { en, de }

export function KeysPage() {
  const t = useTexts(KEYS)
  return (
    <Page title={t.title} wide>
      {null}
    </Page>
  )
}
