import { GatePage, startPage } from '@latchkey/react'

await startPage(<GatePage />)
