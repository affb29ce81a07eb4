import { Button } from '@latchkey/react/design'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'

interface MoreButtonProps {
  /** A list that is read page by page. */
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly children: string
}

/** Reads the next page of a list. Without one, it shows nothing. */
export function MoreButton({ list, children }: MoreButtonProps) {
  const shell = useTexts(SHELL)
  if (!list.hasNextPage) return null
  return (
    <div>
      <Button aria-disabled={list.isFetching} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? shell.actions.working : children}
      </Button>
    </div>
  )
}
