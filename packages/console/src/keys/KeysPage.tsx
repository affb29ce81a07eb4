import { Button } from '@latchkey/react/design'
import { lazyRouteComponent, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { type Failure, RequestError } from '../api/outcome.ts'
import { send } from '../api/send.ts'
import { useMay } from '../api/session.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { Page } from '../components/Page.tsx'
import { Problem } from '../components/Problem.tsx'
import { Skeleton, useIsSlow } from '../components/Skeleton.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import type { BulkAction } from './bulk-actions.ts'
import { KeysGrid } from './KeysGrid.tsx'
import styles from './KeysPage.module.css'
import { KeysToolbar } from './KeysToolbar.tsx'
import { filterOf, isFiltered, type KeysSearch, PAGE_SIZE } from './keys-search.ts'
import { Pager } from './Pager.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { countOf, NOTHING, type Selection } from './selection.ts'
import { KEYS } from './texts.ts'
import { useKeyList } from './use-key-list.ts'

// The dialogs are loaded when they are opened, so that the table is loaded first.
const BulkDialog = lazyRouteComponent(() => import('./BulkDialog.tsx'), 'BulkDialog')
const CreateKeysDialog = lazyRouteComponent(() => import('./CreateKeysDialog.tsx'), 'CreateKeysDialog')
const DownloadDialog = lazyRouteComponent(() => import('./DownloadDialog.tsx'), 'DownloadDialog')
const PasteKeysDialog = lazyRouteComponent(() => import('./PasteKeysDialog.tsx'), 'PasteKeysDialog')

const ROUTE = '/signed-in/projects/$projectId/keys'

/** The dialog that is open. */
type Open = 'create' | 'paste' | 'download' | BulkAction | undefined

/** The keys of a project: another project is another page. */
export function KeysPage() {
  const { projectId } = useParams({ from: ROUTE })
  return <ProjectKeys key={projectId} projectId={projectId} />
}

function ProjectKeys({ projectId }: { readonly projectId: string }) {
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate()
  const t = useTexts(KEYS)
  const { number } = useFormats()
  const may = useMay()
  const [selection, setSelection] = useState(NOTHING)
  const [open, setOpen] = useState<Open>()
  /** The failure of the last attempt to select all that match. */
  const [failure, setFailure] = useState<Failure>()
  const gridRef = useRef<HTMLDivElement>(null)
  const { data, error, isPlaceholderData, isFetching } = useKeyList(projectId, search)
  const isBusy = useIsSlow(isPlaceholderData && isFetching)

  function show(next: KeysSearch, { replace } = { replace: false }): Promise<void> {
    return navigate({ from: '/projects/$projectId/keys', search: next, replace })
  }
  /** Begins at the first page. A selection of all that match ends, because other keys match now. */
  function showList({ page: _, ...next }: KeysSearch, options?: { readonly replace: boolean }): void {
    if (selection.kind === 'matching') setSelection(NOTHING)
    void show(next, options)
  }
  function turnTo(page: number): void {
    const { page: _, ...rest } = search
    void show(page > 1 ? { ...rest, page } : rest)
  }
  /** Selects all that match. Changes are confirmed by the number of keys, so it must be exact. */
  async function selectAll(): Promise<void> {
    setFailure(undefined)
    if (data === undefined) return
    if (data.count_is_exact) {
      setSelection({ kind: 'matching', count: data.count })
      return
    }
    const params = { project_id: projectId }
    const exact = await send('listKeys', { params, query: { ...filterOf(search), limit: 1, exact: true } })
    if (exact.kind === 'done') setSelection({ kind: 'matching', count: exact.answer.count })
    else setFailure(exact)
  }

  const page = data === undefined ? 1 : data.start / PAGE_SIZE + 1
  const hasNext = data !== undefined && data.next_cursor !== ''
  const isEmpty = data !== undefined && data.count === 0
  const count = data?.count ?? 0
  const counted = data?.count_is_exact === false ? t.pages.atLeast(number(count)) : number(count)

  function close(isDone = false): void {
    if (isDone) setSelection(NOTHING)
    setOpen(undefined)
  }

  return (
    <Page
      title={t.title}
      width="whole"
      actions={
        <>
          {!isEmpty && <Button onClick={() => setOpen('download')}>{t.actions.download}</Button>}
          {may('importKeys') && (
            <Button
              onClick={() => void navigate({ to: '/projects/$projectId/keys/import', params: { projectId } })}
            >
              {t.actions.import}
            </Button>
          )}
          {may('changeKeys') && <Button onClick={() => setOpen('paste')}>{t.actions.paste}</Button>}
          {may('createKeys') && (
            <Button look="primary" onClick={() => setOpen('create')}>
              {t.actions.create}
            </Button>
          )}
        </>
      }
    >
      <div className="stack-tight">
        {(!isEmpty || isFiltered(search)) && (
          <KeysToolbar
            search={search}
            onChange={showList}
            onLeaveDown={() =>
              gridRef.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus()
            }
          />
        )}
        {data === undefined && error === null && <Skeleton lines={8} />}
        {error instanceof RequestError && (
          <Refusal error={error} onSimpler={() => showList(withoutSort(search))} />
        )}
        {isEmpty && (
          <NoKeys search={search} onClear={() => showList({})} onCreate={() => setOpen('create')} />
        )}
        {data !== undefined && !isEmpty && error === null && (
          <>
            <div ref={gridRef} className={styles['table']} data-selected={countOf(selection) > 0}>
              <KeysGrid
                keys={data.keys}
                start={data.start}
                place={data.place}
                total={data.count_is_exact ? count : undefined}
                sort={search.sort ?? 'created'}
                isDescending={search.order !== 'asc'}
                onSort={(sort, isDescending) =>
                  showList({
                    ...withoutSort(search),
                    ...(sort !== 'created' && { sort }),
                    ...(!isDescending && { order: 'asc' as const }),
                  })
                }
                selection={selection}
                onSelect={setSelection}
                onOpen={({ id }) =>
                  void navigate({ to: '/projects/$projectId/keys/$keyId', params: { projectId, keyId: id } })
                }
                onNextPage={hasNext ? () => turnTo(page + 1) : undefined}
                onPreviousPage={page > 1 ? () => turnTo(page - 1) : undefined}
                isBusy={isBusy}
              />
            </div>
            <Problem of={failure} />
            {countOf(selection) > 0 && (
              <SelectionBar
                selection={selection}
                all={
                  hasMore(selection, count)
                    ? { text: t.selection.all(counted), select: () => void selectAll() }
                    : undefined
                }
                onAction={setOpen}
                onDownload={() => setOpen('download')}
                onClear={() => setSelection(NOTHING)}
              />
            )}
            <Pager
              start={data.start}
              shown={data.keys.length}
              count={count}
              isExact={data.count_is_exact}
              hasNext={hasNext}
              onTurn={turnTo}
            />
          </>
        )}
      </div>
      <Suspense>
        {open === 'create' && <CreateKeysDialog projectId={projectId} onClose={close} />}
        {open === 'paste' && (
          <PasteKeysDialog
            projectId={projectId}
            onClose={close}
            onSelect={(keys) => {
              setSelection({ kind: 'keys', keys: new Set(keys) })
              close()
            }}
          />
        )}
        {open === 'download' && (
          <DownloadDialog
            projectId={projectId}
            search={search}
            selection={selection}
            count={count}
            onClose={close}
          />
        )}
        {open !== undefined && open !== 'create' && open !== 'paste' && open !== 'download' && (
          <BulkDialog
            projectId={projectId}
            action={open}
            selection={selection}
            search={search}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  )
}

const hasMore = (selection: Selection, count: number): boolean =>
  selection.kind === 'keys' && selection.keys.size < count

const withoutSort = ({ sort: _, order: __, ...rest }: KeysSearch): KeysSearch => rest

interface RefusalProps {
  readonly error: RequestError
  readonly onSimpler: () => void
}

function Refusal({ error: { outcome }, onSimpler }: RefusalProps) {
  const t = useTexts(KEYS)
  if (outcome.kind !== 'refused' || outcome.code !== 'TOO_MANY_TO_SORT') return <Problem of={outcome} />
  return (
    <EmptyState
      title={t.failure.tooManyTitle}
      action={<Button onClick={onSimpler}>{t.failure.sortByCreated}</Button>}
    >
      {t.failure.tooManyText}
    </EmptyState>
  )
}

interface NoKeysProps {
  readonly search: KeysSearch
  readonly onClear: () => void
  readonly onCreate: () => void
}

/** Shown where no key is: what to do next. */
function NoKeys({ search, onClear, onCreate }: NoKeysProps) {
  const { empty, actions, filters } = useTexts(KEYS)
  const may = useMay()
  if (isFiltered(search)) {
    return (
      <EmptyState title={empty.noMatchTitle} action={<Button onClick={onClear}>{filters.clear}</Button>}>
        {search.q === undefined ? empty.noMatchText : empty.noMatchOther(search.q)}
      </EmptyState>
    )
  }
  const isReader = !may('createKeys')
  return (
    <EmptyState
      title={empty.title}
      action={
        !isReader && (
          <Button look="primary" onClick={onCreate}>
            {actions.create}
          </Button>
        )
      }
    >
      {isReader ? empty.textReadOnly : empty.text}
    </EmptyState>
  )
}
