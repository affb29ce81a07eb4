import './page.css'
import type { MyPageData } from '@latchkey/management'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { takeLink } from './link.ts'

const link = takeLink()
const data: MyPageData = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}')
document.documentElement.style.setProperty('--accent', data.color)
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the ID "root"')
createRoot(root).render(
  <StrictMode>
    <App data={data} link={link} />
  </StrictMode>,
)
