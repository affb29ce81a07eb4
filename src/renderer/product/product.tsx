import { startPage } from '@latchkey/react'
import { ProductPage } from './ProductPage.tsx'

await startPage(<ProductPage />)
