import { useQuery } from '@tanstack/react-query'
import { Link, lazyRouteComponent, Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { sessionQuery, useMay, useSession } from '../api/session.ts'
import { Menu, MenuChoice } from '../components/Menu.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { Toasts } from '../components/Toasts.tsx'
import icon from '../design/icon.svg'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { lastProject, storeLastProject } from './last-project.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { ResetNotice } from './ResetNotice.tsx'
import styles from './Shell.module.css'

const SetUpPage = lazyRouteComponent(() => import('../sign-in/SetUpPage.tsx'), 'SetUpPage')

/** The frame of every page that needs a session. Without one, it opens the sign-in. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery)
  const router = useRouter()
  const isSignedOut = session === null

  useEffect(() => {
    if (!isSignedOut) return
    const { href } = router.state.location
    void router.navigate({ to: '/sign-in', search: href === '/' ? {} : { to: href }, replace: true })
  }, [isSignedOut, router])

  // Renders nothing while the sign-in opens.
  if (isSignedOut) return null
  if (session === undefined) {
    return (
      <main className={styles['waiting']}>
        <Skeleton />
      </main>
    )
  }
  return session.required.length > 0 ? <SetUpPage /> : <Frame />
}

function Frame() {
  const t = useTexts(SHELL)
  const contentRef = useRef<HTMLElement>(null)
  return (
    <div className={styles['shell']}>
      <button type="button" className={styles['skip']} onClick={() => contentRef.current?.focus()}>
        {t.skip}
      </button>
      <header className={styles['side']}>
        <div className={styles['brand']}>
          <img src={icon} alt="" width="28" height="28" />
          <ProjectSwitch />
        </div>
        <Navigation />
        <PersonMenu />
      </header>
      <main ref={contentRef} tabIndex={-1} className={styles['content']}>
        <ResetNotice />
        <Outlet />
      </main>
      {/* Toasts are in this frame, so they and their buttons disappear after a sign-out. */}
      <Toasts />
    </div>
  )
}

function useProject() {
  const { projects } = useSession()
  const { projectId } = useParams({ strict: false })
  useEffect(() => {
    if (projectId !== undefined) storeLastProject(projectId)
  }, [projectId])
  return { projects, projectId: projectId ?? lastProject(projects) }
}

function ProjectSwitch() {
  const t = useTexts(SHELL)
  const navigate = useNavigate()
  const { projects, projectId = '' } = useProject()
  const name = projects.find(({ id }) => id === projectId)?.name
  if (projects.length < 2) return <p className={styles['project']}>{name ?? 'Latchkey'}</p>
  return (
    <Menu
      trigger={
        <button type="button" className={styles['project']} aria-label={`${t.project}: ${name ?? ''}`}>
          {name}
          <span aria-hidden="true">▾</span>
        </button>
      }
    >
      <MenuChoice
        label={t.project}
        value={projectId}
        choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => navigate({ to: '/projects/$projectId/keys', params: { projectId: id } })}
      />
    </Menu>
  )
}

function Navigation() {
  const t = useTexts(SHELL)
  const may = useMay()
  const { projectId } = useProject()
  return (
    <nav
      aria-label={t.navigation}
      className={styles['navigation']}
      // Chromium does not scroll to a link if one edge of it is in sight.
      onFocus={({ target }) => {
        // With a mouse, the link would move away before the click.
        if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }}
    >
      {projectId !== undefined &&
        (['overview', 'keys', 'orders', 'activity', 'mail', 'releases', 'scripts', 'settings'] as const).map(
          (name) => (
            <Link key={name} to={`/projects/$projectId/${name}`} params={{ projectId }}>
              {t[name]}
            </Link>
          ),
        )}
      {may('listCustomers') && <Link to="/customers">{t.customers}</Link>}
      {may('listPeople') && <Link to="/people">{t.people}</Link>}
      {may('getService') && <Link to="/service">{t.service}</Link>}
      <Link to="/account">{t.account}</Link>
    </nav>
  )
}
