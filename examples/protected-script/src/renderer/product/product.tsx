import { startPage } from '@latchkey/react'
import { ScriptPage } from './ScriptPage.tsx'

await startPage(<ScriptPage />)
