import { startPage } from '../start-page.tsx'
import { GatePage } from './GatePage.tsx'

await startPage(<GatePage />)
