import { Outlet } from '@tanstack/react-router'
import { ConnectionNotice } from './ConnectionNotice.tsx'

export const Root = () => (
  <>
    <ConnectionNotice />
    <Outlet />
  </>
)
