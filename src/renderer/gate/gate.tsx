// First: the styles of the components override these.
import '@latchkey/react/styles.css'
import { GatePage, startPage } from '@latchkey/react'
import { brand } from './brand.ts'

await startPage(<GatePage />, brand)
