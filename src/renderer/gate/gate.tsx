import { GatePage, readTypedBefore, startPage } from '@latchkey/react'

await startPage(<GatePage readTyped={readTypedBefore} />)
