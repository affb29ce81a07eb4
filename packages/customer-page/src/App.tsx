import type { Mine, MyPageData } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Outcome, send } from './api.ts'
import { Home } from './Home.tsx'
import { type Link, takeLink } from './link.ts'
import { BusyButton, Problem, useSubmit } from './parts.tsx'
import { MailForm } from './SignIn.tsx'
import {
  findLanguage,
  LANGUAGES,
  type Language,
  storeLanguage,
  useWords,
  WordsContext,
  wordsOf,
} from './words.ts'

interface AppProps {
  readonly data: MyPageData
  /** The link of a mail with which the page was opened. */
  readonly link: Link | undefined
}

export function App({ data, link: first }: AppProps) {
  const [language, setLanguage] = useState(() => findLanguage(data.language))
  const words = useMemo(() => wordsOf(language, data), [language, data])
  const [link, setLink] = useState(first)
  const other: Language = language === 'en' ? 'de' : 'en'
  document.documentElement.lang = language
  document.title = `${words.t.title} · ${data.project}`

  // Another link of a mail, in a tab that shows the page already.
  useEffect(() => {
    const take = () => setLink((before) => takeLink() ?? before)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])

  return (
    <WordsContext value={words}>
      <header className="top">
        {data.logo !== '' && <img src={`data:image/png;base64,${data.logo}`} alt="" />}
        <p className="project">{data.project}</p>
        <Button
          look="quiet"
          lang={other}
          onClick={() => {
            storeLanguage(other)
            setLanguage(other)
          }}
        >
          {LANGUAGES[other]}
        </Button>
      </header>
      <main>
        <Content key={`${link?.requestId} ${link?.token}`} link={link} onLeave={() => setLink(undefined)} />
      </main>
      {data.support !== '' && <footer className="soft">{words.t.questions(data.support)}</footer>}
    </WordsContext>
  )
}

/** What a link leads to, the sign-in, or the licenses of the customer. */
function Content({ link, onLeave }: { readonly link: Link | undefined; readonly onLeave: () => void }) {
  const { t } = useWords()
  const [mine, setMine] = useState<Mine | 'nobody'>()
  const { problem, isBusy, submit } = useSubmit()
  const hasToken = link !== undefined && link.token !== ''

  const readMine = useCallback(async (): Promise<Outcome<Mine>> => {
    const outcome = await send('getMine')
    if (outcome.kind === 'done') setMine(outcome.answer)
    return outcome
  }, [])
  const open = useCallback(async (): Promise<Outcome<unknown>> => {
    const outcome = await readMine()
    if (outcome.kind !== 'refused' || outcome.status !== 401) return outcome
    setMine('nobody')
    return { kind: 'cancelled' }
  }, [readMine])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a link waits for its button
  useEffect(() => {
    if (!hasToken) void submit(open)
  }, [])

  if (mine === 'nobody') {
    return (
      <section className="narrow">
        <h1>{t.title}</h1>
        <MailForm onProven={readMine} />
      </section>
    )
  }
  if (mine !== undefined) {
    return (
      <Home
        mine={mine}
        onMine={setMine}
        requestId={link?.requestId ?? ''}
        onSignedOut={() => {
          setMine('nobody')
          onLeave()
        }}
      />
    )
  }
  if (hasToken) return <LinkSection link={link} onSpent={readMine} onSignIn={onLeave} />
  return (
    <section className="narrow">
      <h1>{t.title}</h1>
      <Problem text={problem} />
      {problem === undefined ? (
        <p role="status">{t.working}</p>
      ) : (
        <BusyButton isBusy={isBusy} onClick={() => void submit(open)}>
          {t.problems.reload}
        </BusyButton>
      )}
    </section>
  )
}

const SPENDERS = {
  in: 'signInByMailLink',
  request: 'signInByMailLink',
  offer: 'acceptLicense',
  address: 'confirmMyAddress',
} as const

interface LinkProps {
  readonly link: Link
  readonly onSpent: () => Promise<Outcome<Mine>>
  readonly onSignIn: () => void
}

/** Spends the token of a link after a press: programs that open links of mails press no buttons. */
function LinkSection({ link: { kind, token }, onSpent, onSignIn }: LinkProps) {
  const { t } = useWords()
  const { problem, isBusy, submit } = useSubmit()
  const [isSpent, setSpent] = useState(false)
  const [isOver, setOver] = useState(false)
  const { title, lead, go } = t.link[kind]
  async function spend(): Promise<Outcome<unknown>> {
    const outcome = isSpent ? undefined : await send(SPENDERS[kind], { token })
    if (outcome?.kind === 'refused' && outcome.code === 'LINK_OVER') setOver(true)
    if (outcome !== undefined && outcome.kind !== 'done') return outcome
    setSpent(true)
    const mine = await onSpent()
    return mine.kind === 'refused' && mine.status === 401 ? { ...mine, code: 'NO_COOKIES' } : mine
  }
  return (
    <section className="narrow">
      <h1>{title}</h1>
      <p>{lead}</p>
      <Problem text={problem} />
      <div className="buttons">
        {!isOver && (
          <BusyButton look="primary" isBusy={isBusy} onClick={() => void submit(spend)}>
            {go}
          </BusyButton>
        )}
        {problem !== undefined && <Button onClick={onSignIn}>{t.link.toSignIn}</Button>}
      </div>
    </section>
  )
}
