import { Page } from '../components/Page.tsx'
import { key as de } from '../messages/de/key.ts'
import { key as en } from '../messages/en/key.ts'
import { useTexts } from '../messages/messages.ts'

const KEY = { en, de }

export function KeyPage() {
  const t = useTexts(KEY)
  return <Page title={t.title}>{null}</Page>
}
