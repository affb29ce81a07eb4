import { useParams } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'

/** The name of the project's app, as the customer knows it. */
export function useAppName(): string {
  const { projectId } = useParams({ strict: false })
  return useSession().projects.find(({ id }) => id === projectId)?.name ?? ''
}
