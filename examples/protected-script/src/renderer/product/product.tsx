// First: the styles of the components override these.
import '@latchkey/react/styles.css'
import { startPage } from '@latchkey/react'
import { brand } from '../gate/brand.ts'
import { ScriptPage } from './ScriptPage.tsx'

await startPage(<ScriptPage />, brand)
