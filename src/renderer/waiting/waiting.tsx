import '@latchkey/react/waiting/waiting.tsx'
