// First: the styles of the components override these.
import '@latchkey/react/styles.css'
import { brand } from './brand.ts'

// Imported later, so that the field of index.html is painted before React is evaluated.
const { GatePage, startPage } = await import('@latchkey/react')

await startPage(<GatePage />, brand)
