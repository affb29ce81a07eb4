import { Outlet } from '@tanstack/react-router'
import { Toasts } from '../components/Toasts.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'

export const Root = () => (
  <>
    <ConnectionNotice />
    <Outlet />
    <Toasts />
  </>
)
