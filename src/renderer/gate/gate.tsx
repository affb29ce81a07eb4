import { startPage } from '../start-page.tsx'
import { GatePage } from './GatePage.tsx'
import { readTypedBefore } from './typed-before.ts'

await startPage(<GatePage readTyped={readTypedBefore} />)
