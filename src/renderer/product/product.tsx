import { startPage } from '../start-page.tsx'
import { ProductPage } from './ProductPage.tsx'

await startPage(<ProductPage />)
