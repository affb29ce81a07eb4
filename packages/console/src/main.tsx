import './design/console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { Preferences } from './messages/Preferences.tsx'
import { router } from './router.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the ID "root"')
createRoot(root).render(
  <StrictMode>
    <Preferences>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Preferences>
  </StrictMode>,
)
