import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

function App() {
  const [key, setKey] = useState('')
  return (
    <label>
      License key <input value={key} onChange={(event) => setKey(event.target.value)} />
    </label>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('There is no root element.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
